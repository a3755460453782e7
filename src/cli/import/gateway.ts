/** Import through a gateway: each source is streamed to POST /import, whose events tell the progress. */
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import { createParser } from 'eventsource-parser';
import type { Engine } from '../../dgraph';
import type { ImportProgress, ImportSummary, Source } from '../../import';
import { TransferError } from '../../transfer';
import { UsageError } from '../command';
import type { RdfOptions } from '../load-options';
import type { Place } from '../transfer-options';

interface GatewayImport {
  readonly to: Extract<Place, { readonly url: string }>;
  readonly rdf: RdfOptions;
  readonly id: string;
  readonly signal: AbortSignal;
}

type Report = (progress: ImportProgress) => void;

/** Returns true for a gateway, false for a plain engine. */
export async function isGateway(engine: Engine): Promise<boolean> {
  const { headers, status, body } = await engine.send({
    method: 'GET',
    path: '/ontology',
    headers: { Accept: 'application/json' },
  });
  return headers['x-owlgate-version'] !== undefined || (status === 409 && body.includes('NoOntology'));
}

/**
 * Sends the sources one after the other, until one is not imported whole.
 *
 * @throws TransferError, UsageError
 */
export async function importThroughGateway(
  sources: readonly Source[],
  options: GatewayImport,
  report: Report,
): Promise<ImportSummary> {
  if (options.rdf.collect !== undefined) {
    throw new UsageError('--on-contradiction collect=FILE needs --data or the address of an engine; a gateway skips');
  }
  let total: ImportSummary | undefined;
  for (const [number, source] of sources.entries()) {
    const id = sources.length === 1 ? options.id : `${options.id}.${number}`;
    const summary = await send(source, { ...options, id }, report);
    total = total ? joined(total, summary) : summary;
    if (summary.state !== 'done') break;
  }
  return total!;
}

async function send(source: Source, { to, rdf, id, signal }: GatewayImport, report: Report): Promise<ImportSummary> {
  const { name, base, identity, mediaType, size } = source;
  const { graphs, onContradiction, dryRun } = rdf;
  const target = new URL('/import', to.url);
  const parameters = {
    id,
    name,
    base,
    digest: identity,
    onContradiction,
    graphs: typeof graphs === 'string' ? graphs : `predicate:${graphs.predicate}`,
    dryRun: dryRun ? 'true' : undefined,
  };
  for (const [key, value] of Object.entries(parameters)) if (value !== undefined) target.searchParams.set(key, value);
  const headers = {
    Accept: 'text/event-stream',
    'Content-Type': mediaType ?? 'application/octet-stream',
    ...(size !== undefined && { 'Content-Length': String(size) }),
    ...(to.apiKey !== undefined && { Authorization: `Bearer ${to.apiKey}` }),
  };
  const outgoing = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
    method: 'POST',
    headers,
    signal,
  });
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
  const sent = pipeline(await source.open(), outgoing).catch((error: unknown) => error as Error);
  try {
    const [response] = await answered;
    return await resultOf(response, name, report);
  } catch (error) {
    if (error instanceof TransferError) throw error;
    const reason = signal.aborted ? 'interrupted; the same command continues' : (error as Error).message;
    throw new TransferError(`${to.url}: ${reason} (import ${id})`, { cause: error });
  } finally {
    outgoing.destroy();
    await sent;
  }
}

/** Reads the events of an answer up to its end. @throws TransferError */
async function resultOf(response: IncomingMessage, source: string, report: Report): Promise<ImportSummary> {
  let summary: ImportSummary | undefined;
  let failure: string | undefined;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (event === 'progress') report({ ...(JSON.parse(data) as ImportProgress), source });
      else if (event === 'summary') summary = JSON.parse(data) as ImportSummary;
      else if (event === 'error') failure = (JSON.parse(data) as { readonly message: string }).message;
    },
  });
  let text = '';
  response.setEncoding('utf8');
  for await (const chunk of response) {
    if (response.statusCode === 200) parser.feed(chunk as string);
    else text += chunk as string;
  }
  if (summary) return summary;
  throw new TransferError(failure ?? messageOf(text) ?? `the gateway ended without a summary`);
}

function messageOf(text: string): string | undefined {
  try {
    return (JSON.parse(text) as { readonly errors?: readonly { readonly message: string }[] }).errors?.[0]?.message;
  } catch {
    return undefined;
  }
}

function joined(a: ImportSummary, b: ImportSummary): ImportSummary {
  const counts = (x: Readonly<Record<string, number>>, y: Readonly<Record<string, number>>) => {
    const sum = { ...x };
    for (const [term, n] of Object.entries(y)) sum[term] = (sum[term] ?? 0) + n;
    return sum;
  };
  return {
    ...b,
    stated: a.stated + b.stated,
    inferred: a.inferred + b.inferred,
    retracted: a.retracted + b.retracted,
    refused: a.refused + b.refused,
    resumed: a.resumed + b.resumed,
    seconds: a.seconds + b.seconds,
    refusals: [...a.refusals, ...b.refusals],
    refusedNodes: a.refusedNodes + b.refusedNodes,
    unknown: {
      classes: counts(a.unknown.classes, b.unknown.classes),
      properties: counts(a.unknown.properties, b.unknown.properties),
    },
    inGraphs: a.inGraphs + b.inGraphs,
    warnings: [...a.warnings, ...b.warnings],
  };
}
