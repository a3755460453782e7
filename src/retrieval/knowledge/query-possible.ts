/**
 * Possibility of DQL queries of models under the ontology: a predicate asked of nodes whose classes its domain excludes
 * finds nothing, which reads like an answer.
 */
import type {
  Directives,
  Document,
  Field,
  Filter,
  FunctionArgument,
  FunctionCall,
  Predicate,
  Selection,
} from '../../dql';
import { OwlgateError } from '../../errors';
import { withArticle } from '../../util/text';
import { partsOf } from './query-parts';
import type { PropertyTerm, Vocabulary } from './vocabulary';

/** Returns the types of stored nodes by uid. */
export type TypesOf = (uids: readonly string[]) => Promise<ReadonlyMap<string, readonly string[]>>;

/** Classes that a node must have, each with the words of the query that demand it. */
type Demands = ReadonlyMap<string, string>;
/** Alternative demands on the nodes of a place in the query; each node meets one or more of them. At least one. */
type Alternatives = readonly Demands[];
/** Demands that a part of a query adds. */
type Added = readonly (readonly [type: string, words: string])[];

/** Maximum nodes of a query whose types are read. */
const MAX_NODES = 50;
/** Maximum alternatives of a place; of more, what they share is demanded. */
const MAX_ALTERNATIVES = 16;
/** Maximum classes that a place demands. */
const MAX_DEMANDS = 100;
/** Maximum walks over a query: a variable may be used in a block before that of its definition. */
const MAX_WALKS = 4;

/**
 * Refuses a query that asks something of nodes that cannot have it, by domains, ranges and disjoint classes.
 *
 * @param document without fragments
 * @throws OwlgateError InvalidRequest with the reason
 */
export async function requirePossible(document: Document, vocabulary: Vocabulary, typesOf: TypesOf): Promise<void> {
  const uids = uidsIn(document);
  const types = uids.length === 0 ? new Map<string, readonly string[]>() : await typesOf(uids.slice(0, MAX_NODES));
  const walk = new Walk(document, vocabulary, types);
  const defining = [...partsOf(document)].filter(({ variable }) => variable !== undefined).length;
  for (let left = Math.min(1 + defining, MAX_WALKS); left > 0; left--) walk.run();
}

class Walk {
  /** Demands on the nodes of variables, as far as previous walks know them. */
  private readonly variables = new Map<string, Alternatives>();

  constructor(
    private readonly document: Document,
    private readonly vocabulary: Vocabulary,
    private readonly types: ReadonlyMap<string, readonly string[]>,
  ) {}

  /** @throws OwlgateError InvalidRequest */
  run(): void {
    for (const block of this.document.blocks) {
      if (block.kind !== 'QueryBlock' || block.shortest) continue;
      const demands = block.func ? this.restricted(ANY, block.func) : ANY;
      const all = this.filtered(demands, block.directives);
      // Of a recursion, only the beginning is of one kind.
      if (block.directives.recurse) continue;
      if (block.variable !== undefined) this.variables.set(block.variable, all);
      this.select(block.selection ?? [], all);
    }
  }

  private select(selection: readonly Selection[], demands: Alternatives): void {
    for (const each of selection) {
      if (each.kind === 'UidField' && each.variable !== undefined) this.variables.set(each.variable, demands);
      if ((each.kind !== 'Field' && each.kind !== 'CountField') || !each.predicate) continue;
      // A node without values is counted, too.
      if (each.kind === 'CountField' && each.variable !== undefined) this.variables.set(each.variable, demands);
      const { predicate, directives } = each;
      const having = this.anyOf(demands, this.near(predicate));
      const inside = this.filtered(this.anyOf(ANY, this.far(predicate)), directives);
      if (each.kind !== 'Field') continue;
      if (each.variable !== undefined) this.variables.set(each.variable, this.ofVariable(each, having, inside));
      this.select(each.selection ?? [], inside);
    }
  }

  /** Demands on the nodes of a field's variable: a variable of values stands for the nodes that have them. */
  private ofVariable({ predicate, selection }: Field, having: Alternatives, inside: Alternatives): Alternatives {
    if (selection) return inside;
    const term = this.vocabulary.properties.get(predicate.name);
    if (!term) return ANY;
    return term.isObject ? inside : having;
  }

  private filtered(demands: Alternatives, { filter, cascade }: Directives): Alternatives {
    const named = (cascade ?? []).reduce((all, predicate) => this.anyOf(all, this.near(predicate)), demands);
    return filter ? this.restricted(named, filter) : named;
  }

  /** Demands of nodes after a filter; a denial demands nothing. */
  private restricted(demands: Alternatives, filter: Filter): Alternatives {
    switch (filter.kind) {
      case 'And':
        return filter.operands.reduce((all, operand) => this.restricted(all, operand), demands);
      case 'Or':
        return this.oneOf(filter.operands.map((operand) => () => this.restricted(demands, operand)));
      case 'Not':
        return demands;
      case 'FunctionCall':
        return this.anyOf(demands, this.ofFunction(filter));
    }
  }

  /** Adds what one of several alternatives adds. */
  private anyOf(demands: Alternatives, added: readonly Added[]): Alternatives {
    return this.oneOf(added.flatMap((one) => demands.map((each) => () => [this.joined(each, one)])));
  }

  /**
   * Returns the possible ones of several alternatives.
   *
   * @throws OwlgateError InvalidRequest of the first alternative if none is possible
   */
  private oneOf(alternatives: readonly (() => Alternatives)[]): Alternatives {
    const possible: Demands[] = [];
    let refusal: unknown;
    for (const alternative of alternatives) {
      try {
        possible.push(...alternative());
      } catch (error) {
        if (!(error instanceof OwlgateError)) throw error;
        refusal ??= error;
      }
    }
    if (possible.length === 0) throw refusal;
    return possible.length > MAX_ALTERNATIVES ? [shared(possible)] : possible;
  }

  /** Alternatives of a function, of which its nodes meet one or more; at least one. */
  private ofFunction({ name, subject, args }: FunctionCall): readonly Added[] {
    const texts = args.flatMap(textsOf);
    if (texts.length > MAX_ALTERNATIVES) return [[]];
    if (texts.length > 0 && name === 'type') return texts.map(ofType);
    if (texts.length > 0 && name === 'uid') return texts.flatMap((text) => this.ofNode(text));
    if (subject?.kind !== 'Predicate') return [[]];
    if (TYPES.has(subject.name)) return name === 'eq' && texts.length > 0 ? texts.map(ofType) : [[]];
    if (name === 'uid_in' && texts.length > 0) {
      const nodes = texts.flatMap((text) => this.ofNode(text));
      this.anyOf(this.anyOf(ANY, nodes), this.far(subject));
    }
    return this.near(subject);
  }

  /** Alternatives of a node or a variable of nodes: those of a node are its types. */
  private ofNode(name: string): readonly Added[] {
    const types = this.types.get(name);
    if (types) return [types.map((type) => [type, `the node ${name}`])];
    return (this.variables.get(name) ?? ANY).map((demands) => [...demands]);
  }

  /** Alternative demands of a predicate on the nodes that have it. */
  private near({ name, reverse }: Predicate): readonly Added[] {
    return this.side(name, reverse ? 'range' : 'domain', reverse);
  }

  /** Alternative demands on the nodes that it leads to. */
  private far({ name, reverse }: Predicate): readonly Added[] {
    return this.side(name, reverse ? 'domain' : 'range', reverse);
  }

  private side(name: string, side: 'domain' | 'range', reverse: boolean): readonly Added[] {
    const term: PropertyTerm | undefined = this.vocabulary.properties.get(name);
    if (!term || term[side].length === 0) return [[]];
    const isUnion = side === 'domain' ? term.domainIsUnion : term.rangeIsUnion;
    const demands = term[side].map((cls) => [cls, `${reverse ? '~' : ''}${name} (its ${side} is ${cls})`] as const);
    return isUnion ? demands.map((demand) => [demand]) : [demands];
  }

  /** Adds demands. @throws OwlgateError InvalidRequest if two of them exclude one another */
  private joined(demands: Demands, added: Added): Demands {
    const all = new Map(demands);
    for (const [type, words] of added) {
      if (all.has(type) || all.size >= MAX_DEMANDS) continue;
      const pair = this.vocabulary.contradiction([...all.keys()], [type]);
      if (pair) {
        const other = this.vocabulary.labelOf(pair[0]);
        const reason =
          `no node can have both ${all.get(pair[0])!} and ${words}: nothing is both ${withArticle(other)} and ` +
          withArticle(this.vocabulary.labelOf(type));
        throw new OwlgateError('InvalidRequest', { reason });
      }
      all.set(type, words);
    }
    return all;
  }
}

/** Demands on any node. */
const ANY: Alternatives = [new Map()];

const shared = ([first, ...others]: Alternatives): Demands =>
  new Map([...first!].filter(([type]) => others.every((demands) => demands.has(type))));

const TYPES = new Set(['graph.type', 'dgraph.type']);
const UID = /^0x[0-9a-f]{1,16}$/i;

const ofType = (type: string): Added => [[type, `type(${type})`]];

/** Texts of an argument: items of a list, and what `uid(…)` names within `uid_in`. */
function textsOf(arg: FunctionArgument): readonly string[] {
  if (arg.kind === 'Scalar') return [arg.text];
  if (arg.kind === 'VariableName') return [arg.name];
  if (arg.kind === 'List') return arg.items.flatMap(textsOf);
  return arg.kind === 'FunctionCall' && arg.name === 'uid' ? arg.args.flatMap(textsOf) : [];
}

/** Uids that a query names in `uid(…)` and `uid_in(…)`. */
const uidsIn = (document: Document): string[] => [
  ...new Set(
    [...partsOf(document)].flatMap(({ kind, name, args }) =>
      kind === 'FunctionCall' && (name === 'uid' || name === 'uid_in')
        ? (args as readonly FunctionArgument[]).flatMap(textsOf).filter((text) => UID.test(text))
        : [],
    ),
  ),
];
