/** `owlgate load` of RDF: into an engine, or through a gateway. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { addressSource, fileSource, runImport, streamSource } from '../../import';
import type { ImportProgress, ImportSummary, Source } from '../../import';
import { createMaterializer } from '../../materialize';
import { isGateway } from '../../transfer';
import { DONE, FAILED, INTERRUPTED, STANDARD_INPUT, type CommandContext } from '../command';
import { isAddress } from '../input';
import type { LoadArguments } from '../load-options';
import { compactAfterLoad, openEngine } from '../places';
import { ProgressLine } from '../progress';
import { importThroughGateway } from './gateway';
import { sayReport, summaryText } from './report';

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
    await compactAfterLoad(parsed.to, summary.stated - summary.resumed);
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
    return streamSource(stdin, { name: 'standard input', identity, ...(base !== undefined && { base }) });
  }
  return isAddress(file) ? addressSource(file, signal, base) : fileSource(file, base);
}

async function write(
  parsed: LoadArguments,
  sources: readonly Source[],
  { env }: CommandContext,
  signal: AbortSignal,
  progress: ProgressLine,
): Promise<ImportSummary> {
  const { to, rdf, batch, parallel } = parsed;
  const { graphs, onContradiction, dryRun } = rdf;
  const id = rdf.id ?? idOf(sources, graphs);
  const opened = await openEngine(to, env);
  const refused = rdf.collect === undefined ? undefined : createWriteStream(rdf.collect, { flags: 'a' });
  const collect =
    refused && ((text: string) => new Promise<void>((resolve) => void refused.write(text, () => resolve())));
  const report = (state: ImportProgress): void => show(progress, state);
  try {
    if (refused) await once(refused, 'open');
    if ('url' in to && (await isGateway(opened.engine))) {
      return await importThroughGateway(sources, { to, env, rdf, signal, id }, { report, collect });
    }
    const { engine } = opened;
    const materializer = createMaterializer(engine);
    const options = {
      ...{ id, graphs, onContradiction, dryRun, signal },
      ...(batch !== undefined && { batch }),
      ...(parallel !== undefined && { parallel }),
      ...(collect && { collect }),
    };
    try {
      await materializer.start();
      return await runImport(sources, { engine, materializer }, options, report);
    } finally {
      await materializer.stop();
    }
  } finally {
    refused?.end();
    await opened.close();
  }
}

function show(progress: ProgressLine, { source, stated, refused, share, ...pace }: ImportProgress): void {
  const done = stated + refused;
  progress.show(`${source}: statements`, done, share === undefined || share === 0 ? 0 : Math.round(done / share), pace);
}

/** Returns the name of an import: the same for the same sources and treatment of graphs. */
function idOf(sources: readonly Source[], graphs: unknown): string {
  const text = JSON.stringify([sources.map(({ identity }) => identity), graphs]);
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}
