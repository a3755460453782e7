/** Addresses within the page: everything after `#`. They never reach a server, and reproduce a view. */
export interface Route {
  /** Path, percent-decoded: `['class', 'Dog']`. */
  readonly path: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

export function parseRoute(hash: string): Route {
  const [path, search = ''] = split(hash.replace(/^#?\/?/, ''), '?');
  const segments = path.split('/').filter((segment) => segment !== '');
  return { path: segments.map(decode), query: Object.fromEntries(new URLSearchParams(search)) };
}

/** Returns the address of a view, as `#/class/Dog`. */
export function printRoute(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const search = new URLSearchParams(given).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}

function split(text: string, separator: string): [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
