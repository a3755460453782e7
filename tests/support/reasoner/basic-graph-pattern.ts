/** Evaluator of SPARQL queries with one basic graph pattern, by a plain join. */
import type { Triple } from '../../../src/reasoner/graph';

/** Pattern of a triple: variables with `?`, other terms as in triples. */
export interface GraphPattern {
  readonly selected: readonly string[];
  readonly patterns: readonly Triple[];
}

const TOKEN = /<[^>]*>|\?\w+|[\w-]+:[\w-]*|"(?:[^"\\]|\\.)*"|[;,.{}]|\b(?:a|true|false)\b/g;
const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const XSD_BOOLEAN = 'http://www.w3.org/2001/XMLSchema#boolean';

/**
 * Parses `prefix … select ?x … { … }`, with `;` and `,` but without any other part of SPARQL.
 *
 * @throws Error for other content of the braces
 */
export function parseGraphPattern(text: string): GraphPattern {
  const query = text.replace(/^\s*#.*$/gm, '');
  const prefixes = new Map([...query.matchAll(/prefix\s+(\S*):\s*<([^>]*)>/gi)].map(([, name, iri]) => [name!, iri!]));
  const [, select, body] = /select\s+([^{]*?)\s*(?:where\s*)?\{([^}]*)\}/i.exec(query) ?? [];
  if (select === undefined || body === undefined) throw new Error(`not a query of one pattern: ${query}`);
  const rest = body.replace(TOKEN, '').trim();
  if (rest !== '') throw new Error(`not read: ${rest}`);
  const term = (token: string): string => {
    if (token === 'a') return RDF_TYPE;
    if (token === 'true' || token === 'false') return `"${token}"^^<${XSD_BOOLEAN}>`;
    if (token.startsWith('<')) return token.slice(1, -1);
    if (/^[?"]/.test(token)) return token;
    const [prefix, local] = token.split(':');
    return prefixes.get(prefix!)! + local!;
  };
  const patterns: Triple[] = [];
  let terms: string[] = [];
  for (const token of body.match(TOKEN) ?? []) {
    if (token === '.') terms = [];
    else if (token === ';') terms = terms.slice(0, 1);
    else if (token === ',') terms = terms.slice(0, 2);
    else terms.push(term(token));
    if (terms.length === 3) patterns.push(terms as unknown as Triple);
  }
  return { selected: select.split(/\s+/), patterns };
}

/** Index of triples by predicate, and by predicate and either end. */
export class TripleIndex {
  private readonly lists = new Map<string, Triple[]>();

  constructor(triples: Iterable<Triple>) {
    for (const triple of triples) {
      const [s, p, o] = triple;
      for (const key of [p, `${s} ${p}`, `${p} ${o}`, `${s} ${p} ${o}`]) {
        const list = this.lists.get(key);
        if (list) list.push(triple);
        else this.lists.set(key, [triple]);
      }
    }
  }

  /** Returns the triples with a predicate, and a subject and an object if given. */
  of(s: string | undefined, p: string, o: string | undefined): readonly Triple[] {
    return this.lists.get([s, p, o].filter((part) => part !== undefined).join(' ')) ?? [];
  }
}

type Bindings = Readonly<Record<string, string>>;

/** Returns the number of distinct answers. */
export function countAnswers(query: GraphPattern, index: TripleIndex): number {
  return new Set(rowsOf(query, index).map((row) => row.join(' '))).size;
}

/** Returns the selected terms of each match of the pattern. */
export function rowsOf({ selected, patterns }: GraphPattern, index: TripleIndex): (string | undefined)[][] {
  const rows: (string | undefined)[][] = [];
  const bound = (term: string, bindings: Bindings) => (term.startsWith('?') ? bindings[term] : term);
  const join = (left: readonly Triple[], bindings: Bindings): void => {
    if (left.length === 0) {
      rows.push(selected.map((name) => bindings[name]));
      return;
    }
    const matches = left.map((pattern) =>
      index.of(bound(pattern[0], bindings), pattern[1], bound(pattern[2], bindings)),
    );
    const least = matches.reduce((best, list, i) => (list.length < matches[best]!.length ? i : best), 0);
    const [s, , o] = left[least]!;
    const rest = left.filter((_, i) => i !== least);
    for (const [subject, , object] of matches[least]!) {
      const more: Record<string, string> = { ...bindings };
      if (s.startsWith('?')) more[s] = subject;
      if (o.startsWith('?')) more[o] = object;
      join(rest, more);
    }
  };
  join(patterns, {});
  return rows;
}
