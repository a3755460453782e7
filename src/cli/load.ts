/** `owlgate load`: files of an export into an engine, or through a gateway. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { compact } from '../embedded';
import { load as loadFiles, TransferError, UnreadableLines } from '../transfer';
import type { LoadFiles, LoadSummary, Refusal } from '../transfer';
import { command, DONE, FAILED } from './command';
import type { Surroundings } from './command';
import { isOfEngine, openEngine } from './places';
import { ProgressLine } from './progress';
import { LOAD, readLoadArguments } from './transfer-options';
import type { LoadArguments } from './transfer-options';

/** Lines that are told one by one; `--json` has more of them. */
const TOLD = 20;

/** One writer, so one transaction at a time; and larger ones, since each leaves free pages behind for every page that it touches. */
const ON_DISK = { batch: 50_000, parallel: 1 };
/** Statements from which on the data file is worth being written anew: half of it, and more, are pages that are free. */
const MANY = 100_000;

/** Its status is 0 where everything is written, 1 where something is not. */
export const load = command<LoadArguments>({
  specification: LOAD,
  read: readLoadArguments,
  isExpected: isOfEngine,
  async run(given, surroundings) {
    const { say, stdout } = surroundings;
    const startedAt = Date.now();
    const summary = await write(given, surroundings).catch((error: unknown) => {
      if (error instanceof UnreadableLines) sayRefused(error.refused, error.count, say);
      throw error;
    });
    if ('data' in given.to && summary.written >= MANY) await compact(given.to.data);
    const seconds = (Date.now() - startedAt) / 1000;
    for (const warning of summary.warnings) say(warning);
    sayRefused(summary.refused, summary.refusedCount, say);
    if (given.json) stdout.write(`${JSON.stringify({ ...summary, seconds })}\n`);
    else say(told(summary, seconds));
    return summary.refusedCount > 0 || summary.brokenOff || summary.graphql === 'refused' ? FAILED : DONE;
  },
});

function sayRefused(refused: readonly Refusal[], count: number, say: (text: string) => void): void {
  for (const { file, line, reason } of refused.slice(0, TOLD)) say(`${file} line ${line}: ${reason}`);
  if (count > TOLD) say(`and ${(count - TOLD).toLocaleString('en')} more`);
}

async function write(given: LoadArguments, { stderr, env }: Surroundings): Promise<LoadSummary> {
  const { to, uids, namespace, batch, parallel } = given;
  const files = await sortFiles(given);
  const opened = await openEngine(to, env);
  const progress = new ProgressLine(stderr);
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
