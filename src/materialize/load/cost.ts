/**
 * Linter for cost: warns of axioms whose consequences explode, with an estimate on the stored data.
 *
 * Estimates use counts: edges of a predicate, its subjects, its objects (with a reverse index), the maximum edges of
 * one node. For transitive properties, they use walks of a few steps from nodes at even distances. They are orders of
 * magnitude. After an earlier materialization, the counts include inferred edges.
 */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { TYPE_PREDICATE } from '../../mutation';
import type { Iri, LoadedOntology, OntologyWarning } from '../../ontology';
import type { Plan } from '../../reasoner';
import { findPatterns } from './cost-patterns';
import type { Direction, Pattern } from './cost-patterns';
import type { EngineSchema } from '../store/engine-schema';
import { printPredicate } from '../store/reads';

/** Facts above which a pattern is reported that is harmless on most data. */
const MANY = 100_000;
/** Minimum ratio of these facts to the facts that they derive from. */
const FACTOR = 10;
/**
 * Edges at one node that are worth a warning. A posting list of so many inferred edges exceeds half a megabyte, and
 * Dgraph splits it. For a predicate with `@count`, Dgraph reads the whole split list for each edge written there.
 */
const HUB = 20_000;
/** Nodes merged by equality at one place that are worth a warning. */
const MANY_SAME = 30;
const SAMPLE = 8;
const DEPTH = 12;
const TIMEOUT = '5s';

export interface CostOptions {
  readonly engine: Pick<Engine, 'query'>;
  readonly schema: EngineSchema;
  readonly loaded: LoadedOntology;
  readonly plan: Plan;
  readonly credentials?: Credentials | undefined;
}

/**
 * Returns warnings with estimates; without estimates if the engine refuses the queries. @throws OwlgateError
 * EngineUnreachable
 */
export async function costWarnings(options: CostOptions): Promise<OntologyWarning[]> {
  const { loaded, plan } = options;
  const patterns = findPatterns(loaded, plan);
  if (patterns.length === 0) return [];
  const estimates = new Estimates(options);
  await estimates.count(patterns.flatMap(propertiesOf));
  const warnings = new Map<string, OntologyWarning>();
  for (const pattern of patterns) {
    const said = await estimates.say(pattern);
    if (said === undefined) continue;
    const { text, position } = pattern.axiom;
    const warning = { code: CODES[pattern.kind], message: `${text}: ${said}`, ...position };
    warnings.set(`${warning.code} ${warning.message}`, warning);
  }
  return [...warnings.values()];
}

const CODES: Readonly<Record<Pattern['kind'], string>> = {
  clique: 'cost-clique',
  transitive: 'cost-transitive',
  chain: 'cost-chain',
  reflexive: 'cost-reflexive',
  turned: 'cost-hub',
  depth: 'cost-superclasses',
  join: 'cost-join',
  same: 'cost-equality',
};

function propertiesOf(pattern: Pattern): Iri[] {
  switch (pattern.kind) {
    case 'clique':
    case 'transitive':
      return pattern.sources.map(({ iri }) => iri);
    case 'chain':
      return pattern.chain.map(({ iri }) => iri);
    case 'turned':
    case 'same':
      return [pattern.property];
    default:
      return [];
  }
}

interface Counted {
  readonly edges: number;
  /** Nodes with at least one edge. */
  readonly subjects: number;
  /** Maximum edges of one node. */
  readonly mostOut: number;
  /** Nodes with an incoming edge, and the maximum of incoming edges; undefined without a reverse index. */
  readonly objects?: number | undefined;
  readonly mostIn?: number | undefined;
}

const NONE: Counted = { edges: 0, subjects: 0, mostOut: 0, objects: 0, mostIn: 0 };

class Estimates {
  private readonly counted = new Map<Iri, Counted>();

  constructor(private readonly options: CostOptions) {}

  async count(properties: readonly Iri[]): Promise<void> {
    for (const iri of new Set(properties)) {
      const name = this.nameOf(iri);
      if (name !== undefined) this.counted.set(iri, await this.countOne(name));
    }
  }

  /** Returns the warning for a pattern on the stored data; undefined if there is none. */
  async say(pattern: Pattern): Promise<string | undefined> {
    switch (pattern.kind) {
      case 'clique':
        return this.sayClique(pattern.property, pattern.sources);
      case 'transitive':
        return this.sayTransitive(pattern.property, pattern.sources);
      case 'chain':
        return this.sayChain(pattern);
      case 'reflexive': {
        const nodes = await this.countNodes(`has(${TYPE_PREDICATE})`);
        const told = nodes > 0 ? `: about ${rounded(nodes)} for what is stored` : '';
        return `a reflexive property adds an edge from every node to itself${told}`;
      }
      case 'turned': {
        const { mostOut, mostIn = 0 } = this.of(pattern.property);
        const most = Math.max(mostOut, mostIn);
        if (most < HUB) return undefined;
        return `one node has ${rounded(most)} edges of "${this.shown(pattern.property)}", and will have as many the other way: each write there becomes slow (owlgate:count false leaves out the index that makes it so)`;
      }
      case 'depth': {
        const { name, superclasses, isMore } = pattern;
        const members = await this.countNodes(`eq(${TYPE_PREDICATE}, ${JSON.stringify(name)})`);
        const told =
          members > 0 ? `; ${rounded(members)} are stored: about ${rounded(members * superclasses)} facts` : '';
        const more = isMore ? '; other classes have nearly as many' : '';
        return `every member of "${name}" becomes a member of ${superclasses} more classes${told}${more}`;
      }
      case 'join':
        return `its conditions fall into ${pattern.parts} parts that have nothing in common: every match of one is combined with every match of the other`;
      case 'same': {
        const { mostOut, mostIn = 0 } = this.of(pattern.property);
        const most = pattern.inverse ? mostIn : mostOut;
        if (most < MANY_SAME) return undefined;
        return `${rounded(most)} nodes at one place of "${this.shown(pattern.property)}" become one by equality: about ${rounded(most * (most - 1))} facts of owl:sameAs, and every fact of each for all of them`;
      }
    }
  }

  private sayClique(property: Iri, sources: readonly Direction[]): string {
    const { edges, nodes } = this.extent(property, sources);
    const told =
      edges > 0
        ? `: about ${rounded(nodes ** 2)} facts for the ${rounded(edges)} edges of "${this.shown(property)}", if they form one component`
        : '';
    return `transitive, and its edges lead both ways: every n nodes that are connected get n² edges${told}`;
  }

  private async sayTransitive(property: Iri, sources: readonly Direction[]): Promise<string | undefined> {
    const { edges, nodes } = this.extent(property, sources);
    if (edges === 0 || nodes ** 2 / 2 < MANY) return undefined;
    const reach = await this.sampleReach(sources, nodes);
    if (!reach) return undefined;
    const facts = reach.average * reach.starts;
    if (facts < MANY || facts < edges * FACTOR) return undefined;
    const least = reach.isCut ? 'at least ' : '';
    return `about ${least}${rounded(facts)} facts for the ${rounded(edges)} edges of "${this.shown(property)}": from a node with one, ${rounded(reach.average)} others are reached${reach.isCut ? ` in ${DEPTH} steps` : ''}`;
  }

  private sayChain({ chain, isCyclic, super: sup }: Pattern & { readonly kind: 'chain' }): string | undefined {
    const sizes = chain.map(({ iri, inverse }) => {
      const { edges, subjects, objects = edges } = this.of(iri);
      return { edges, starts: inverse ? objects : subjects };
    });
    const [first, ...rest] = sizes;
    const facts = rest.reduce((n, { edges, starts }) => (starts > 0 ? (n * edges) / starts : 0), first!.edges);
    const stored = sizes.reduce((n, { edges }) => n + edges, 0);
    const name = this.shown(sup.iri);
    const told =
      facts > 0 ? `: about ${rounded(facts)} facts of "${name}" for the ${rounded(stored)} edges stored` : '';
    if (isCyclic) {
      const first = told === '' ? '' : `${told}, in a first step`;
      return `the chain feeds itself, so that edges follow from edges that followed, along every path${first}`;
    }
    if (facts < MANY || facts < stored * FACTOR) return undefined;
    return `the chain goes through nodes with many edges${told}`;
  }

  /**
   * Returns the number of edges that are or become edges of a property, and the number of nodes that they can connect.
   */
  private extent(property: Iri, sources: readonly Direction[]): { readonly edges: number; readonly nodes: number } {
    const own = this.of(property);
    const others = [...new Set(sources.map(({ iri }) => iri))]
      .filter((iri) => iri !== property)
      .map((iri) => this.of(iri));
    const sum = others.reduce((n, { edges }) => n + edges, 0);
    // After a materialization, the property's own edges include those of the others.
    const edges = Math.max(own.edges, sum);
    const ends = [own, ...others].reduce((n, { subjects, objects, edges: all }) => n + subjects + (objects ?? all), 0);
    return { edges, nodes: Math.min(edges + 1, ends) };
  }

  /** Walks from a few nodes that have an edge. */
  private async sampleReach(
    sources: readonly Direction[],
    most: number,
  ): Promise<{ readonly average: number; readonly starts: number; readonly isCut: boolean } | undefined> {
    const fields = sources.flatMap(({ iri, inverse }) => {
      const name = this.nameOf(iri);
      if (name === undefined || (inverse && !this.options.schema.get(name)?.reverse)) return [];
      return [printPredicate(name, inverse)];
    });
    const roots = sources.map(({ iri, inverse }) => ({ iri, starts: inverse ? 0 : this.of(iri).subjects }));
    const root = roots.reduce((a, b) => (b.starts > a.starts ? b : a));
    const name = this.nameOf(root.iri);
    if (name === undefined || root.starts === 0 || fields.length === 0) return undefined;
    const count = Math.min(SAMPLE, root.starts);
    let reached = 0;
    let isCut = false;
    for (let i = 0; i < count; i++) {
      const offset = Math.floor((root.starts * i) / count);
      const levels = Array.from({ length: DEPTH }, (_, level) => {
        const edges = fields.map((field, f) => `l${level + 1}x${f} as ${field}`).join(' ');
        return `var(func: uid(${variables(level, fields.length)})) { ${edges} }\nc${level}(func: uid(${variables(level + 1, fields.length)})) { n: count(uid) }`;
      });
      const start = `l0x0 as var(func: has(${printPredicate(name)}), first: 1, offset: ${offset}) { uid }`;
      const data = await this.query(`{ ${start}\n${levels.join('\n')} }`);
      if (!data) return undefined;
      const sizes = Array.from({ length: DEPTH }, (_, level) => numberOf(data[`c${level}`], 'n'));
      reached += Math.min(
        most,
        sizes.reduce((a, b) => a + b, 0),
      );
      isCut ||= sizes.at(-1)! > 0;
    }
    return { average: reached / count, starts: root.starts, isCut };
  }

  private async countOne(name: string): Promise<Counted> {
    const { schema } = this.options;
    const p = printPredicate(name);
    const back = printPredicate(name, true);
    const blocks = [
      `var(func: has(${p})) { n as count(${p}) }`,
      'sums() { edges: sum(val(n)) most: max(val(n)) }',
      `subjects(func: has(${p})) { n: count(uid) }`,
    ];
    const hasReverse = schema.get(name)?.reverse === true;
    if (hasReverse) {
      blocks.push(
        `var(func: has(${back})) { m as count(${back}) }`,
        'back() { most: max(val(m)) }',
        `objects(func: has(${back})) { n: count(uid) }`,
      );
    }
    const data = await this.query(`{ ${blocks.join('\n')} }`);
    if (!data) return NONE;
    return {
      edges: numberOf(data['sums'], 'edges'),
      subjects: numberOf(data['subjects'], 'n'),
      mostOut: numberOf(data['sums'], 'most'),
      ...(hasReverse && { objects: numberOf(data['objects'], 'n'), mostIn: numberOf(data['back'], 'most') }),
    };
  }

  private async countNodes(root: string): Promise<number> {
    return numberOf((await this.query(`{ q(func: ${root}) { n: count(uid) } }`))?.['q'], 'n');
  }

  private async query(text: string): Promise<Record<string, unknown> | undefined> {
    const { engine, credentials } = this.options;
    try {
      const { data } = await engine.query(text, {
        readOnly: true,
        timeout: TIMEOUT,
        ...(credentials && { credentials }),
      });
      return data;
    } catch (error) {
      if (error instanceof EngineFailure) return undefined;
      throw error;
    }
  }

  private of(iri: Iri): Counted {
    return this.counted.get(iri) ?? NONE;
  }

  /** Returns the predicate of a property, if the engine has edges under it. */
  private nameOf(iri: Iri): string | undefined {
    const name = this.options.loaded.names.property(iri);
    return name !== undefined && this.options.schema.get(name)?.type === 'uid' ? name : undefined;
  }

  private shown(iri: Iri): string {
    return this.options.loaded.names.property(iri) ?? iri;
  }
}

const variables = (level: number, fields: number): string =>
  level === 0 ? 'l0x0' : Array.from({ length: fields }, (_, f) => `l${level}x${f}`).join(', ');

/** Returns a number of a block's answer. Fields of one block may come in several objects. */
function numberOf(rows: unknown, field: string): number {
  if (!Array.isArray(rows)) return 0;
  for (const row of rows as readonly Record<string, unknown>[]) if (field in row) return Number(row[field]) || 0;
  return 0;
}

/** Rounds to two significant digits, the precision of an estimate. */
function rounded(value: number): string {
  const digits = Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return (Math.round(value / 10 ** digits) * 10 ** digits).toLocaleString('en-US');
}
