/** Forwarding headers, in which proxies name their clients: recognition of the names, and parser of the addresses. */
import parseForwarded from 'forwarded-parse';
import { canonicalAddress } from '../../util/address';

/**
 * Header names that only a proxy has reason to send. Products differ, so the pattern covers families of names: those
 * with `forwarded`, and those for the address of a client.
 */
const FORWARDING = new RegExp(
  [
    /forwarded/,
    /^x-forward-/,
    /^via$/,
    /^cdn-/,
    new RegExp(
      '(^|-)(client|real|remote|connecting|originating|origin|source|user|proxyuser|external|socket|peer|true)' +
        '-?(ip|ipv[46]|addr|address|host|port|proto|scheme|path|uri|url)$',
    ),
    /(^|[-_])(ip|clientip)$/,
    /^(x-)?(original|envoy|arr|azure|akamai|amzn|amz-cf|appengine|vercel|sucuri|proxy|nginx|proxied|real)-/,
    /^(cf|fastly|akamai|fly|wl-proxy|proxy-client|incap|do-connecting)-/,
    /^(x-(scheme|url-scheme|host|port|proto|remote-user|coming-from|cluster-client-ip)|front-end-https)$/,
  ]
    .map(({ source }) => `(?:${source})`)
    .join('|'),
  'i',
);

/** Headers that clients send although the pattern above matches them. */
const CLIENT_HEADERS: ReadonlySet<string> = new Set(['proxy-authorization', 'proxy-connection']);

export const isForwarding = (name: string): boolean => FORWARDING.test(name) && !CLIENT_HEADERS.has(name.toLowerCase());

/**
 * Finds the first header of a forwarded request.
 *
 * @param rawHeaders name, value, name, value …
 * @param configured further forwarding headers, in lower case
 * @returns its name as sent; undefined without such a header
 */
export function forwardingHeader(rawHeaders: readonly string[], configured: ReadonlySet<string>): string | undefined {
  const matches = (name: string): boolean => isForwarding(name) || configured.has(name.toLowerCase());
  return rawHeaders.find((text, index) => index % 2 === 0 && matches(text));
}

/** Address of one hop; undefined for `unknown` and for obfuscated names (RFC 7239, sections 6.2 and 6.3). */
export type Hop = string | undefined;

/**
 * Parses the hops of a header, nearest last.
 *
 * @param name in lower case: `forwarded` has the syntax of RFC 7239; others are lists of addresses
 * @returns undefined for a malformed header
 */
export function readHops(name: string, value: string): readonly Hop[] | undefined {
  const nodes = name === 'forwarded' ? forwardedNodes(value) : value.split(',').map((each) => each.trim());
  const hops: Hop[] = [];
  for (const node of nodes ?? ['']) {
    const address = addressOf(node);
    if (address === undefined && !UNNAMED.test(node)) return undefined;
    hops.push(address);
  }
  return hops;
}

/** RFC 7239, section 6: `unknown`, or an identifier that begins with an underscore; a port may follow. */
const UNNAMED = /^(unknown|_[\w.-]+)(:(\d{1,5}|_[\w.-]+))?$/i;

function forwardedNodes(value: string): readonly string[] | undefined {
  if (repeatsParameter(value)) return undefined;
  try {
    // An element without `for` does not name the client.
    return parseForwarded(value).map((element) => element['for'] ?? 'unknown');
  } catch {
    return undefined;
  }
}

/** RFC 7239, section 4: an element has each parameter at most once. The parser would take the last one. */
function repeatsParameter(value: string): boolean {
  const elements = value.replace(/"(?:[^"\\]|\\.)*"/g, '""').split(',');
  return elements.some((element) => {
    const names = element.split(';').map((pair) => pair.split('=', 1)[0]!.trim().toLowerCase());
    return new Set(names).size < names.length;
  });
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]`, `[2001:db8::1]:4711`. */
function addressOf(node: string): string | undefined {
  const bracketed = /^\[([^\]]*)\](?::(?:\d{1,5}|_[\w.-]+))?$/.exec(node)?.[1];
  if (bracketed !== undefined) return bracketed.includes(':') ? canonicalAddress(bracketed) : undefined;
  return canonicalAddress(node.replace(/^(\d+\.\d+\.\d+\.\d+):(?:\d{1,5}|_[\w.-]+)$/, '$1'));
}
