/** `owlgate export`: schema and data of an engine as files. */
import * as fs from 'node:fs/promises';
import { EngineFailure } from '../dgraph';
import { StoreError } from '../embedded';
import { OwlgateError } from '../errors';
import { DirectorySource, EngineSource, existing, TransferError, writeExport } from '../transfer';
import type { ExportSummary, Source } from '../transfer';
import { bugOfOurs, NOT_ACCEPTED, OUR_FAULT, STANDARD_INPUT, tell, UsageError } from './command';
import type { Streams } from './command';
import { openEngine } from './places';
import { ProgressLine } from './progress';
import { EXPORT_HELP, readExportArguments } from './transfer-options';
import type { ExportArguments } from './transfer-options';

const DONE = 0;
const FAILED = 1;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command.
 *
 * @param args what stands after `export`
 * @returns the exit status: 0 for files that are whole, 1 where there are none, 2 where an option is not accepted
 */
export async function exportData(
  args: readonly string[],
  streams: Streams,
  env: Environment = process.env,
): Promise<number> {
  const say = (text: string): void => tell(streams, 'export', text);
  try {
    const given = readExportArguments(args, env);
    if (given === 'help') {
      streams.stdout.write(EXPORT_HELP);
      return DONE;
    }
    const summary = await run(given, streams, env);
    for (const left of summary.leftOut) say(`left out: ${left}`);
    if (given.json) streams.stdout.write(`${JSON.stringify(summary)}\n`);
    else say(told(summary));
    return DONE;
  } catch (error) {
    if (error instanceof UsageError) return (say(error.message), NOT_ACCEPTED);
    const isTold = isExpected(error);
    say(isTold ? (error as Error).message : bugOfOurs(error));
    return isTold ? FAILED : OUR_FAULT;
  }
}

/** What is no fault of the program. */
export function isExpected(error: unknown): boolean {
  const known = [TransferError, StoreError, EngineFailure, OwlgateError];
  return (
    known.some((kind) => error instanceof kind) || (error as NodeJS.ErrnoException | undefined)?.code !== undefined
  );
}

async function run(given: ExportArguments, streams: Streams, env: Environment): Promise<ExportSummary> {
  const { rdf, schema, graphql, directory, replace } = given;
  const files = [rdf, schema, graphql].filter((file) => file !== undefined).filter((file) => file !== STANDARD_INPUT);
  const there = replace ? undefined : await existing(files);
  if (there !== undefined) throw new TransferError(`${there} exists already; --replace replaces it`);
  const source = await open(given.from, env);
  const progress = new ProgressLine(streams.stderr);
  try {
    if (directory !== undefined) await fs.mkdir(directory, { recursive: true });
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

async function open(from: ExportArguments['from'], env: Environment): Promise<Source> {
  if ('data' in from) return DirectorySource.open(from.data);
  const { engine } = await openEngine(from, env);
  try {
    return await EngineSource.open(engine);
  } catch (error) {
    await engine.close();
    throw error;
  }
}

function told({ statements, inferred, predicates, types, files }: ExportSummary): string {
  const count = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`;
  const marked = inferred > 0 ? ` (${inferred.toLocaleString('en')} of them inferred)` : '';
  const where = files.length > 0 ? ` in ${files.join(', ')}` : '';
  return `${count(statements, 'statement')}${marked}, ${count(predicates, 'predicate')} and ${count(types, 'type')}${where}`;
}
