/** `owlgate load` of RDF: into an engine, or through a gateway. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { addressSource, fileSource, runImport, streamSource } from '../../import';
import type { ImportProgress, ImportSummary, Source } from '../../import';
import { createMaterializer } from '../../materialize';
import { compact } from '../../embedded';
import { DONE, FAILED, INTERRUPTED, STANDARD_INPUT, type CommandContext } from '../command';
import { isAddress } from '../load-format';
import type { LoadArguments } from '../load-options';
import { openEngine } from '../places';
import { ProgressLine } from '../progress';
import { sayReport, summaryText } from './report';

/** Minimum statements for a compaction of the data file: at least half of its pages are free then. */
const COMPACT_THRESHOLD = 100_000;

export async function importRdf(parsed: LoadArguments, context: CommandContext): Promise<number> {
  const { say, print } = context;
  const end = new AbortController();
  const interrupt = (): void => end.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const progress = new ProgressLine(context.stderr);
  try {
    const sources: Source[] = [];
    for (const file of parsed.files) sources.push(await sourceOf(file, parsed, context, end.signal));
    const summary = await write(parsed, sources, context, end.signal, progress);
    progress.clear();
    if (parsed.json) await print(`${JSON.stringify(summary)}\n`);
    else {
      sayReport(summary, say);
      say(summaryText(summary));
    }
    if (summary.state === 'interrupted') return INTERRUPTED;
    return summary.state === 'done' && summary.refused === 0 ? DONE : FAILED;
  } finally {
    progress.clear();
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function sourceOf(
  file: string,
  { rdf: { base, id } }: LoadArguments,
  { stdin }: CommandContext,
  signal: AbortSignal,
): Promise<Source> {
  if (file === STANDARD_INPUT) {
    // Only a name makes the blank nodes of two runs the same.
    const identity = createHash('sha256')
      .update(id ?? String(Math.random()))
      .digest('hex');
    return streamSource(stdin, { name: STANDARD_INPUT, identity, ...(base !== undefined && { base }) });
  }
  return isAddress(file) ? addressSource(file, signal, base) : fileSource(file, base);
}

async function write(
  { to, rdf, batch, parallel }: LoadArguments,
  sources: readonly Source[],
  { env }: CommandContext,
  signal: AbortSignal,
  progress: ProgressLine,
): Promise<ImportSummary> {
  const opened = await openEngine(to, env);
  const collect = rdf.collect === undefined ? undefined : createWriteStream(rdf.collect, { flags: 'a' });
  const materializer = createMaterializer(opened.engine);
  let summary: ImportSummary;
  try {
    if (collect) await once(collect, 'open');
    await materializer.start();
    const options = {
      id: rdf.id ?? idOf(sources, rdf.graphs),
      graphs: rdf.graphs,
      onContradiction: rdf.onContradiction,
      dryRun: rdf.dryRun,
      signal,
      ...(batch !== undefined && { batch }),
      parallel: parallel ?? ('data' in to ? 1 : 2),
      ...(collect && {
        collect: (text: string) => new Promise<void>((resolve) => void collect.write(text, () => resolve())),
      }),
    };
    const host = { engine: opened.engine, materializer };
    summary = await runImport(sources, host, options, (state) => show(progress, state));
  } finally {
    collect?.end();
    await materializer.stop();
    await opened.close();
  }
  if ('data' in to && summary.stated - summary.resumed >= COMPACT_THRESHOLD) await compact(to.data);
  return summary;
}

function show(progress: ProgressLine, { source, stated, refused, share }: ImportProgress): void {
  const done = stated + refused;
  progress.show(`${source}: statements`, done, share === undefined || share === 0 ? 0 : Math.round(done / share));
}

/** Returns the name of an import: the same for the same sources and treatment of graphs. */
function idOf(sources: readonly Source[], graphs: unknown): string {
  const text = JSON.stringify([sources.map(({ identity }) => identity), graphs]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
