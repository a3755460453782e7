/** URL parameters, parsed as Dgraph parses them, with the messages of Go's strconv and time packages. */

/** Malformed parameter. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

function fail(name: string, type: string, reason: string): never {
  throw new ParameterError(`while parsing ${name} as ${type}: ${reason}`);
}

const MAX_UINT64 = 2n ** 64n - 1n;
/** Base 0 of Go: hexadecimal, binary or octal by prefix; underscores may precede any digit but the first. */
const UNSIGNED = /^(0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO]?(_?[0-7])+|[1-9](_?[0-9])*|0)$/;

/**
 * Parses an unsigned 64-bit integer; 0 if absent.
 *
 * @throws ParameterError
 */
export function unsignedExactly(parameters: URLSearchParams, name: string): bigint {
  const text = parameters.get(name) ?? '';
  if (text === '') return 0n;
  const refuse = (reason: string): never =>
    fail(name, 'uint64', `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${reason}`);
  if (!UNSIGNED.test(text)) return refuse('invalid syntax');
  const digits = text.replaceAll('_', '');
  const value = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits.slice(1)}` : digits);
  return value > MAX_UINT64 ? refuse('value out of range') : value;
}

/** `unsignedExactly` as a number. @throws ParameterError */
export const unsigned = (parameters: URLSearchParams, name: string): number =>
  Number(unsignedExactly(parameters, name));

const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/**
 * Parses a boolean; false if absent.
 *
 * @throws ParameterError
 */
export function boolean(parameters: URLSearchParams, name: string): boolean {
  const text = parameters.get(name) ?? '';
  if (text === '' || FALSE.includes(text)) return false;
  if (TRUE.includes(text)) return true;
  return fail(name, 'bool', `strconv.ParseBool: parsing ${JSON.stringify(text)}: invalid syntax`);
}

const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/**
 * Parses a duration such as `1m30s` into milliseconds; 0 if absent.
 *
 * @throws ParameterError
 */
export function duration(parameters: URLSearchParams, name: string): number {
  const text = parameters.get(name) ?? '';
  if (text === '' || text === '0') return 0;
  const refuse = (reason: string): never => fail(name, 'time.Duration', `time: ${reason} ${JSON.stringify(text)}`);
  const sign = text.startsWith('-') ? -1 : 1;
  let rest = text.replace(/^[-+]/, '');
  let total = 0;
  while (rest !== '') {
    const match = /^(\d+\.?\d*|\.\d+)([a-zµμ]*)/.exec(rest);
    if (!match) return refuse('invalid duration');
    const unit = UNITS[match[2]!];
    if (match[2] === '') return refuse('missing unit in duration');
    if (unit === undefined) return refuse(`unknown unit ${JSON.stringify(match[2])} in duration`);
    total += Number(match[1]) * unit;
    rest = rest.slice(match[0].length);
  }
  return total === 0 && !/\d/.test(text) ? refuse('invalid duration') : sign * total;
}
