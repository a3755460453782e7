/** An export: a source written to files, which appear when they are whole. */
import type { Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { WholeFile } from '../util/wholeFile';
import { graphqlText, predicateLine, typeLines } from './format';
import { INFERRED_FACET, isRegistry } from './names';
import { inOrder, type Source } from './source';

/** Where each part goes: the name of a file, compressed where it ends in `.gz`, or an open stream. */
export interface ExportTargets {
  readonly rdf?: string | Writable;
  readonly schema?: string | Writable;
  readonly graphql?: string | Writable;
}

export interface ExportSummary {
  readonly statements: number;
  readonly inferred: number;
  readonly predicates: number;
  readonly types: number;
  /** Of text, before compression. */
  readonly bytes: number;
  readonly files: readonly string[];
  readonly leftOut: readonly string[];
}

/** Told from time to time. */
export type Progress = (statements: number, of: string) => void;

/** More effort makes the file a fifth smaller, and takes twice as long. */
const GZIP_LEVEL = 1;

/**
 * Writes schema and statements.
 *
 * @throws what the source throws, and what the file system does; no file is left then
 */
export async function writeExport(
  source: Source,
  targets: ExportTargets,
  tell: Progress = () => {},
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
    for (const predicate of rdf ? inOrder(schema.predicates) : []) {
      for await (const { text, statements } of source.statements(predicate)) {
        await rdf!.write(text);
        counts.statements += statements;
        counts.bytes += text.length;
        if (!isRegistry(predicate.name)) counts.inferred += occurrences(text, `${INFERRED_FACET}=true`);
        tell(counts.statements, predicate.name);
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
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) n++;
  return n;
}

class Output {
  private constructor(
    /** Undefined for a stream of someone else's, which stays open. */
    private readonly whole: WholeFile | undefined,
    private readonly sink: Writable | Gzip,
    private readonly ended: Promise<void>,
  ) {
    // Said by `finish`, or by the write that meets it.
    ended.catch(() => {});
  }

  static async open(target: string | Writable): Promise<Output> {
    if (typeof target !== 'string') return new Output(undefined, target, Promise.resolve());
    const whole = await WholeFile.open(target);
    const { stream } = whole;
    if (!target.endsWith('.gz')) return new Output(whole, stream, finished(stream));
    const gzip = createGzip({ level: GZIP_LEVEL });
    return new Output(whole, gzip, pipeline(gzip, stream));
  }

  get file(): string | undefined {
    return this.whole?.name;
  }

  /** Waits where the disk, or who reads, lags behind. */
  async write(text: string): Promise<void> {
    const { sink } = this;
    if (text === '') return;
    await new Promise<void>((resolve, reject) => {
      sink.write(text, (error) => (error ? reject(error) : resolve()));
      this.ended.catch(reject);
    });
  }

  async finish(): Promise<void> {
    if (!this.whole) return;
    this.sink.end();
    await this.ended;
  }

  async publish(): Promise<void> {
    await this.whole?.publish();
  }

  async discard(): Promise<void> {
    if (!this.whole) return;
    this.sink.destroy();
    await this.whole.discard();
  }
}
