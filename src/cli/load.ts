/** `owlgate load`: files of an export into an engine, or through a gateway. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { load as loadFiles, TransferError, Unreadable } from '../transfer';
import type { LoadFiles, LoadSummary, Refusal } from '../transfer';
import { bugOfOurs, NOT_ACCEPTED, OUR_FAULT, tell, UsageError } from './command';
import type { Streams } from './command';
import { isExpected } from './export';
import { openEngine } from './places';
import { ProgressLine } from './progress';
import { LOAD_HELP, readLoadArguments } from './transfer-options';
import type { LoadArguments } from './transfer-options';

const DONE = 0;
const INCOMPLETE = 1;
/** Lines that are told one by one; `--json` has more of them. */
const TOLD = 20;

/**
 * One writer, so one transaction at a time; and larger ones, since each leaves free pages behind for every page that it touches:
 * of ten times as many the file is about twice as large.
 */
const ON_DISK = { batch: 50_000, parallel: 1 };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the command.
 *
 * @param args what stands after `load`
 * @returns the exit status: 0 where everything is written, 1 where something is not, 2 where an option is not accepted
 */
export async function load(args: readonly string[], streams: Streams, env: Environment = process.env): Promise<number> {
  const say = (text: string): void => tell(streams, 'load', text);
  const sayRefused = (refused: readonly Refusal[], count: number): void => {
    for (const { file, line, reason } of refused.slice(0, TOLD)) say(`${file} line ${line}: ${reason}`);
    if (count > TOLD) say(`and ${(count - TOLD).toLocaleString('en')} more`);
  };
  try {
    const given = readLoadArguments(args, env);
    if (given === 'help') {
      streams.stdout.write(LOAD_HELP);
      return DONE;
    }
    const startedAt = Date.now();
    const summary = await run(given, streams, env);
    const seconds = (Date.now() - startedAt) / 1000;
    for (const warning of summary.warnings) say(warning);
    sayRefused(summary.refused, summary.refusedCount);
    if (given.json) streams.stdout.write(`${JSON.stringify({ ...summary, seconds })}\n`);
    else say(told(summary, seconds));
    return summary.refusedCount > 0 || summary.brokenOff || summary.graphql === 'refused' ? INCOMPLETE : DONE;
  } catch (error) {
    if (error instanceof UsageError) return (say(error.message), NOT_ACCEPTED);
    if (error instanceof Unreadable) sayRefused(error.refused, error.count);
    const isTold = isExpected(error);
    say(isTold ? (error as Error).message : bugOfOurs(error));
    return isTold ? INCOMPLETE : OUR_FAULT;
  }
}

async function run(given: LoadArguments, streams: Streams, env: Environment): Promise<LoadSummary> {
  const { to, uids, namespace, batch, parallel } = given;
  const files = await sortFiles(given);
  const opened = await openEngine(to, env);
  const progress = new ProgressLine(streams.stderr);
  try {
    const options = {
      ...('data' in to && ON_DISK),
      uids,
      namespace,
      ...(batch !== undefined && { batch }),
      ...(parallel !== undefined && { parallel }),
    };
    return await loadFiles(opened.engine, files, options, (phase, done, of) =>
      progress.show(`${phase}: statements`, done, of),
    );
  } finally {
    progress.clear();
    await opened.close();
  }
}

const SCHEMA = /\.schema(?:\.gz)?$/i;
const GRAPHQL = /\.gql_schema(?:\.gz)?$/i;
const DATA = /\.(?:rdf|nq|nt)(?:\.gz)?$/i;

/** A directory stands for the files of an export in it. */
async function sortFiles({ files, schema }: LoadArguments): Promise<LoadFiles> {
  const all: string[] = [];
  for (const file of files) {
    if (!(await fs.stat(file)).isDirectory()) all.push(file);
    else {
      const inside = (await fs.readdir(file)).filter((name) => [SCHEMA, GRAPHQL, DATA].some((kind) => kind.test(name)));
      if (inside.length === 0)
        throw new TransferError(`${file}: there are no files of an export in it (*.rdf.gz, *.schema.gz)`);
      all.push(...inside.sort().map((name) => path.join(file, name)));
    }
  }
  const json = all.find((file) => /\.json(?:\.gz)?$/i.test(file));
  if (json !== undefined) throw new TransferError(`${json}: an export in JSON is not read; export with format: "rdf"`);
  return {
    graphql: all.filter((file) => GRAPHQL.test(file)),
    schema: [...schema, ...all.filter((file) => SCHEMA.test(file))],
    rdf: all.filter((file) => !GRAPHQL.test(file) && !SCHEMA.test(file)),
  };
}

function told(summary: LoadSummary, seconds: number): string {
  const { statements, written, leftOut, refusedCount, brokenOff, uids, ontology, graphql } = summary;
  const count = (n: number): string => n.toLocaleString('en');
  const parts = [`${count(written)} of ${count(statements)} statements written in ${seconds.toFixed(1)} s`];
  if (leftOut.inferred > 0) parts.push(`${count(leftOut.inferred)} inferred ones left out`);
  if (leftOut.namespace > 0) parts.push(`${count(leftOut.namespace)} of other namespaces left out`);
  if (refusedCount > 0) parts.push(`${count(refusedCount)} refused`);
  if (brokenOff) parts.push('ended there: too many are refused');
  parts.push(uids === 'kept' ? 'uids as they were' : uids === 'new' ? 'new uids' : `uids moved up (${uids})`);
  if (ontology === 'as it was' || ontology === 'loaded') parts.push(`ontology ${ontology}`);
  if (graphql !== 'none') parts.push(`GraphQL schema ${graphql}`);
  return parts.join('; ');
}
