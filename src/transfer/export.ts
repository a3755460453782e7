/** Export of a source to files, which appear when they are complete. */
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { WholeFile } from '../util/wholeFile';
import { graphqlText, predicateLine, typeLines } from './format';
import { INFERRED_FACET, isRegistry } from './names';
import { inExportOrder, type Source } from './source';

/** Target of each part: the name of a file, compressed if it ends in `.gz`, or an open stream. */
interface ExportTargets {
  readonly rdf?: string | Writable;
  readonly schema?: string | Writable;
  readonly graphql?: string | Writable;
}

export interface ExportSummary {
  readonly statements: number;
  readonly inferred: number;
  readonly predicates: number;
  readonly types: number;
  /** Bytes of text before compression. */
  readonly bytes: number;
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/** Receives the number of statements so far and the current predicate. */
type Progress = (statements: number, predicate: string) => void;

/** Higher levels make the file a fifth smaller and take twice as long. */
const GZIP_LEVEL = 1;

/**
 * Writes schema and statements.
 *
 * @throws the errors of the source and of the file system; no file is left then
 */
export async function writeExport(
  source: Source,
  targets: ExportTargets,
  report: Progress = () => {},
): Promise<ExportSummary> {
  const { schema, graphql } = source;
  const outputs: Output[] = [];
  const open = async (target: string | Writable | undefined): Promise<Output | undefined> => {
    if (target === undefined) return undefined;
    const output = await Output.open(target);
    outputs.push(output);
    return output;
  };
  try {
    const declarations = await open(targets.schema);
    await declarations?.write([...schema.predicates.map(predicateLine), ...schema.types.map(typeLines)].join(''));
    const counts = { statements: 0, inferred: 0, bytes: 0 };
    const rdf = await open(targets.rdf);
    for (const predicate of rdf ? inExportOrder(schema.predicates) : []) {
      for await (const { text, statements } of source.statements(predicate)) {
        await rdf!.write(text);
        counts.statements += statements;
        counts.bytes += text.length;
        if (!isRegistry(predicate.name)) counts.inferred += occurrences(text, `${INFERRED_FACET}=true`);
        report(counts.statements, predicate.name);
      }
    }
    await (await open(targets.graphql))?.write(graphqlText(graphql));
    for (const output of outputs) await output.finish();
    for (const output of outputs) await output.publish();
    return {
      ...counts,
      predicates: schema.predicates.length,
      types: schema.types.length,
      files: outputs.map(({ file }) => file).filter((file) => file !== undefined),
      leftOut: source.leftOut,
    };
  } catch (error) {
    for (const output of outputs) await output.discard();
    throw error;
  }
}

function occurrences(text: string, part: string): number {
  let n = 0;
  for (let position = text.indexOf(part); position >= 0; position = text.indexOf(part, position + part.length)) n++;
  return n;
}

class Output {
  private constructor(
    /** Undefined for the caller's stream, which stays open. */
    private readonly output: WholeFile | undefined,
    private readonly sink: Writable | Gzip,
    private readonly ended: Promise<void>,
  ) {
    // `finish`, or the failing write, reports the error.
    ended.catch(() => {});
  }

  static async open(target: string | Writable): Promise<Output> {
    if (typeof target !== 'string') return new Output(undefined, target, Promise.resolve());
    const wholeFile = await WholeFile.open(target);
    const { stream } = wholeFile;
    if (!target.endsWith('.gz')) return new Output(wholeFile, stream, finished(stream));
    const gzip = createGzip({ level: GZIP_LEVEL });
    return new Output(wholeFile, gzip, pipeline(gzip, stream));
  }

  get file(): string | undefined {
    return this.output?.name;
  }

  /** Writes a text; waits while the disk or the reader lags behind. */
  async write(text: string): Promise<void> {
    const { sink } = this;
    if (text === '') return;
    await new Promise<void>((resolve, reject) => {
      sink.write(text, (error) => (error ? reject(error) : resolve()));
      this.ended.catch(reject);
    });
  }

  async finish(): Promise<void> {
    if (!this.output) return;
    this.sink.end();
    await this.ended;
  }

  async publish(): Promise<void> {
    await this.output?.publish();
  }

  async discard(): Promise<void> {
    if (!this.output) return;
    this.sink.destroy();
    await this.output.discard();
  }
}
