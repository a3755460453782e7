/** The parameters of /mutate, as Dgraph reads them. */
import { OwlgateError } from '../errors';

export interface MutateParameters {
  readonly commitNow: boolean;
  readonly startTs?: number;
  readonly hash?: string;
  /** The others, for the engine. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE: ReadonlySet<string> = new Set(['', '0', 'f', 'F', 'FALSE', 'false', 'False']);

/** @throws OwlgateError InvalidRequest */
export function readParameters(query: URLSearchParams): MutateParameters {
  const { commitNow = '', startTs = '', hash, ...parameters } = Object.fromEntries(query);
  if (!TRUE.has(commitNow) && !FALSE.has(commitNow)) throw wrong('commitNow', commitNow, 'true or false');
  if (startTs !== '' && !/^\d{1,15}$/.test(startTs)) throw wrong('startTs', startTs, "a transaction's start timestamp");
  return {
    commitNow: TRUE.has(commitNow),
    // 0 means a transaction of its own, as no timestamp does.
    ...(Number(startTs) > 0 && { startTs: Number(startTs) }),
    ...(hash !== undefined && hash !== '' && { hash }),
    parameters,
  };
}

const wrong = (name: string, value: string, expected: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `${name}=${value}: ${expected} is expected` });
