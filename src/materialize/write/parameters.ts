/** The parameters of /mutate, as Dgraph reads them. */
import { OwlgateError } from '../../errors';

export interface MutateParameters {
  /** Nothing is to be written. */
  readonly dryRun: boolean;
  readonly commitNow: boolean;
  readonly startTs?: number;
  readonly hash?: string;
  /** The others, for the engine. */
  readonly parameters: Readonly<Record<string, string>>;
}

const TRUE: ReadonlySet<string> = new Set(['1', 't', 'T', 'TRUE', 'true', 'True']);
const FALSE: ReadonlySet<string> = new Set(['', '0', 'f', 'F', 'FALSE', 'false', 'False']);

/**
 * Whether a request asks what it would do (`dryRun=true`), and must not do it. So a name that is nearly this one is refused.
 *
 * @throws OwlgateError InvalidRequest
 */
export function readDryRun(query: URLSearchParams): boolean {
  const near = [...query.keys()].find(
    (name) => name !== 'dryRun' && name.replace(/[-_ ]/g, '').toLowerCase() === 'dryrun',
  );
  if (near !== undefined) throw new OwlgateError('InvalidRequest', { reason: `${near}: the name is dryRun` });
  const [value = '', ...others] = query.getAll('dryRun');
  if (others.length > 0) throw new OwlgateError('InvalidRequest', { reason: 'dryRun is given twice' });
  if (!TRUE.has(value) && !FALSE.has(value)) throw wrong('dryRun', value, 'true or false');
  return TRUE.has(value);
}

/** @throws OwlgateError InvalidRequest */
export function readParameters(query: URLSearchParams): MutateParameters {
  const { commitNow = '', startTs = '', hash, dryRun: _, ...parameters } = Object.fromEntries(query);
  if (!TRUE.has(commitNow) && !FALSE.has(commitNow)) throw wrong('commitNow', commitNow, 'true or false');
  if (startTs !== '' && !/^\d{1,15}$/.test(startTs)) throw wrong('startTs', startTs, "a transaction's start timestamp");
  return {
    dryRun: readDryRun(query),
    commitNow: TRUE.has(commitNow),
    // 0 means a transaction of its own, as no timestamp does.
    ...(Number(startTs) > 0 && { startTs: Number(startTs) }),
    ...(hash !== undefined && hash !== '' && { hash }),
    parameters,
  };
}

const wrong = (name: string, value: string, expected: string): OwlgateError =>
  new OwlgateError('InvalidRequest', { reason: `${name}=${value}: ${expected} is expected` });
