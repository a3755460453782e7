/**
 * Linter for cost: warns of axioms whose consequences explode, with an estimate on the stored data.
 *
 * Estimates are orders of magnitude. After an earlier materialization, the counts include inferred edges.
 */
import { TYPE_PREDICATE } from '../../mutation';
import { compareWarnings, mergeWarnings } from '../../ontology';
import type { Iri, OntologyWarning } from '../../ontology';
import { DEPTH, StoredCounts } from './cost-counts';
import type { CountOptions } from './cost-counts';
import type { Direction, Pattern } from './cost-patterns';

/** Minimum facts at which a pattern is reported, if it is harmless on most data. */
const MIN_FACTS = 100_000;
/** Minimum ratio of these facts to the facts that they derive from. */
const MIN_FACTS_PER_EDGE = 10;
/**
 * Edges at one node that are worth a warning. A posting list of so many inferred edges exceeds half a megabyte, and
 * Dgraph splits it. For a predicate with `@count`, Dgraph reads the whole split list for each edge written there.
 */
const MIN_HUB_EDGES = 20_000;
/** Nodes merged by equality at one place that are worth a warning. */
const MIN_EQUAL_NODES = 30;

/**
 * Adds warnings with estimates; without estimates if the engine refuses the queries. The first query is sent at
 * once, and the others read what it has read: facts that are inferred meanwhile do not count.
 *
 * @throws OwlgateError EngineUnreachable
 */
export async function withCosts(
  warnings: readonly OntologyWarning[],
  patterns: readonly Pattern[],
  options: CountOptions,
): Promise<OntologyWarning[]> {
  return [...warnings, ...mergeWarnings(await costWarnings(patterns, options))].sort(compareWarnings);
}

async function costWarnings(patterns: readonly Pattern[], options: CountOptions): Promise<OntologyWarning[]> {
  if (patterns.length === 0) return [];
  const counts = new StoredCounts(options);
  await counts.count(patterns.flatMap(propertiesOf));
  const estimates = new Estimates(counts);
  const warnings = new Map<string, OntologyWarning>();
  for (const pattern of patterns) {
    const reason = await estimates.describe(pattern);
    if (reason === undefined) continue;
    const { text, position } = pattern.axiom;
    const warning = { code: CODES[pattern.kind], message: `${text}: ${reason}`, ...position };
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

class Estimates {
  constructor(private readonly counts: StoredCounts) {}

  /** Returns the warning for a pattern on the stored data; undefined if there is none. */
  async describe(pattern: Pattern): Promise<string | undefined> {
    switch (pattern.kind) {
      case 'clique':
        return this.describeClique(pattern.property, pattern.sources);
      case 'transitive':
        return this.describeTransitive(pattern.property, pattern.sources);
      case 'chain':
        return this.describeChain(pattern);
      case 'reflexive': {
        const nodes = await this.counts.countNodes(`has(${TYPE_PREDICATE})`);
        const estimate = nodes > 0 ? `, about ${rounded(nodes)} edges` : '';
        return `the reflexive property adds an edge from every node to itself${estimate}`;
      }
      case 'turned': {
        const { mostOut, mostIn = 0 } = this.counts.of(pattern.property);
        const most = Math.max(mostOut, mostIn);
        if (most < MIN_HUB_EDGES) return undefined;
        return (
          `one node has ${rounded(most)} edges of "${this.counts.shown(pattern.property)}" and gets as many ` +
          'inferred ones in the other direction; the count index slows down each write there (owlgate:count ' +
          'false omits it)'
        );
      }
      case 'depth': {
        const { name, superclasses, isLeast, isMore } = pattern;
        const least = isLeast ? 'at least ' : '';
        const members = await this.counts.countNodes(`eq(${TYPE_PREDICATE}, ${JSON.stringify(name)})`);
        const estimate =
          members > 0
            ? `; for ${rounded(members)} stored members, ${least || 'about '}${rounded(members * superclasses)} facts`
            : '';
        const more = isMore ? '; other classes have nearly as many superclasses' : '';
        return `every member of "${name}" becomes a member of ${least}${superclasses} more classes${estimate}${more}`;
      }
      case 'join':
        return (
          `its conditions form ${pattern.parts} groups without a common variable; every match of one group is ` +
          'combined with every match of the others'
        );
      case 'same': {
        const { mostOut, mostIn = 0 } = this.counts.of(pattern.property);
        const most = pattern.inverse ? mostIn : mostOut;
        if (most < MIN_EQUAL_NODES) return undefined;
        return (
          `${rounded(most)} nodes share a value of "${this.counts.shown(pattern.property)}" and become equal: ` +
          `about ${rounded(most * (most - 1))} facts of owl:sameAs, and each of these nodes gets the facts of ` +
          'all'
        );
      }
    }
  }

  private describeClique(property: Iri, sources: readonly Direction[]): string {
    const { edges, nodes } = this.counts.extent(property, sources);
    const estimate =
      edges > 0
        ? `; about ${rounded(nodes ** 2)} facts if the ${rounded(edges)} edges of ` +
          `"${this.counts.shown(property)}" form one component`
        : '';
    return `the property is transitive and has edges in both directions: n connected nodes get n² edges${estimate}`;
  }

  private async describeTransitive(property: Iri, sources: readonly Direction[]): Promise<string | undefined> {
    const { edges, nodes } = this.counts.extent(property, sources);
    if (edges === 0 || nodes ** 2 / 2 < MIN_FACTS) return undefined;
    const reach = await this.counts.sampleReach(sources, nodes);
    if (!reach) return undefined;
    const facts = reach.average * reach.starts;
    if (facts < MIN_FACTS || facts < edges * MIN_FACTS_PER_EDGE) return undefined;
    const least = reach.isCut ? 'at least ' : 'about ';
    return (
      `the ${rounded(edges)} edges of "${this.counts.shown(property)}" entail ${least}${rounded(facts)} facts: ` +
      `a node with an edge reaches ${rounded(reach.average)} others on ` +
      `average${reach.isCut ? ` in ${DEPTH} steps` : ''}`
    );
  }

  private describeChain({ chain, isCyclic, super: sup }: Pattern & { readonly kind: 'chain' }): string | undefined {
    const sizes = chain.map(({ iri, inverse }) => {
      const { edges, subjects, objects = edges } = this.counts.of(iri);
      return { edges, starts: inverse ? objects : subjects };
    });
    const [first, ...rest] = sizes;
    const facts = rest.reduce((n, { edges, starts }) => (starts > 0 ? (n * edges) / starts : 0), first!.edges);
    const stored = sizes.reduce((n, { edges }) => n + edges, 0);
    const name = this.counts.shown(sup.iri);
    const estimate =
      facts > 0 ? `: about ${rounded(facts)} facts of "${name}" for the ${rounded(stored)} edges stored` : '';
    if (isCyclic) {
      const first = estimate === '' ? '' : `${estimate} in the first step`;
      return `the chain is recursive: inferred edges entail further edges along every path${first}`;
    }
    if (facts < MIN_FACTS || facts < stored * MIN_FACTS_PER_EDGE) return undefined;
    return `the chain goes through nodes with many edges${estimate}`;
  }
}

/** Rounds to two significant digits, the precision of an estimate. */
function rounded(value: number): string {
  const digits = Math.max(0, Math.floor(Math.log10(Math.max(1, value))) - 1);
  return (Math.round(value / 10 ** digits) * 10 ** digits).toLocaleString('en-US');
}
