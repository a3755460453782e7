/**
 * Composes DQL queries for the needs of the reasoner.
 *
 * Nodes that need the same fields share a block. A node is identified by its uid, or by an IRI that the same query
 * looks up. Facets distinguish inferred facts from asserted ones.
 */
import { TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import { isIriTerm, isNode } from './dql-text';
import type { EngineSchema } from './engine-schema';
import { FactQuery } from './fact-query';
import type { Block, Field, NodeFields } from './fact-query';
import type { Need } from './need';

const NO_FIELDS: NodeFields = new Map();
const FIRST_PAGE = 64;
const PAGE_GROWTH = 8;

/**
 * Composes the queries of one write. For needs that any match satisfies, reads growing pages and remembers their sizes.
 */
export class FactQueryComposer {
  private readonly pages = new Map<string, number>();
  private readonly languages = new Set<string>();

  /**
   * @param maxEdges maximum edges to read of one list; of a longer one, the first ones are read
   * @param prefix of the blocks' names
   */
  constructor(
    private readonly schema: EngineSchema,
    private readonly maxEdges = Infinity,
    private readonly prefix = '',
  ) {}

  /** Adds a language in which values are read, even before a value with that language has been met. */
  expectLanguage(lang: string): void {
    this.languages.add(lang);
  }

  compose(needs: Iterable<Need>, iris: Iterable<string> = []): FactQuery {
    const roots: Need[] = [];
    const nodes = new Map<string, Map<string, Field>>();
    for (const need of needs) {
      const node = need.s ?? (need.p !== TYPE_PREDICATE && isNode(need.o) ? need.o : undefined);
      if (node === undefined) roots.push(need);
      else this.addField(nodes, node, need);
    }
    // Without the predicate of IRIs no node has one. Dgraph refuses to look for values of a predicate that was dropped.
    const hasIris = this.schema.get(IRI_PREDICATE.name) !== undefined;
    if (!hasIris) for (const node of nodes.keys()) if (isIriTerm(node)) nodes.delete(node);
    const others = hasIris ? [...iris].filter((iri) => !nodes.has(iri)) : [];
    return new FactQuery(this.schema, this.blocks(nodes, others, roots), (key, pageLength) =>
      this.pages.set(key, pageLength * PAGE_GROWTH),
    );
  }

  private addField(nodes: Map<string, Map<string, Field>>, node: string, { s, p, o, any, page }: Need): void {
    let fields = nodes.get(node);
    if (!fields) nodes.set(node, (fields = new Map<string, Field>()));
    const declared = this.schema.get(p);
    if (s === undefined) {
      if (page) fields.set(`~${p}`, { kind: 'reverse', p, first: page.first, after: page.after });
      else this.addEdges(fields, `~${p}`, { kind: 'reverse', p }, node, any);
    } else if (p === TYPE_PREDICATE || (declared && declared.type !== 'uid')) {
      fields.set(p, { kind: 'values', p, langs: declared?.lang ? [...this.languages] : [] });
    } else if (o === undefined || !declared?.list) {
      this.addEdges(fields, p, { kind: 'edges', p }, node, any);
    } else {
      const requested = fields.get(`=${p}`);
      if (requested?.kind === 'exact') requested.objects.add(o);
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
    const requested = fields.get(key);
    if (!any) fields.set(key, this.maxEdges === Infinity ? field : { ...field, first: this.maxEdges });
    else if (!requested) fields.set(key, { ...field, first: this.pages.get(`${node} ${key}`) ?? FIRST_PAGE });
  }

  /** @param iris to look up alone */
  private blocks(nodes: NodeFields, iris: readonly string[], roots: readonly Need[]): Block[] {
    const groups = new Map<string, { nodes: string[]; fields: Map<string, Field> }>();
    for (const [node, nodeFields] of nodes) {
      const kind = isIriTerm(node) ? 'iri' : 'uid';
      const keys = [...nodeFields].map(([key, field]) => `${key}#${'first' in field ? field.first : ''}`);
      const signature = [kind, ...keys.sort()].join('\n');
      let group = groups.get(signature);
      if (!group) groups.set(signature, (group = { nodes: [], fields: new Map() }));
      group.nodes.push(node);
      for (const [key, field] of nodeFields) {
        const shared = group.fields.get(key);
        if (field.kind !== 'exact') group.fields.set(key, field);
        else if (shared?.kind === 'exact') for (const o of field.objects) shared.objects.add(o);
        else group.fields.set(key, { ...field, objects: new Set(field.objects) });
      }
    }
    const { prefix } = this;
    const lookup = { alias: `${prefix}n0`, nodes: iris, fieldsByNode: NO_FIELDS, fields: [] };
    const blocks: Block[] = iris.length > 0 ? [lookup] : [];
    for (const group of groups.values()) {
      const fields = [...group.fields.values()];
      blocks.push({ alias: `${prefix}n${blocks.length}`, nodes: group.nodes, fieldsByNode: nodes, fields });
    }
    roots.forEach((need, index) => {
      const fields = [need.p, ...(need.page?.also ?? [])].map((p) => this.fieldOf(p));
      blocks.push({ alias: `${prefix}p${index}`, nodes: undefined, fieldsByNode: new Map(), fields, need });
    });
    return blocks;
  }

  private fieldOf(p: string): Field {
    const isScalar = p === TYPE_PREDICATE || this.schema.isScalar(p);
    return isScalar ? { kind: 'values', p, langs: [...this.languages] } : { kind: 'edges', p };
  }
}
