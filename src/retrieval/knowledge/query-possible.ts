/**
 * Possibility of DQL queries of models under the ontology: a predicate asked of nodes whose classes its domain excludes
 * finds nothing, which reads like an answer.
 */
import type { Directives, Document, Filter, FunctionCall, Predicate, Selection } from '../../dql';
import { OwlgateError } from '../../errors';
import { withArticle } from '../../util/text';
import { partsOf } from './query-parts';
import type { PropertyTerm, Vocabulary } from './vocabulary';

/** Returns the types of stored nodes by uid. */
export type TypesOf = (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Classes that all nodes of a place in the query must have, each with the words of the query that demand it. */
type Demands = ReadonlyMap<string, string>;

/** Maximum nodes of a query whose types are read. */
const MAX_NODES = 50;

/**
 * Refuses a query that asks something of nodes that cannot have it, by domains, ranges and disjoint classes.
 *
 * @throws OwlgateError InvalidRequest with the reason
 */
export async function requirePossible(document: Document, vocabulary: Vocabulary, typesOf: TypesOf): Promise<void> {
  const uids = uidsIn(document);
  const types = uids.length === 0 ? new Map<string, readonly string[]>() : await typesOf(uids.slice(0, MAX_NODES));
  new Walk(document, vocabulary, types).run();
}

class Walk {
  private readonly fragments: ReadonlyMap<string, readonly Selection[]>;
  /** Demands on the nodes of uid variables. */
  private readonly variables = new Map<string, Demands>();

  constructor(
    private readonly document: Document,
    private readonly vocabulary: Vocabulary,
    private readonly types: ReadonlyMap<string, readonly string[]>,
  ) {
    this.fragments = new Map(document.fragments.map(({ name, selection }) => [name, selection]));
  }

  run(): void {
    for (const block of this.document.blocks) {
      if (block.kind !== 'QueryBlock' || block.shortest || block.directives.recurse) continue;
      const demands = this.joined(new Map(), block.func ? this.ofFunction(block.func) : []);
      const all = this.filtered(demands, block.directives);
      if (block.variable !== undefined) this.variables.set(block.variable, all);
      this.select(block.selection ?? [], all, 0);
    }
  }

  private select(selection: readonly Selection[], demands: Demands, depth: number): void {
    if (depth > 20) return;
    for (const each of selection) {
      if (each.kind === 'FragmentSpread') this.select(this.fragments.get(each.name) ?? [], demands, depth + 1);
      if ((each.kind !== 'Field' && each.kind !== 'CountField') || !each.predicate) continue;
      const { predicate, directives } = each;
      this.joined(demands, this.near(predicate));
      const inside = this.filtered(this.joined(new Map(), this.far(predicate)), directives);
      if (each.kind !== 'Field') continue;
      if (each.variable !== undefined && each.selection) this.variables.set(each.variable, inside);
      this.select(each.selection ?? [], inside, depth + 1);
    }
  }

  private filtered(demands: Demands, { filter, cascade }: Directives): Demands {
    const named = (cascade ?? []).flatMap((predicate) => this.near(predicate));
    return this.joined(demands, [...named, ...(filter ? this.ofFilter(filter) : [])]);
  }

  /** Demands of a filter; alternatives and denials demand nothing. */
  private ofFilter(filter: Filter): (readonly [string, string])[] {
    if (filter.kind === 'And') return filter.operands.flatMap((each) => this.ofFilter(each));
    return filter.kind === 'FunctionCall' ? this.ofFunction(filter) : [];
  }

  private ofFunction({ name, subject, args }: FunctionCall): (readonly [string, string])[] {
    const texts = args.flatMap((arg) =>
      arg.kind === 'Scalar' ? [arg.text] : arg.kind === 'VariableName' ? [arg.name] : [],
    );
    if (name === 'type') return texts.map((type) => [type, `type(${type})`] as const);
    if (name === 'uid') return this.ofUids(texts);
    if (subject?.kind === 'Predicate' && TYPES.has(subject.name))
      return name === 'eq' && texts.length === 1 ? [[texts[0]!, `type(${texts[0]!})`]] : [];
    if (subject?.kind === 'Predicate') return this.near(subject);
    return [];
  }

  /** Demands that all of several nodes share; those of one node are its types. */
  private ofUids(names: readonly string[]): (readonly [string, string])[] {
    const each = names.map((name) => {
      const types = this.types.get(name);
      return types ? new Map(types.map((type) => [type, `the node ${name}`])) : this.variables.get(name);
    });
    const [first, ...others] = each;
    if (!first || others.some((demands) => demands === undefined)) return [];
    return [...first].filter(([type]) => others.every((demands) => demands!.has(type)));
  }

  /** Demands of a predicate on the nodes that have it. */
  private near({ name, reverse }: Predicate): (readonly [string, string])[] {
    return this.side(name, reverse ? 'range' : 'domain', reverse);
  }

  /** Demands on the nodes that it leads to. */
  private far({ name, reverse }: Predicate): (readonly [string, string])[] {
    return this.side(name, reverse ? 'domain' : 'range', reverse);
  }

  private side(name: string, side: 'domain' | 'range', reverse: boolean): (readonly [string, string])[] {
    const term: PropertyTerm | undefined = this.vocabulary.properties.get(name);
    if (!term) return [];
    const classes = term[side];
    const isUnion = side === 'domain' ? term.domainIsUnion : term.rangeIsUnion;
    // Of a union, one class may hold.
    if (isUnion && classes.length > 1) return [];
    return classes.map((cls) => [cls, `${reverse ? '~' : ''}${name} (its ${side} is ${cls})`] as const);
  }

  /** Adds demands. @throws OwlgateError InvalidRequest if two of them exclude one another */
  private joined(demands: Demands, added: readonly (readonly [string, string])[]): Demands {
    const all = new Map(demands);
    for (const [type, words] of added) {
      const pair = this.vocabulary.contradiction([...all.keys()], [type]);
      if (pair) {
        const other = this.vocabulary.labelOf(pair[0]);
        const reason =
          `no node can have both ${all.get(pair[0])!} and ${words}: nothing is both ${withArticle(other)} and ` +
          withArticle(this.vocabulary.labelOf(type));
        throw new OwlgateError('InvalidRequest', { reason });
      }
      if (!all.has(type)) all.set(type, words);
    }
    return all;
  }
}

const TYPES = new Set(['graph.type', 'dgraph.type']);
const UID = /^0x[0-9a-f]{1,16}$/i;

/** Uids that a query names in `uid(…)`. */
const uidsIn = (document: Document): string[] =>
  [...partsOf(document)].flatMap(({ kind, name, args }) =>
    kind === 'FunctionCall' && name === 'uid'
      ? (args as readonly { text?: unknown }[]).flatMap(({ text }) =>
          typeof text === 'string' && UID.test(text) ? [text] : [],
        )
      : [],
  );
