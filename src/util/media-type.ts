/** Content types, parsed like Go's `mime.ParseMediaType`: gateway and engine must agree on the type. */

interface MediaType {
  /** `type/subtype` in lower case. */
  readonly type: string;
  /** The parameter `charset` in lower case. */
  readonly charset?: string;
}

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const TYPE = new RegExp(`^${TOKEN}(?:/${TOKEN})?$`);
const PARAMETER = new RegExp(`^;\\s*(${TOKEN})\\s*=\\s*(?:(${TOKEN})|"((?:[^"\\\\\\r\\n]|\\\\[^\\r\\n])*)")`);

/**
 * Parses a Content-Type.
 *
 * @param header value of the header; '' for none
 * @returns undefined for a malformed value: no type, a parameter without a value, one parameter with two values
 */
export function parseMediaType(header: string): MediaType | undefined {
  const end = header.indexOf(';');
  const type = (end < 0 ? header : header.slice(0, end)).trim();
  if (!TYPE.test(type)) return undefined;
  const parameters = new Map<string, string>();
  let rest = end < 0 ? '' : header.slice(end).trim();
  // Go allows one trailing semicolon.
  while (rest !== '' && rest !== ';') {
    const match = PARAMETER.exec(rest);
    if (!match) return undefined;
    const [parameter, name, token, quoted = ''] = match;
    const value = token ?? quoted.replace(/\\(.)/g, '$1');
    const key = name!.toLowerCase();
    if (parameters.has(key)) return undefined;
    parameters.set(key, value);
    rest = rest.slice(parameter.length).trimStart();
  }
  const charset = parameters.get('charset')?.toLowerCase();
  return { type: type.toLowerCase(), ...(charset !== undefined && { charset }) };
}
