/** Description of nodes: all facts of a page, with the identities of both ends and the marks of inferred facts. */
import { stringify } from 'lossless-json';
import type { PredicateDeclaration } from '../../dql';
import { GRAPH_FACET } from '../../mutation';
import { INFERRED_FACET, ONTOLOGY_FACET } from '../names';
import { withInfinite } from './infinite-values';
import type { StoredValue } from './literals';
import { scalarText, type NumberReading, type ReadTransaction, type Row } from './read-transaction';
import type { NodePage } from './subjects';
import type { StoredNode } from './terms';

export interface StoredFact {
  readonly subject: StoredNode;
  readonly predicate: PredicateDeclaration;
  readonly object: StoredNode | StoredValue;
  readonly isInferred: boolean;
  /** Number of the user's facets, without that of the graph. */
  readonly facets: number;
  /** Value of the facet that names the graph. */
  readonly graph?: string | undefined;
}

/** Parts of a fact that its facets decide. */
type Marks = Pick<StoredFact, 'isInferred' | 'facets' | 'graph'>;

/** Nodes in the first page; later pages are adapted so that answers stay between the two sizes. */
const FIRST_PAGE = 500;
const MAX_NODES = 2_000;
const LONG_ANSWER_BYTES = 2 << 20;
const SHORT_ANSWER_BYTES = 1 << 19;
/** Predicates in one query. */
const AT_ONCE = 64;
/** Edges of a node in a page; further edges are requested separately. */
const EDGES = 1_000;
const MORE_EDGES = 10_000;
/** Languages that DQL can name. Values in others are read without their facets. */
const SELECTABLE = /^[a-z][a-z0-9_-]*$/i;
/** Facets of owlgate's own. */
const OWN_FACETS: readonly string[] = [INFERRED_FACET, ONTOLOGY_FACET];

export class Describer {
  private nodes = FIRST_PAGE;
  private readonly identity: string;
  /** Languages of a predicate's values, as far as they are known. */
  private readonly languages = new Map<string, Set<string>>();

  /** @param edges edges of a node in a page; for tests */
  constructor(
    private readonly transaction: ReadTransaction,
    private readonly edges = EDGES,
  ) {
    this.identity = transaction.hasIris ? 'uid iri' : 'uid';
  }

  /** Number of nodes that the next page should have. */
  readonly pageSize = (): number => this.nodes;

  /** Yields the facts of a page in batches of bounded size; those of a node follow each other in a batch. */
  async *describe({ uids, predicates }: NodePage): AsyncGenerator<readonly StoredFact[]> {
    const bySubject = new Map<string, StoredFact[]>(uids.map((uid) => [uid, []]));
    const unfinished: { readonly fact: StoredFact; readonly predicate: PredicateDeclaration }[] = [];
    let bytes = 0;
    for (let from = 0; from < predicates.length; from += AT_ONCE) {
      const part = predicates.slice(from, from + AT_ONCE);
      const answer = await this.read(uids, part);
      bytes += answer.bytes;
      for (const row of answer.rows) {
        const facts = bySubject.get(row['uid'] as string)!;
        part.forEach((predicate, i) => {
          const added = factsOf(row, predicate, `f${i}`, this.languages.get(predicate.name));
          for (const fact of added) facts.push(fact);
          if (predicate.type === 'uid' && predicate.list && added.length >= this.edges) {
            unfinished.push({ fact: added.at(-1)!, predicate });
          }
        });
      }
    }
    yield [...bySubject.values()].flat();
    for (const { fact, predicate } of unfinished) yield* this.moreEdges(fact, predicate);
    this.adapt(bytes);
  }

  /** Reads again while there are values in languages that were not asked for: `p@*` omits their facets. */
  private async read(
    uids: readonly string[],
    predicates: readonly PredicateDeclaration[],
  ): Promise<{ readonly rows: readonly Row[]; readonly bytes: number }> {
    for (;;) {
      const fields = predicates.map((predicate, i) => this.selection(predicate, `f${i}`));
      const block = `q(func: uid(${uids.join(',')})) { ${this.identity} ${fields.join(' ')} }`;
      const { data, bytes } = await this.transaction.read(block, numbersOf(predicates));
      const rows = data['q'] ?? [];
      const hasAll = predicates.map((predicate, i) => !predicate.lang || this.hasLanguages(predicate, `f${i}`, rows));
      if (hasAll.every(Boolean)) return { rows: await withInfinite(rows, predicates, this.transaction), bytes };
    }
  }

  private selection({ name, type, lang, list }: PredicateDeclaration, alias: string): string {
    if (type === 'uid') {
      return `${alias}: <${name}> ${list ? `(first: ${this.edges}) ` : ''}@facets { ${this.identity} }`;
    }
    const plain = `${alias}: <${name}> @facets`;
    if (!lang) return plain;
    const tagged = [...(this.languages.get(name) ?? [])].map((tag, i) =>
      SELECTABLE.test(tag) ? ` ${alias}l${i}: <${name}>@${tag} @facets` : '',
    );
    return `${plain}${tagged.join('')} ${alias}all: <${name}>@*`;
  }

  /** Notes the languages of values; returns false if some were unknown. */
  private hasLanguages({ name }: PredicateDeclaration, alias: string, rows: readonly Row[]): boolean {
    const known = this.languages.get(name) ?? new Set<string>();
    this.languages.set(name, known);
    const { size } = known;
    const prefix = `${alias}all@`;
    for (const row of rows) {
      for (const key in row) if (key.startsWith(prefix) && !key.includes('|')) known.add(key.slice(prefix.length));
    }
    return known.size === size;
  }

  private async *moreEdges(last: StoredFact, predicate: PredicateDeclaration): AsyncGenerator<readonly StoredFact[]> {
    const { subject } = last;
    const first = Math.min(MORE_EDGES, this.edges * 10);
    for (let after = (last.object as StoredNode).uid; ;) {
      const field = `f0: <${predicate.name}> (first: ${first}, after: ${after}) @facets { ${this.identity} }`;
      const { data } = await this.transaction.read(`q(func: uid(${subject.uid})) { ${this.identity} ${field} }`);
      const [row] = data['q'] ?? [];
      const facts = row ? factsOf(row, predicate, 'f0', undefined) : [];
      if (facts.length > 0) yield facts;
      if (facts.length < first) return;
      after = (facts.at(-1)!.object as StoredNode).uid;
    }
  }

  private adapt(bytes: number): void {
    if (bytes > LONG_ANSWER_BYTES) this.nodes = Math.max(1, Math.floor(this.nodes / 4));
    else if (bytes < SHORT_ANSWER_BYTES) this.nodes = Math.min(MAX_NODES, this.nodes * 2);
  }
}

function numbersOf(predicates: readonly PredicateDeclaration[]): NumberReading {
  if (predicates.some(({ type }) => type === 'bigfloat')) return 'decimal';
  return predicates.some(({ type }) => type === 'int') ? 'integer' : 'double';
}

function factsOf(
  row: Row,
  predicate: PredicateDeclaration,
  alias: string,
  languages: ReadonlySet<string> | undefined,
): StoredFact[] {
  const subject = nodeOf(row);
  if (predicate.type === 'uid') {
    return itemsOf(row[alias]).map((edge) => {
      const end = edge as Row;
      return { subject, predicate, object: nodeOf(end), ...facetsOf(end, `${alias}|`) };
    });
  }
  const facts = valuesOf(row, predicate, alias, undefined);
  [...(languages ?? [])].forEach((lang, i) => {
    const answer = SELECTABLE.test(lang) ? `${alias}l${i}` : `${alias}all@${lang}`;
    facts.push(...valuesOf(row, predicate, answer, lang));
  });
  return facts.map((fact) => ({ subject, predicate, ...fact }));
}

function valuesOf(
  row: Row,
  { type, list }: PredicateDeclaration,
  alias: string,
  lang: string | undefined,
): (Pick<StoredFact, 'object'> & Marks)[] {
  const value = row[alias];
  if (value === undefined || value === null) return [];
  const values = list ? itemsOf(value) : [value];
  return values.map((each, i) => ({
    object: { text: textOf(each, type), lang },
    ...facetsOf(row, `${alias}|`, list ? String(i) : undefined),
  }));
}

const itemsOf = (value: unknown): readonly unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? (value as unknown[]) : [value];

function nodeOf({ uid, iri }: Row): StoredNode {
  return { uid: uid as string, iri: typeof iri === 'string' ? iri : undefined };
}

function textOf(value: unknown, type: string): string {
  if (type === 'geo') return stringify(value)!;
  // Numbers of a vector are doubles, whichever way the answer was read.
  return type === 'float32vector' ? JSON.stringify(itemsOf(value).map(Number)) : scalarText(value);
}

/** @param index index in a list, whose facets stand under it: `{"p|key": {"0": value}}` */
function facetsOf(row: Row, prefix: string, index?: string): Marks {
  let isInferred = false;
  let facets = 0;
  let graph: string | undefined;
  for (const key in row) {
    if (!key.startsWith(prefix)) continue;
    const facet = index === undefined ? row[key] : (row[key] as Row)[index];
    if (facet === undefined) continue;
    const name = key.slice(prefix.length);
    if (name === INFERRED_FACET) isInferred = facet === true;
    else if (name === GRAPH_FACET && typeof facet === 'string') graph = facet;
    else if (!OWN_FACETS.includes(name)) facets++;
  }
  return { isInferred, facets, graph };
}
