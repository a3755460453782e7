/** `extensions` of responses: latency, transaction, metrics. Empty parts are left out, as in Go. */
import { goString, latencyJson as printLatency, metricsJson } from '../../util/dgraphAnswers';
import type { Latency } from '../requests';

interface TransactionPart {
  readonly startTs?: number;
  readonly commitTs?: number | undefined;
  /** As a string: JSON strings, joined by commas. */
  readonly keys?: readonly string[] | string;
  /** Names of predicates. */
  readonly predicates?: readonly string[];
}

/** Prefix of every predicate: group 1, namespace 0. */
const PREDICATE_PREFIX = '1-0-';

export const latencyJson = ({ parsing, processing, total }: Latency): string =>
  printLatency([
    ['parsing_ns', parsing],
    ['processing_ns', processing],
    ['total_ns', total],
  ]);

export function transactionJson({ startTs, commitTs, keys = [], predicates = [] }: TransactionPart): string {
  const parts: string[] = [];
  if (startTs !== undefined) parts.push(`"start_ts":${startTs}`);
  if (commitTs !== undefined) parts.push(`"commit_ts":${commitTs}`);
  if (keys.length > 0)
    parts.push(`"keys":[${typeof keys === 'string' ? keys : keys.map((key) => `"${key}"`).join(',')}]`);
  if (predicates.length > 0) {
    parts.push(`"preds":[${predicates.map((name) => goString(PREDICATE_PREFIX + name)).join(',')}]`);
  }
  return `{${parts.join(',')}}`;
}

/** Number of nodes touched, summed over predicates. */
export function totalOf(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}

/** Numbers of looked-up nodes, with their sum. */
export const countsJson = (counts: ReadonlyMap<string, number>): string =>
  metricsJson([...counts, ['_total', totalOf(counts)]]);
