/** `owlgate export`: writes schema and data of an engine to files, or the graph as RDF. */
import { DirectorySource, EngineSource, TransferError, writeExport } from '../transfer';
import type { ExportSummary, Source } from '../transfer';
import { makeDirectory } from '../util/directory';
import { existing } from '../util/wholeFile';
import { command, STANDARD_INPUT } from './command';
import type { Environment, CommandContext } from './command';
import { isEngineError, openEngine } from './places';
import { ProgressLine } from './progress';
import { EXPORT, readExportArguments } from './export-options';
import type { FilesArguments, RdfArguments } from './export-options';
import { exportRdf } from './export-rdf';

/** Exit status: 0 if all files are complete, 1 if none were written. */
export const exportData = command<FilesArguments | RdfArguments>({
  specification: EXPORT,
  read: readExportArguments,
  isExpected: isEngineError,
  async run(parsed, context) {
    if ('format' in parsed) return exportRdf(parsed, context);
    const summary = await write(parsed, context);
    const { say, stdout } = context;
    for (const left of summary.leftOut) say(`left out: ${left}`);
    if (parsed.json) stdout.write(`${JSON.stringify(summary)}\n`);
    else say(summaryText(summary));
    return undefined;
  },
});

async function write(parsed: FilesArguments, { env, ...streams }: CommandContext): Promise<ExportSummary> {
  const { rdf, schema, graphql, directory, replace } = parsed;
  const files = [rdf, schema, graphql].filter((file) => file !== undefined).filter((file) => file !== STANDARD_INPUT);
  const existingFile = replace ? undefined : await existing(files);
  if (existingFile !== undefined) throw new TransferError(`${existingFile} already exists; --replace replaces it`);
  const source = await open(parsed.from, env);
  const progress = new ProgressLine(streams.stderr);
  try {
    if (directory !== undefined) makeDirectory(directory, 0o700);
    const target = (file: string | undefined) => (file === STANDARD_INPUT ? streams.stdout : file);
    const targets = Object.fromEntries(
      Object.entries({ rdf, schema, graphql }).flatMap(([part, file]) =>
        file === undefined ? [] : [[part, target(file)]],
      ),
    );
    return await writeExport(source, targets, (statements, of) => progress.show(`${of}: statements`, statements));
  } finally {
    progress.clear();
    await source.close();
  }
}

async function open(from: FilesArguments['from'], env: Environment): Promise<Source> {
  if ('data' in from) return DirectorySource.open(from.data);
  const { engine } = await openEngine(from, env);
  try {
    return await EngineSource.open(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function summaryText({ statements, inferred, predicates, types, files }: ExportSummary): string {
  const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;
  const marked = inferred > 0 ? ` (${inferred.toLocaleString('en')} of them inferred)` : '';
  const place = files.length > 0 ? ` in ${files.join(', ')}` : '';
  return (
    `${count(statements, 'statement')}${marked}, ${count(predicates, 'predicate')} and ` +
    `${count(types, 'type')}${place}`
  );
}
