/**
 * Composes DQL queries for the needs of the reasoner and adds the answers to a window.
 *
 * Nodes that need the same fields share a block. A node is identified by its uid, or by an IRI that the same query
 * looks up. Facets distinguish inferred facts from asserted ones.
 */
import type { PredicateDeclaration } from '../../dql/schema/ast';
import { INFERRED_FACET, parseLiteralTerm, TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from './engine-schema';
import { storedTerm, valueText } from './terms';
import type { Window } from './window';

/** Pattern of facts to read, as texts: undefined matches everything. See the reasoner's Pattern. */
export interface Need {
  readonly s?: string | undefined;
  readonly p: string;
  readonly o?: string | undefined;
  readonly any?: boolean | undefined;
  /** For a need without subject and object: the page of nodes, each with all its facts. */
  readonly page?: { readonly first: number; readonly after: string } | undefined;
}

type Field =
  | { readonly kind: 'values'; readonly p: string; readonly langs: readonly string[] }
  | { readonly kind: 'edges' | 'reverse'; readonly p: string; readonly first?: number }
  | { readonly kind: 'exact'; readonly p: string; readonly objects: Set<string> };

/** Fields by node, each under a key that identifies the request. */
type NodeFields = ReadonlyMap<string, ReadonlyMap<string, Field>>;

interface Block {
  readonly alias: string;
  /** Nodes of the block; undefined if the root function finds them. */
  readonly nodes: readonly string[] | undefined;
  /** Fields of each node alone; `fields` combines the objects of all nodes. */
  readonly own: NodeFields;
  readonly fields: readonly Field[];
  /** Need that a block with a root function covers. */
  readonly need?: Need;
}

type Json = Record<string, unknown>;

const FIRST_PAGE = 64;
const PAGE_GROWTH = 8;

/** Composes the queries of one write. Remembers how far it has read where any match suffices. */
export class Reader {
  private readonly pages = new Map<string, number>();
  private readonly languages = new Set<string>();

  constructor(private readonly schema: EngineSchema) {}

  /** Adds a language to read values in, whether or not it has been met. */
  expectLanguage(lang: string): void {
    this.languages.add(lang);
  }

  compose(needs: Iterable<Need>, iris: Iterable<string> = []): Read {
    const roots: Need[] = [];
    const nodes = new Map<string, Map<string, Field>>();
    for (const iri of iris) nodes.set(iri, new Map());
    for (const need of needs) {
      const node = need.s ?? (need.p !== TYPE_PREDICATE && isNode(need.o) ? need.o : undefined);
      if (node === undefined) roots.push(need);
      else this.addField(nodes, node, need);
    }
    return new Read(this.schema, this.blocks(nodes, roots), (key, found) => this.pages.set(key, found * PAGE_GROWTH));
  }

  private addField(nodes: Map<string, Map<string, Field>>, node: string, { s, p, o, any }: Need): void {
    let fields = nodes.get(node);
    if (!fields) nodes.set(node, (fields = new Map<string, Field>()));
    const declared = this.schema.get(p);
    if (s === undefined) {
      this.addEdges(fields, `~${p}`, { kind: 'reverse', p }, node, any);
    } else if (p === TYPE_PREDICATE || (declared && declared.type !== 'uid')) {
      fields.set(p, { kind: 'values', p, langs: declared?.lang ? [...this.languages] : [] });
    } else if (o === undefined || !declared?.list) {
      this.addEdges(fields, p, { kind: 'edges', p }, node, any);
    } else {
      const had = fields.get(`=${p}`);
      if (had?.kind === 'exact') had.objects.add(o);
      else fields.set(`=${p}`, { kind: 'exact', p, objects: new Set([o]) });
    }
  }

  private addEdges(
    fields: Map<string, Field>,
    key: string,
    field: Field & { kind: 'edges' | 'reverse' },
    node: string,
    any: boolean | undefined,
  ): void {
    const had = fields.get(key);
    if (!any) fields.set(key, field);
    else if (!had) fields.set(key, { ...field, first: this.pages.get(`${node} ${key}`) ?? FIRST_PAGE });
  }

  private blocks(nodes: NodeFields, roots: readonly Need[]): Block[] {
    const groups = new Map<string, { nodes: string[]; fields: Map<string, Field> }>();
    for (const [node, own] of nodes) {
      const kind = isIriTerm(node) ? 'iri' : 'uid';
      const keys = [...own].map(([key, field]) => `${key}#${'first' in field ? field.first : ''}`);
      const signature = [kind, ...keys.sort()].join('\n');
      let group = groups.get(signature);
      if (!group) groups.set(signature, (group = { nodes: [], fields: new Map() }));
      group.nodes.push(node);
      for (const [key, field] of own) {
        const shared = group.fields.get(key);
        if (field.kind !== 'exact') group.fields.set(key, field);
        else if (shared?.kind === 'exact') for (const o of field.objects) shared.objects.add(o);
        else group.fields.set(key, { ...field, objects: new Set(field.objects) });
      }
    }
    const blocks: Block[] = [...groups.values()].map((group, index) => ({
      alias: `n${index}`,
      nodes: group.nodes,
      own: nodes,
      fields: [...group.fields.values()],
    }));
    roots.forEach((need, index) => {
      const isScalar = need.p === TYPE_PREDICATE || this.schema.isScalar(need.p);
      const field: Field = isScalar
        ? { kind: 'values', p: need.p, langs: [...this.languages] }
        : { kind: 'edges', p: need.p };
      blocks.push({ alias: `p${index}`, nodes: undefined, own: new Map(), fields: [field], need });
    });
    return blocks;
  }
}

/** Query with the decoding of its answer. */
export class Read {
  constructor(
    private readonly schema: EngineSchema,
    private readonly blocks: readonly Block[],
    private readonly readPart: (key: string, found: number) => void,
  ) {}

  get isEmpty(): boolean {
    return this.blocks.length === 0;
  }

  /** Blocks of the query, without surrounding braces. */
  get text(): string {
    return this.blocks.map((block) => this.printBlock(block)).join('\n');
  }

  /** Returns the nodes that root functions found, in order of uid. */
  subjects(data: Json): string[] {
    return this.blocks
      .filter(({ nodes }) => !nodes)
      .flatMap(({ alias }) => objects(data[alias]).map((node) => String(node['uid'])));
  }

  /** Returns the uids of the IRIs that have a node. */
  identities(data: Json): Map<string, string> {
    const found = new Map<string, string>();
    for (const { alias, nodes } of this.blocks) {
      if (!nodes || !isIriTerm(nodes[0]!)) continue;
      for (const node of objects(data[alias])) {
        const term = `<${String(node['iri'])}>`;
        const uid = String(node['uid']);
        const had = found.get(term);
        // Data written behind the gateway may give two nodes one IRI: the older node counts.
        if (had === undefined || BigInt(uid) < BigInt(had)) found.set(term, uid);
      }
    }
    return found;
  }

  /**
   * Adds the answer to a window.
   *
   * @param resolve returns the node for a uid or a requested IRI
   * @returns languages of values that were not read
   */
  absorb(data: Json, window: Window, resolve: (node: string) => string = (node) => node): Set<string> {
    const unread = new Set<string>();
    for (const block of this.blocks) {
      const answers = objects(data[block.alias]);
      const answered = new Map<string, Json>();
      for (const answer of answers) answered.set(resolve(String(answer['uid'])), answer);
      for (const [subject, answer] of answered) this.absorbNode(block, subject, answer, window, resolve, unread);
      if (unread.size > 0) continue;
      if (block.nodes) this.cover(block, answered, window, resolve);
      else if (!block.need!.page) window.cover(undefined, block.need!.p, block.need!.o);
      else for (const subject of answered.keys()) window.cover(subject, block.need!.p, undefined);
    }
    return unread;
  }

  private absorbNode(
    { fields }: Block,
    subject: string,
    answer: Json,
    window: Window,
    resolve: (node: string) => string,
    unread: Set<string>,
  ): void {
    fields.forEach((field, index) => {
      const alias = `f${index}`;
      if (field.kind !== 'values') {
        const [p, reverse] = [field.p, field.kind === 'reverse'];
        for (const end of objects(answer[alias])) {
          const other = resolve(String(end['uid']));
          const inferred = isInferred(end);
          window.add(reverse ? other : subject, p, reverse ? subject : other, inferred);
        }
        return;
      }
      const declared = this.schema.get(field.p);
      this.addValues(window, subject, field.p, answer, alias, declared);
      if (!declared?.lang) return;
      field.langs.forEach((lang, l) => {
        this.addValues(window, subject, field.p, answer, `${alias}l${l}`, declared, lang);
      });
      for (const key of Object.keys(answer)) {
        const lang = key.startsWith(`${alias}all@`) ? key.slice(`${alias}all@`.length) : undefined;
        if (lang !== undefined && !lang.includes('|') && !field.langs.includes(lang)) unread.add(lang);
      }
    });
  }

  private addValues(
    window: Window,
    subject: string,
    p: string,
    answer: Json,
    alias: string,
    declared: PredicateDeclaration | undefined,
    lang?: string,
  ): void {
    const value = answer[alias];
    if (value === undefined || value === null) return;
    const values = Array.isArray(value) && declared?.type !== 'float32vector' ? (value as unknown[]) : [value];
    const isSpelled = declared?.list === true && SPELLED.has(declared.type);
    const facet = answer[`${alias}|${INFERRED_FACET}`];
    values.forEach((item, index) => {
      const term = storedTerm(p, declared?.type, item, lang);
      const inferred = facet === true || (typeof facet === 'object' && (facet as Json)[String(index)] === true);
      window.add(subject, p, term, inferred, isSpelled ? valueText(item) : undefined);
    });
  }

  private cover(
    { nodes, own, fields }: Block,
    answered: ReadonlyMap<string, Json>,
    window: Window,
    resolve: (node: string) => string,
  ): void {
    for (const node of nodes!) {
      const term = resolve(node);
      fields.forEach((field, index) => {
        if (field.kind === 'values') window.cover(term, field.p, undefined);
        else if (field.kind === 'exact') {
          const asked = own.get(node)!.get(`=${field.p}`);
          if (asked?.kind === 'exact') for (const o of asked.objects) window.cover(term, field.p, resolve(o));
        } else {
          const found = objects(answered.get(term)?.[`f${index}`]).length;
          const isReverse = field.kind === 'reverse';
          if (field.first !== undefined && found >= field.first) {
            this.readPart(`${node} ${isReverse ? '~' : ''}${field.p}`, field.first);
          } else if (isReverse) window.cover(undefined, field.p, term);
          else window.cover(term, field.p, undefined);
        }
      });
    }
  }

  private printBlock({ alias, nodes, fields, need }: Block): string {
    const root = nodes ? printRoot(nodes) : printFinder(need!, this.schema);
    const iri = nodes && isIriTerm(nodes[0]!) ? ` iri: ${IRI_PREDICATE.name}` : '';
    return `${alias}(func: ${root}) { uid${iri}${fields.map((field, i) => ` ${this.printField(field, i)}`).join('')} }`;
  }

  private printField(field: Field, index: number): string {
    const facets = `@facets(${INFERRED_FACET})`;
    const alias = `f${index}`;
    switch (field.kind) {
      case 'values': {
        const name = printPredicate(field.p);
        const plain = `${alias}: ${name} ${facets}`;
        if (!this.schema.get(field.p)?.lang) return plain;
        const tagged = field.langs.map((lang, l) => ` ${alias}l${l}: ${name}@${lang} ${facets}`);
        return `${plain}${tagged.join('')} ${alias}all: ${name}@*`;
      }
      case 'exact':
        return `${alias}: ${printPredicate(field.p)} @filter(${printChoice([...field.objects])}) ${facets} { uid }`;
      default: {
        const page = field.first === undefined ? '' : ` (first: ${field.first})`;
        const name = printPredicate(field.p, field.kind === 'reverse');
        return `${alias}: ${name}${page} ${facets} { uid }`;
      }
    }
  }
}

/** Types of which an engine stores one value in several spellings. */
const SPELLED: ReadonlySet<string> = new Set(['datetime', 'float']);

/** Returns true for a node, false for a value. */
const isNode = (term: string | undefined): term is string => term !== undefined && !term.startsWith('"');
/** Returns true for an IRI that has not been looked up. */
export const isIriTerm = (term: string): boolean => term.startsWith('<');

function printRoot(nodes: readonly string[]): string {
  if (!isIriTerm(nodes[0]!)) return `uid(${nodes.join(', ')})`;
  return `eq(${IRI_PREDICATE.name}, [${nodes.map(printIriText).join(', ')}])`;
}

function printFinder({ p, o, page }: Need, schema: EngineSchema): string {
  const root = printFound(p, o, schema);
  return page ? `${root}, first: ${page.first}, after: ${page.after}` : root;
}

/** Returns the root function for a fact's subjects: by class or value where an index allows, otherwise by predicate. */
function printFound(p: string, o: string | undefined, schema: EngineSchema): string {
  if (o !== undefined && p === TYPE_PREDICATE) return `eq(${p}, ${JSON.stringify(o)})`;
  if (o === undefined || isNode(o) || !findsValues(schema.get(p))) return `has(${printPredicate(p)})`;
  const { text, lang } = parseLiteralTerm(o);
  return `eq(${printPredicate(p)}${lang === undefined ? '' : `@${lang}`}, ${JSON.stringify(text)})`;
}

/** Returns true if an index finds exactly the equal values. */
const findsValues = (declared: PredicateDeclaration | undefined): boolean =>
  declared?.index.some(({ tokenizer }) => VALUE_TOKENIZERS.has(tokenizer)) ?? false;

const VALUE_TOKENIZERS: ReadonlySet<string> = new Set([
  'exact',
  'hash',
  'int',
  'float',
  'bool',
  'year',
  'month',
  'day',
  'hour',
]);

function printChoice(nodes: readonly string[]): string {
  const uids = nodes.filter((node) => !isIriTerm(node));
  const iris = nodes.filter(isIriTerm);
  const parts: string[] = [];
  if (uids.length > 0) parts.push(`uid(${uids.join(', ')})`);
  if (iris.length > 0) parts.push(`eq(${IRI_PREDICATE.name}, [${iris.map(printIriText).join(', ')}])`);
  return parts.join(' OR ');
}

const printIriText = (term: string): string => JSON.stringify(term.slice(1, -1));

export function printPredicate(name: string, reverse = false): string {
  const text = `${reverse ? '~' : ''}${name}`;
  return /^[A-Za-z_][\w.]*$/.test(name) ? text : `<${text}>`;
}

/** Test of a name that DQL can write in brackets (SPARQL's IRIREF, without escapes). */
export const isPredicateName = (name: string): boolean => /^[^\p{Cc} <>"{}|^`\\]+$/u.test(name);

function objects(value: unknown): Json[] {
  if (Array.isArray(value)) return value as Json[];
  return value !== null && typeof value === 'object' ? [value as Json] : [];
}

function isInferred(end: Json): boolean {
  for (const key in end) if (key.endsWith(`|${INFERRED_FACET}`)) return end[key] === true;
  return false;
}
