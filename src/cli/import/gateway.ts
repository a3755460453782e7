/** Import through a gateway: each source is streamed to POST /import, whose events tell the progress. */
import type { ImportProgress, ImportSummary, Source } from '../../import';
import { TransferError } from '../../transfer';
import type { Environment } from '../command';
import type { GatewayClient } from '../gateway/client';
import { GatewayRefusal, Unreachable } from '../gateway/failures';
import type { RdfOptions } from '../load-options';
import { openGateway } from '../places';
import type { Address } from '../transfer-options';

interface GatewayImport {
  readonly to: Address;
  readonly env: Environment;
  readonly rdf: RdfOptions;
  readonly id: string;
  readonly signal: AbortSignal;
}

/** Receivers of an import's events. */
interface Listeners {
  readonly report: (progress: ImportProgress) => void;
  /** Receives refused statements. */
  readonly collect: ((nquads: string) => Promise<void>) | undefined;
}

/**
 * Sends the sources one after the other, until one is not imported whole.
 *
 * @throws GatewayRefusal, TransferError
 */
export async function importThroughGateway(
  sources: readonly Source[],
  { to, env, rdf, id, signal }: GatewayImport,
  listeners: Listeners,
): Promise<ImportSummary> {
  const gateway = openGateway(to, env, signal);
  try {
    let total: ImportSummary | undefined;
    for (const [number, source] of sources.entries()) {
      const part = sources.length === 1 ? id : `${id}.${number}`;
      const summary = await send(gateway, source, rdf, part, listeners);
      total = total ? joined(total, summary) : summary;
      if (summary.state !== 'done') break;
    }
    return total!;
  } finally {
    gateway.close();
  }
}

async function send(
  gateway: GatewayClient,
  source: Source,
  { graphs, onContradiction, dryRun }: RdfOptions,
  id: string,
  { report, collect }: Listeners,
): Promise<ImportSummary> {
  const { name, base, identity: digest, mediaType, size } = source;
  const body = await source.open();
  let unread: Error | undefined;
  body.once('error', (error) => (unread = error));
  const events = gateway.events({
    method: 'POST',
    path: '/import',
    parameters: {
      id,
      name,
      base,
      digest,
      onContradiction,
      graphs: typeof graphs === 'string' ? graphs : `predicate:${graphs.predicate}`,
      dryRun: dryRun ? true : undefined,
    },
    headers: {
      'Content-Type': mediaType ?? 'application/octet-stream',
      ...(size !== undefined && { 'Content-Length': String(size) }),
    },
    body,
  });
  try {
    for await (const { event, data } of events) {
      const message = gateway.parse(data);
      if (event === 'progress') report({ ...(message as ImportProgress), source: name });
      else if (event === 'refused') await collect?.((message as { readonly nquads: string }).nquads);
      else if (event === 'summary') return message as ImportSummary;
      else if (event === 'error') throw refusalOf(message);
    }
    throw new Unreachable('the gateway ended without a summary');
  } catch (error) {
    if (error instanceof GatewayRefusal) throw error.message.includes(name) ? error : error.withPrefix(`${name}: `);
    const isNamed = unread?.message.startsWith(name);
    const cause = isNamed
      ? unread!.message
      : unread
        ? `${name} broke off (${unread.message})`
        : (error as Error).message;
    const reason = gateway.signal.aborted ? 'interrupted' : cause;
    throw new TransferError(`${reason}; the same command continues (import ${id})`, { cause: error });
  }
}

const refusalOf = (message: unknown): GatewayRefusal => {
  const { message: text, extensions } = message as { message?: unknown; extensions?: { readonly code?: unknown } };
  return GatewayRefusal.ofError(text, extensions?.code);
};

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
      datatypes: counts(a.unknown.datatypes ?? {}, b.unknown.datatypes ?? {}),
      rounded: counts(a.unknown.rounded ?? {}, b.unknown.rounded ?? {}),
      classes: counts(a.unknown.classes, b.unknown.classes),
      properties: counts(a.unknown.properties, b.unknown.properties),
    },
    inGraphs: a.inGraphs + b.inGraphs,
    warnings: [...a.warnings, ...b.warnings],
  };
}
