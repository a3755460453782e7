/** Parser of N-Quads with language tags, types and facets, as far as test data needs them. */
import { parseLiteral, type Value, type ValueType } from '../../../src/embedded/values';
import type { StoredFacet } from '../../../src/embedded/storage/view';

export interface Triple {
  readonly subject: string;
  readonly predicate: string;
  /** A node. */
  readonly object?: string;
  readonly value?: Value;
  readonly lang: string;
  readonly facets: readonly StoredFacet[];
}

const TYPES: Readonly<Record<string, ValueType>> = {
  string: 'string',
  int: 'int',
  integer: 'int',
  float: 'float',
  double: 'float',
  boolean: 'bool',
  bool: 'bool',
  dateTime: 'datetime',
  date: 'datetime',
  gYear: 'datetime',
  gYearMonth: 'datetime',
  password: 'password',
  'geo:geojson': 'geo',
  float32vector: 'float32vector',
  bigfloat: 'bigfloat',
};

const TERM = String.raw`<([^>]+)>|_:([^\s]+)|"((?:[^"\\]|\\.)*)"(?:@([\w-]+)|\^\^<([^>]+)>)?`;
const LINE = new RegExp(
  String.raw`^(?:<([^>]+)>|_:(\S+))\s+<?([^\s>]+)>?\s+(?:${TERM})\s*(?:\((.*)\))?\s*\.\s*(?:#.*)?$`,
);

/** @throws Error for an unsupported line */
export function parseTriples(text: string): Triple[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const match = LINE.exec(line);
      if (!match) throw new Error(`not understood: ${line}`);
      const [, iri, blank, predicate, objectIri, objectBlank, literal, lang, type, facets] = match;
      const base = {
        subject: iri ?? `_:${blank}`,
        predicate: predicate!,
        lang: lang ?? '',
        facets: facets === undefined ? [] : parseFacets(facets),
      };
      if (literal === undefined) return { ...base, object: objectIri ?? `_:${objectBlank}` };
      return { ...base, value: parseTyped(unescape(literal), type) };
    });
}

function unescape(text: string): string {
  return text.replace(/\\(u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)/g, (_, code: string) => {
    if (/^[uU]./.test(code)) return String.fromCodePoint(parseInt(code.slice(1), 16));
    return { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' }[code] ?? code;
  });
}

function parseTyped(text: string, type: string | undefined): Value {
  const name = type?.replace(/^.*#/, '').replace(/^xs:/, '');
  return parseLiteral(text, name === undefined ? 'default' : (TYPES[name] ?? 'default'));
}

function parseFacets(text: string): StoredFacet[] {
  const facets: StoredFacet[] = [];
  for (const [, key, quoted, plain] of text.matchAll(/([^\s=,]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)) {
    facets.push({
      key: key!,
      value: quoted !== undefined ? { type: 'string', value: unescape(quoted) } : plainFacet(plain!.trim()),
    });
  }
  return facets.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function plainFacet(text: string): Value {
  if (text === 'true' || text === 'false') return { type: 'bool', value: text === 'true' };
  for (const type of ['int', 'float', 'datetime'] as const) {
    try {
      return parseLiteral(text, type);
    } catch {
      // The next type may fit.
    }
  }
  return { type: 'string', value: text };
}
