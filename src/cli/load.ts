/** `owlgate load`: loads files of an export into an engine, or through a gateway. */
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { load as loadFiles, TransferError, UnreadableLines } from '../transfer';
import type { LoadFiles, LoadSummary, RefusedLine } from '../transfer';
import { command, DONE, FAILED } from './command';
import type { CommandContext } from './command';
import { compactAfterLoad, isEngineError, openEngine } from './places';
import { ProgressLine } from './progress';
import { requireReadable } from './input';
import { isRdf } from './load-format';
import { LOAD, readLoadArguments } from './load-options';
import type { LoadArguments } from './load-options';

/** Maximum refused lines in the text output; `--json` has more. */
const MAX_LISTED = 20;

/**
 * LMDB has one writer, so transactions run one at a time. A transaction leaves a free page for every page that it
 * changes; large transactions change each page less often.
 */
const ON_DISK = { batch: 50_000, parallel: 1 };

/** Exit status: 0 if everything was written, 1 otherwise. */
export const load = command<LoadArguments>({
  specification: LOAD,
  read: readLoadArguments,
  isExpected: isEngineError,
  async run(parsed, context) {
    const { say, stdout } = context;
    await requireReadable([...parsed.files, ...parsed.schema]);
    if (await isRdf(parsed)) return (await import('./import/index.js')).importRdf(parsed, context);
    const startedAt = Date.now();
    const summary = await write(parsed, context).catch((error: unknown) => {
      if (error instanceof UnreadableLines) sayRefused(error.refused, error.count, say);
      throw error;
    });
    await compactAfterLoad(parsed.to, summary.written);
    const seconds = (Date.now() - startedAt) / 1000;
    for (const warning of summary.warnings) say(warning);
    sayRefused(summary.refused, summary.refusedCount, say);
    if (parsed.json) stdout.write(`${JSON.stringify({ ...summary, seconds })}\n`);
    else say(summaryText(summary, seconds));
    return summary.refusedCount > 0 || summary.brokenOff || summary.graphql === 'refused' ? FAILED : DONE;
  },
});

function sayRefused(refused: readonly RefusedLine[], count: number, say: (text: string) => void): void {
  for (const { file, line, reason } of refused.slice(0, MAX_LISTED)) say(`${file} line ${line}: ${reason}`);
  if (count > MAX_LISTED) say(`and ${(count - MAX_LISTED).toLocaleString('en')} more`);
}

async function write(parsed: LoadArguments, { stderr, env }: CommandContext): Promise<LoadSummary> {
  const { to, uids, namespace, batch, parallel } = parsed;
  const files = await sortFiles(parsed);
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

/** Sorts files by kind; a directory stands for the export files in it. */
async function sortFiles({ files, schema }: LoadArguments): Promise<LoadFiles> {
  const all: string[] = [];
  for (const file of files) {
    if (!(await fs.stat(file)).isDirectory()) all.push(file);
    else {
      const inside = (await fs.readdir(file)).filter((name) => [SCHEMA, GRAPHQL, DATA].some((kind) => kind.test(name)));
      if (inside.length === 0)
        throw new TransferError(`${file}: no export files (*.rdf.gz, *.schema.gz) in this directory`);
      all.push(...inside.sort().map((name) => path.join(file, name)));
    }
  }
  const json = all.find((file) => /\.json(?:\.gz)?$/i.test(file));
  if (json !== undefined)
    throw new TransferError(`${json}: exports in JSON are not supported; export with format: "rdf"`);
  return {
    graphql: all.filter((file) => GRAPHQL.test(file)),
    schema: [...schema, ...all.filter((file) => SCHEMA.test(file))],
    rdf: all.filter((file) => !GRAPHQL.test(file) && !SCHEMA.test(file)),
  };
}

function summaryText(summary: LoadSummary, seconds: number): string {
  const { statements, written, leftOut, refusedCount, brokenOff, uids, ontology, graphql } = summary;
  const count = (n: number): string => n.toLocaleString('en');
  const parts = [`${count(written)} of ${count(statements)} statements written in ${seconds.toFixed(1)} s`];
  if (leftOut.inferred > 0) parts.push(`${count(leftOut.inferred)} inferred ones left out`);
  if (leftOut.namespace > 0) parts.push(`${count(leftOut.namespace)} of other namespaces left out`);
  if (refusedCount > 0) parts.push(`${count(refusedCount)} refused`);
  if (brokenOff) parts.push('stopped: too many refused');
  parts.push(uids === 'kept' ? 'uids as they were' : uids === 'new' ? 'new uids' : `uids moved up (${uids})`);
  if (ontology === 'as it was' || ontology === 'loaded') parts.push(`ontology ${ontology}`);
  if (graphql !== 'none') parts.push(`GraphQL schema ${graphql}`);
  return parts.join('; ');
}
