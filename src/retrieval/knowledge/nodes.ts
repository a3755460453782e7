/** Nodes of the graph: search by label, and reading of their facts, asserted and inferred. */
import type { EngineSchema } from '../../dgraph';
import { decoded } from '../../util/text';
import type { Graph, Linker, Mention, NodeReference, Statement } from '../types';
import { labelsOf } from './annotations';
import { inDql, isReserved, labelPredicates, type LabelPredicate } from './labels';

/** Node with its labels and types. */
export interface Node extends NodeReference {
  readonly labels: readonly string[];
  readonly types: readonly string[];
}

/** Fact of a node. */
interface Edge {
  readonly statement: Statement;
  /** `in` if the node is the object. */
  readonly direction: 'out' | 'in';
  /** Other node of an edge. */
  readonly other?: Node;
}

type Row = Readonly<Record<string, unknown>>;

const FACET = 'owl.inferred';
/** Maximum edges read per node and predicate. */
const MAX_EDGES = 60;
/** Maximum predicates per query. */
const MAX_PREDICATES = 150;
const UID = /^0x[0-9a-f]{1,16}$/;

/** Reader of one graph for one question; caches the schema and the edges. */
export class Nodes {
  private stored: Promise<EngineSchema> | undefined;
  private readonly edgeCache = new Map<string, Promise<readonly Edge[]>>();

  /** Labels of individuals in the ontology, by IRI. */
  private readonly annotatedLabels: ReadonlyMap<string, readonly string[]>;

  constructor(
    private readonly graph: Graph,
    private readonly linker: Linker,
    private readonly signal: AbortSignal,
    /** Tag of the language in which a node's label is told, where it has one. */
    private readonly language = 'en',
  ) {
    this.annotatedLabels = graph.ontology ? labelsOf(graph.ontology) : new Map();
  }

  /** Returns a reader that tells labels in a language. */
  in(language: string): Nodes {
    return language === this.language ? this : new Nodes(this.graph, this.linker, this.signal, language);
  }

  async labels(): Promise<readonly LabelPredicate[]> {
    return labelPredicates(await this.schema());
  }

  schema(): Promise<EngineSchema> {
    return (this.stored ??= this.graph.schema());
  }

  /** Returns the mentions of a text, the longest label at each place. */
  mentions(text: string): Promise<readonly Mention[]> {
    return this.linker.mentions(text, this.signal);
  }

  /**
   * Finds nodes whose label is the phrase. If there are none, finds nodes whose labels contain all its words, or any of
   * them if `some` is set.
   *
   * @returns per phrase at most `limit` nodes, shortest labels first
   */
  async find(phrases: readonly string[], limit: number, some = false): Promise<Node[][]> {
    const exact = await Promise.all(phrases.map((phrase) => this.findByLabel(phrase, limit)));
    const unmatched = phrases.filter((_, i) => exact[i]!.length === 0);
    const near = await this.findByWords(unmatched, limit, some);
    return exact.map((nodes, i) => (nodes.length > 0 ? nodes : near[unmatched.indexOf(phrases[i]!)]!));
  }

  private async findByLabel(phrase: string, limit: number): Promise<Node[]> {
    const mention = (await this.mentions(phrase)).find(
      ({ start, end }) => !/\p{L}{4}|\d/u.test(phrase.slice(0, start) + phrase.slice(end)),
    );
    return mention ? this.read(mention.uids.slice(0, limit)) : [];
  }

  private async findByWords(phrases: readonly string[], limit: number, some: boolean): Promise<Node[][]> {
    const labels = (await this.labels()).filter(({ finder, isExact }) => finder ?? isExact);
    const hasIris = (await this.schema()).schema.some(({ predicate }) => predicate === 'iri');
    if ((labels.length === 0 && !hasIris) || phrases.length === 0) return phrases.map(() => []);
    const variables: Record<string, string> = {};
    const blocks: string[] = [];
    const fields = await this.fields();
    for (const [i, phrase] of phrases.entries()) {
      variables[`$p${i}`] = phrase;
      for (const [j, { name, finder, isExact }] of labels.entries()) {
        const matcher = finder ? (some ? finder.any : finder.all) : isExact ? 'eq' : undefined;
        blocks.push(`b${i}_${j}(func: ${matcher!}(${inDql(name)}, $p${i}), first: ${limit * 4}) { ${fields} }`);
      }
      if (hasIris && /^<?[a-z][a-z0-9+.-]*:\S+$/i.test(phrase)) {
        variables[`$p${i}`] = phrase.replace(/^<|>$/g, '');
        blocks.push(`b${i}_iri(func: eq(iri, $p${i}), first: 2) { ${fields} }`);
      }
    }
    if (blocks.length === 0) return phrases.map(() => []);
    const declared = Object.keys(variables).map((name) => `${name}: string`);
    const text = `query find(${declared.join(', ')}) { ${blocks.join('\n')} }`;
    const data = await this.graph.query<Record<string, readonly Row[]>>(text, variables, this.signal);
    return phrases.map((_, i) => {
      const nodes = new Map<string, Node>();
      for (const [name, rows] of Object.entries(data)) {
        if (!name.startsWith(`b${i}_`)) continue;
        for (const row of rows) {
          const node = this.toNode(row, labels);
          if (node && !node.types.some(isReserved)) nodes.set(node.uid, node);
        }
      }
      return [...nodes.values()]
        .sort((a, b) => shortestLabel(a) - shortestLabel(b) || (a.uid < b.uid ? -1 : 1))
        .slice(0, limit);
    });
  }

  /** Reads nodes by uid; omits uids without data. */
  async read(uids: readonly string[]): Promise<Node[]> {
    const valid = uids.filter((uid) => UID.test(uid));
    if (valid.length === 0) return [];
    const text = `{ n(func: uid(${valid.join(', ')})) { ${await this.fields()} } }`;
    const { n = [] } = await this.graph.query<{ n?: readonly Row[] }>(text, undefined, this.signal);
    return this.nodes(n);
  }

  /** Reads nodes; uids without data are absent. */
  async byUid(uids: readonly string[]): Promise<ReadonlyMap<string, Node>> {
    return new Map((await this.read(uids)).map((node) => [node.uid, node]));
  }

  /** Reads nodes of any of these types. */
  async ofTypes(types: readonly string[], limit: number): Promise<Node[]> {
    if (types.length === 0) return [];
    const variables: Record<string, string> = {};
    const typeVariables = types.slice(0, 200).map((type, i) => {
      variables[`$t${i}`] = type;
      return `$t${i}`;
    });
    const declared = typeVariables.map((name) => `${name}: string`).join(', ');
    const text =
      `query of(${declared}) { n(func: eq(dgraph.type, [${typeVariables.join(', ')}]), first: ${limit}) { ` +
      `${await this.fields()} } }`;
    const { n = [] } = await this.graph.query<{ n?: readonly Row[] }>(text, variables, this.signal);
    return this.nodes(n);
  }

  /** Returns the facts of a node in both directions, types included. */
  edges(node: Node): Promise<readonly Edge[]> {
    let edges = this.edgeCache.get(node.uid);
    if (!edges) this.edgeCache.set(node.uid, (edges = this.readEdges(node)));
    return edges;
  }

  private async readEdges(node: Node): Promise<readonly Edge[]> {
    if (!UID.test(node.uid)) return [];
    const labels = await this.labels();
    const { schema } = await this.schema();
    const predicates = schema.filter(({ predicate }) => !isReserved(predicate) && predicate !== 'iri');
    const fields = await this.fields();
    const edges: Edge[] = [];
    for (let from = 0; from < predicates.length || from === 0; from += MAX_PREDICATES) {
      const part = predicates.slice(from, from + MAX_PREDICATES);
      const lines = part.flatMap(({ predicate, type, reverse }, i) => {
        const p = inDql(predicate);
        if (type === 'password' || type === 'float32vector') return [];
        if (type !== 'uid') return [`v${i}: ${p} @facets(${FACET})`];
        const out = `e${i}: ${p} (first: ${MAX_EDGES}) @facets(${FACET}) { ${fields} }`;
        return reverse
          ? [out, `r${i}: ${inDql(`~${predicate}`)} (first: ${MAX_EDGES}) @facets(${FACET}) { ${fields} }`]
          : [out];
      });
      const types = from === 0 ? `dgraph.type @facets(${FACET})` : 'uid';
      const text = `{ n(func: uid(${node.uid})) { ${types}\n${lines.join('\n')} } }`;
      const { n } = await this.graph.query<{ n?: readonly Row[] }>(text, undefined, this.signal);
      const row = n?.[0] ?? {};
      if (from === 0) edges.push(...typeEdges(node, row));
      for (const [i, { predicate }] of part.entries()) edges.push(...this.edgesOf(node, row, i, predicate, labels));
    }
    return edges;
  }

  private async nodes(rows: readonly Row[]): Promise<Node[]> {
    const labels = await this.labels();
    return rows.flatMap((row) => this.toNode(row, labels) ?? []).filter((node) => !node.types.some(isReserved));
  }

  private toNode(row: Row, predicates: readonly LabelPredicate[]): Node | undefined {
    const { uid, iri, t } = row;
    if (typeof uid !== 'string') return undefined;
    const types = (Array.isArray(t) ? t : [t]).filter((type): type is string => typeof type === 'string');
    const isIri = typeof iri === 'string';
    const labels = [
      ...((isIri && this.annotated(iri)) || []),
      ...predicates.flatMap((predicate, i) => this.textsOf(row, predicate, i)),
    ].filter((label): label is string => typeof label === 'string' && label !== '');
    const label = labels[0] ?? (isIri ? localName(iri) : undefined);
    return {
      uid,
      ...(isIri && { iri }),
      ...(label !== undefined && { label }),
      labels: label === undefined ? [] : [...new Set([label, ...labels])],
      types,
    };
  }

  private annotated(iri: string): readonly string[] | undefined {
    const own = this.graph.ontology?.loaded.ontology.entities.get(iri)?.labels.get(this.language);
    const all = this.annotatedLabels.get(iri);
    return own === undefined ? all : [own, ...all!];
  }

  /** Labels of a predicate: in the reader's language, without a language, in English, in others. */
  private textsOf(row: Row, { name, hasLanguages }: LabelPredicate, i: number): unknown[] {
    if (!hasLanguages) return [row[`l${i}`] ?? []].flat();
    const preferred = [`${name}@${this.language}`, name, `${name}@en`];
    const others = Object.keys(row).filter((key) => key.startsWith(`${name}@`) && !preferred.includes(key));
    return [...preferred, ...others].flatMap((key) => row[key] ?? []);
  }

  private edgesOf(node: Node, row: Row, i: number, predicate: string, labels: readonly LabelPredicate[]): Edge[] {
    const values = row[`v${i}`];
    if (values !== undefined) {
      const facets = row[`v${i}|${FACET}`] as Readonly<Record<string, unknown>> | boolean | undefined;
      return (Array.isArray(values) ? values : [values]).map((value: unknown, at) => {
        const isInferred = typeof facets === 'object' ? facets[String(at)] === true : facets === true;
        return fact(node, predicate, toScalar(value), isInferred);
      });
    }
    const between = (key: string, direction: Edge['direction']): Edge[] => {
      const rows = row[key];
      return (Array.isArray(rows) ? rows : rows ? [rows] : []).flatMap((each: Row): Edge[] => {
        const other = this.toNode(each, labels);
        if (!other || other.types.some(isReserved)) return [];
        const status = each[`${key}|${FACET}`] === true ? 'inferred' : 'asserted';
        const [subject, object] = direction === 'out' ? [node, other] : [other, node];
        return [
          {
            statement: { subject: referenceOf(subject), predicate, object: referenceOf(object), status },
            direction,
            other,
          },
        ];
      });
    };
    return [...between(`e${i}`, 'out'), ...between(`r${i}`, 'in')];
  }

  /** Returns the DQL fields that every node needs. */
  private async fields(): Promise<string> {
    const { schema } = await this.schema();
    const iri = schema.some(({ predicate }) => predicate === 'iri') ? 'iri' : '';
    const labels = (await this.labels()).map(({ name, hasLanguages }, i) =>
      hasLanguages ? `${inDql(name)}@*` : `l${i}: ${inDql(name)}`,
    );
    return `uid ${iri} t: dgraph.type ${labels.join(' ')}`;
  }
}

export const referenceOf = ({ uid, iri, label }: NodeReference): NodeReference => ({
  uid,
  ...(iri !== undefined && { iri }),
  ...(label !== undefined && { label }),
});

const shortestLabel = (node: Node): number => Math.min(Infinity, ...node.labels.map((label) => label.length));

const localName = (iri: string): string =>
  decoded(iri.slice(iri.search(/(?<![^#/:])[^#/:]*[#/]?$/)))
    .replace(/[_-]+/g, ' ')
    .trim();

function typeEdges(node: Node, row: Row): Edge[] {
  const types = row['dgraph.type'];
  const facets = (row[`dgraph.type|${FACET}`] ?? {}) as Readonly<Record<string, unknown>> | boolean;
  return (Array.isArray(types) ? types : []).flatMap((type: unknown, i): Edge[] => {
    if (typeof type !== 'string' || isReserved(type)) return [];
    const isInferred = typeof facets === 'boolean' ? facets : facets[String(i)] === true;
    return [fact(node, 'graph.type', type, isInferred)];
  });
}

const fact = (node: Node, predicate: string, object: string | number | boolean, isInferred: boolean): Edge => ({
  statement: { subject: referenceOf(node), predicate, object, status: isInferred ? 'inferred' : 'asserted' },
  direction: 'out',
});

const toScalar = (value: unknown): string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : JSON.stringify(value);
