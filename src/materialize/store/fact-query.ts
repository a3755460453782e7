/** Query for facts: its text, and the decoding of its answer into a working set. */
import type { PredicateDeclaration } from '../../dql';
import { INFERRED_FACET } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import { isIriTerm, printChoice, printFinder, printPredicate, printRoot } from './dql-text';
import type { EngineSchema } from './engine-schema';
import type { Need } from './need';
import { storedTerm, valueText } from './terms';
import type { WorkingSet } from './working-set';

export type Field =
  | { readonly kind: 'values'; readonly p: string; readonly langs: readonly string[] }
  | { readonly kind: 'edges' | 'reverse'; readonly p: string; readonly first?: number; readonly after?: string }
  | { readonly kind: 'exact'; readonly p: string; readonly objects: Set<string> };

/** Fields by node, each under a key that identifies the request. */
export type NodeFields = ReadonlyMap<string, ReadonlyMap<string, Field>>;

export interface Block {
  readonly alias: string;
  /** Nodes of the block; undefined if the root function finds them. */
  readonly nodes: readonly string[] | undefined;
  /** Fields of each node alone; `fields` combines the objects of all nodes. */
  readonly fieldsByNode: NodeFields;
  readonly fields: readonly Field[];
  /** Need that a block with a root function covers. */
  readonly need?: Need;
}

export type Json = Record<string, unknown>;

/** Query with the decoding of its answer. */
export class FactQuery {
  constructor(
    private readonly schema: EngineSchema,
    readonly blocks: readonly Block[],
    private readonly readPart: (key: string, identities: number) => void,
  ) {}

  get isEmpty(): boolean {
    return this.blocks.length === 0;
  }

  /** Blocks of the query, without surrounding braces. */
  get text(): string {
    return this.blocks.map((block) => this.print(block)).join('\n');
  }

  /** Returns the nodes that root functions found, in order of uid. */
  subjects(data: Json): string[] {
    return this.blocks
      .filter(({ nodes }) => !nodes)
      .flatMap(({ alias }) => objects(data[alias]).map((node) => String(node['uid'])));
  }

  /** Returns the uids of the IRIs that have a node. */
  identities(data: Json): Map<string, string> {
    const identities = new Map<string, string>();
    for (const { alias, nodes } of this.blocks) {
      if (!nodes || !isIriTerm(nodes[0]!)) continue;
      for (const node of objects(data[alias])) {
        const term = `<${String(node['iri'])}>`;
        const uid = String(node['uid']);
        const previous = identities.get(term);
        // Data written behind the gateway may give two nodes one IRI: the older node counts.
        if (previous === undefined || BigInt(uid) < BigInt(previous)) identities.set(term, uid);
      }
    }
    return identities;
  }

  /**
   * Adds the answer to a working set.
   *
   * @param resolve returns the node for a uid or a requested IRI
   * @returns languages of values that were not read
   */
  absorb(data: Json, workingSet: WorkingSet, resolve: (node: string) => string = (node) => node): Set<string> {
    const unread = new Set<string>();
    for (const block of this.blocks) {
      const answers = objects(data[block.alias]);
      const answered = new Map<string, Json>();
      for (const answer of answers) answered.set(resolve(String(answer['uid'])), answer);
      for (const [subject, answer] of answered) this.absorbNode(block, subject, answer, workingSet, resolve, unread);
      if (unread.size > 0) continue;
      if (block.nodes) this.cover(block, answered, workingSet, resolve);
      else if (!block.need!.page) workingSet.cover(undefined, block.need!.p, block.need!.o);
      else
        for (const subject of answered.keys())
          for (const { p } of block.fields) workingSet.cover(subject, p, undefined);
    }
    return unread;
  }

  private absorbNode(
    { fields }: Block,
    subject: string,
    answer: Json,
    workingSet: WorkingSet,
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
          workingSet.add(reverse ? other : subject, p, reverse ? subject : other, inferred);
        }
        return;
      }
      const declared = this.schema.get(field.p);
      this.addValues(workingSet, subject, field.p, answer, alias, declared);
      if (!declared?.lang) return;
      field.langs.forEach((lang, l) => {
        this.addValues(workingSet, subject, field.p, answer, `${alias}l${l}`, declared, lang);
      });
      for (const key of Object.keys(answer)) {
        const lang = key.startsWith(`${alias}all@`) ? key.slice(`${alias}all@`.length) : undefined;
        if (lang !== undefined && !lang.includes('|') && !field.langs.includes(lang)) unread.add(lang);
      }
    });
  }

  private addValues(
    workingSet: WorkingSet,
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
    const isSpelled = hasSpellings(declared);
    const facet = answer[`${alias}|${INFERRED_FACET}`];
    values.forEach((item, index) => {
      const term = storedTerm(p, declared?.type, item, lang);
      const inferred = facet === true || (typeof facet === 'object' && (facet as Json)[String(index)] === true);
      workingSet.add(subject, p, term, inferred, isSpelled ? valueText(item) : undefined);
    });
  }

  private cover(
    { nodes, fieldsByNode, fields }: Block,
    answered: ReadonlyMap<string, Json>,
    workingSet: WorkingSet,
    resolve: (node: string) => string,
  ): void {
    for (const node of nodes!) {
      const term = resolve(node);
      fields.forEach((field, index) => {
        if (field.kind === 'values') workingSet.cover(term, field.p, undefined);
        else if (field.kind === 'exact') {
          const requested = fieldsByNode.get(node)!.get(`=${field.p}`);
          if (requested?.kind === 'exact')
            for (const o of requested.objects) workingSet.cover(term, field.p, resolve(o));
        } else {
          const ends = objects(answered.get(term)?.[`f${index}`]);
          const identities = ends.length;
          const isReverse = field.kind === 'reverse';
          if (field.after !== undefined) {
            // A slice of the list.
            for (const end of ends) {
              const other = resolve(String(end['uid']));
              workingSet.cover(isReverse ? other : term, field.p, isReverse ? term : other);
            }
          } else if (field.first !== undefined && identities >= field.first) {
            this.readPart(`${node} ${isReverse ? '~' : ''}${field.p}`, field.first);
          } else if (isReverse) workingSet.cover(undefined, field.p, term);
          else workingSet.cover(term, field.p, undefined);
        }
      });
    }
  }

  /** Prints a block of this query, or of another over the same schema. */
  print({ alias, nodes, fields, need }: Omit<Block, 'fieldsByNode'>): string {
    const root = nodes ? `(func: ${printRoot(nodes)})` : printFinder(need!, this.schema);
    const iri = nodes && isIriTerm(nodes[0]!) ? ` iri: ${IRI_PREDICATE.name}` : '';
    return `${alias}${root} { uid${iri}${fields.map((field, i) => ` ${this.printField(field, i)}`).join('')} }`;
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
        const after = field.after === undefined ? '' : `, after: ${field.after}`;
        const page = field.first === undefined ? '' : ` (first: ${field.first}${after})`;
        const name = printPredicate(field.p, field.kind === 'reverse');
        return `${alias}: ${name}${page} ${facets} { uid }`;
      }
    }
  }
}

/** Types whose values an engine may store in several spellings. */
const SPELLED: ReadonlySet<string> = new Set(['datetime', 'float']);

/** Returns true for a list that may hold one value in several spellings. */
export const hasSpellings = (declared: PredicateDeclaration | undefined): boolean =>
  declared?.list === true && SPELLED.has(declared.type);

/** Returns the objects of an answer's list, or its only one. */
export function objects(value: unknown): Json[] {
  if (Array.isArray(value)) return value as Json[];
  return value !== null && typeof value === 'object' ? [value as Json] : [];
}

function isInferred(end: Json): boolean {
  for (const key in end) if (key.endsWith(`|${INFERRED_FACET}`)) return end[key] === true;
  return false;
}
