/** Export of a source to files, which appear when they are complete. */
import type { Writable } from 'node:stream';
import { graphqlText, predicateLine, typeLines } from './format';
import { INFERRED_FACET, isRegistry } from './names';
import { Output } from './output';
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
