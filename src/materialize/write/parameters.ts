/** Parser of the parameters of /mutate, as Dgraph reads them. */
import { OwlgateError } from '../../errors';

export interface MutateParameters {
  /** True if nothing may be written. */
  readonly dryRun: boolean;
  readonly commitNow: boolean;
  readonly startTs?: number;
  readonly hash?: string;
  /** Other parameters, passed on to the engine. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE: ReadonlySet<string> = new Set(['', '0', 'f', 'F', 'FALSE', 'false', 'False']);

/**
 * Reads `dryRun`. Refuses misspellings of the name, because a dry run must never write.
 *
 * @throws OwlgateError InvalidRequest
 */
export function readDryRun(query: URLSearchParams): boolean {
  const misspelt = [...query.keys()].find(
    (name) => name !== 'dryRun' && name.replace(/[-_ ]/g, '').toLowerCase() === 'dryrun',
  );
  if (misspelt !== undefined)
    throw new OwlgateError('InvalidRequest', { reason: `${misspelt}: the parameter is named dryRun` });
  const [value = '', ...others] = query.getAll('dryRun');
  if (others.length > 0) throw new OwlgateError('InvalidRequest', { reason: 'dryRun is given twice' });
  if (!TRUE.has(value) && !FALSE.has(value)) throw wrong('dryRun', value, 'true or false');
  return TRUE.has(value);
}

/** @throws OwlgateError InvalidRequest */
export function readParameters(query: URLSearchParams): MutateParameters {
  const { commitNow = '', startTs = '', hash, dryRun: _, ...parameters } = Object.fromEntries(query);
  const timestamp = readStartTs(startTs);
  return {
    commitNow: readFlag('commitNow', commitNow),
    dryRun: readDryRun(query),
    ...(timestamp !== undefined && { startTs: timestamp }),
    ...(hash !== undefined && hash !== '' && { hash }),
    parameters,
  };
}

/** Reads a flag as Go does. @throws OwlgateError InvalidRequest */
export function readFlag(name: string, value: string): boolean {
  if (!TRUE.has(value) && !FALSE.has(value)) throw wrong(name, value, 'true or false');
  return TRUE.has(value);
}

/** @returns undefined for an empty text and for 0, which means none. @throws OwlgateError InvalidRequest */
export function readStartTs(text: string): number | undefined {
  if (text !== '' && !/^\d{1,15}$/.test(text)) throw wrong('startTs', text, "a transaction's start timestamp");
  return Number(text) > 0 ? Number(text) : undefined;
}

const wrong = (name: string, value: string, expected: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `${name}=${value}: ${expected} is expected` });
