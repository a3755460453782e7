/** URL parameters as Dgraph reads them, with the messages of Go's strconv and time packages. */

/** A parameter that cannot be read. */
export class ParameterError extends Error {
  override readonly name = 'ParameterError';
}

function fail(name: string, type: string, reason: string): never {
  throw new ParameterError(`while parsing ${name} as ${type}: ${reason}`);
}

const MAX_UINT64 = 2n ** 64n - 1n;

/**
 * An unsigned integer; 0 where it is absent.
 *
 * @throws ParameterError
 */
export function unsigned(parameters: URLSearchParams, name: string): number {
  const text = parameters.get(name) ?? '';
  if (text === '') return 0;
  const refuse = (reason: string): never =>
    fail(name, 'uint64', `strconv.ParseUint: parsing ${JSON.stringify(text)}: ${reason}`);
  if (!/^(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO]?[0-7]+|[1-9][0-9]*|0)$/.test(text)) return refuse('invalid syntax');
  const value = BigInt(/^0[0-7]+$/.test(text) ? `0o${text.slice(1)}` : text);
  return value > MAX_UINT64 ? refuse('value out of range') : Number(value);
}

const TRUE = ['1', 't', 'T', 'TRUE', 'true', 'True'];
const FALSE = ['0', 'f', 'F', 'FALSE', 'false', 'False'];

/**
 * A boolean; false where it is absent.
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
 * A duration such as `1m30s`, in milliseconds; 0 where it is absent.
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

/** The media type of a Content-Type, in lower case; undefined for one that is none. */
export function mediaType(header: string): { readonly type: string; readonly charset?: string } | undefined {
  const [type = '', ...rest] = header.split(';').map((part) => part.trim());
  // The plus and minus of application/graphql+- are legal.
  if (!/^[\w!#$%&'*+.^`|~-]+(\/[\w!#$%&'*+.^`|~-]+)?$/.test(type)) return undefined;
  const charset = rest
    .map((part) => /^charset\s*=\s*(?!\s)"?([^"]*)"?$/i.exec(part)?.[1])
    .find((found) => found !== undefined);
  return { type: type.toLowerCase(), ...(charset !== undefined && { charset: charset.toLowerCase() }) };
}
