/** Data ranges of a graph: nodes that stand for sets of values. */
import { datatypes, vocabulary } from '../../ontology';
import type { DataRange, Iri, OwlLiteral } from '../../ontology';
import type { TermId } from '../terms';
import { NOWHERE } from './builder';
import type { NodeReader } from './node';
import { literalOf } from './terms';

const { owl } = vocabulary;

/** Maximum nesting of ranges; documents do not go further. */
const MAX_DEPTH = 50;

/**
 * Ranges are the least solution of their definitions: a node is a range if one of its definitions has ranges only as
 * its parts. Parts refer to one another by name, as in an ontology, so shared and circular definitions cost no more
 * than others.
 */
export class GraphRanges {
  private readonly definitions = new Map<Iri, DataRange>();
  readonly evaluator = new datatypes.RangeEvaluator(this.definitions);
  /** Nodes that no definition makes a range, until the graph grows. */
  private readonly others = new Set<TermId>();
  private rowsSeen = 0;
  /** Nodes that the current pass has visited without finding a range. */
  private readonly visited = new Set<TermId>();
  private isTooDeep = false;

  constructor(private readonly nodes: NodeReader) {}

  /** Returns the range that a node stands for; undefined if it is no range, or an unknown one. */
  rangeOf(node: TermId): DataRange | undefined {
    const { length } = this.nodes.graph.table;
    if (length > this.rowsSeen) this.others.clear();
    this.rowsSeen = length;
    // A node is visited once in a pass. It may turn out to be a range when a node that was open then has become one.
    for (;;) {
      const known = this.definitions.size;
      this.visited.clear();
      this.isTooDeep = false;
      if (this.isRange(node, 0)) return this.resolved(node);
      if (this.definitions.size > known) continue;
      if (!this.isTooDeep) for (const other of this.visited) this.others.add(other);
      return undefined;
    }
  }

  /** Returns the definition of a range; the range itself if it is a known datatype. */
  private resolved(node: TermId): DataRange {
    const reference = this.reference(node);
    return this.definitions.get(reference.iri) ?? reference;
  }

  private reference(node: TermId): DataRange & { kind: 'Datatype' } {
    return { kind: 'Datatype', iri: this.nodes.graph.text(node) };
  }

  private isRange(node: TermId, depth: number): boolean {
    const iri = this.nodes.graph.text(node);
    if (datatypes.isKnownDatatype(iri) || this.definitions.has(iri)) return true;
    if (this.others.has(node) || this.visited.has(node)) return false;
    if (depth > MAX_DEPTH) {
      this.isTooDeep = true;
      return false;
    }
    this.visited.add(node);
    const range =
      this.restriction(node) ??
      this.oneOf(node) ??
      this.complement(node, depth) ??
      this.junction(node, owl.intersectionOf, 'DataIntersectionOf', depth) ??
      this.junction(node, owl.unionOf, 'DataUnionOf', depth) ??
      this.definition(node, depth);
    if (range) this.definitions.set(iri, range);
    return range !== undefined;
  }

  private restriction(node: TermId): DataRange | undefined {
    const [datatype] = this.objects(node, owl.onDatatype);
    const [head] = this.objects(node, owl.withRestrictions);
    const list = head === undefined ? undefined : this.nodes.list(head);
    if (datatype === undefined || !list) return undefined;
    const facets: { facet: Iri; value: OwlLiteral }[] = [];
    for (const member of list.members) {
      const facet = FACETS.map((iri) => ({ facet: iri, values: this.objects(member, iri) })).find(
        ({ values }) => values.length > 0,
      );
      const value = facet && literalOf(this.nodes.graph.text(facet.values[0]!));
      if (!value) return undefined;
      facets.push({ facet: facet.facet, value });
    }
    return { kind: 'DatatypeRestriction', datatype: this.nodes.graph.text(datatype), facets, position: NOWHERE };
  }

  private oneOf(node: TermId): DataRange | undefined {
    const [head] = this.objects(node, owl.oneOf);
    const list = head === undefined ? undefined : this.nodes.list(head);
    if (!list || list.members.length === 0) return undefined;
    const values: OwlLiteral[] = [];
    for (const member of list.members) {
      const literal = literalOf(this.nodes.graph.text(member));
      if (!literal) return undefined;
      values.push(literal);
    }
    return { kind: 'DataOneOf', values, position: NOWHERE };
  }

  private complement(node: TermId, depth: number): DataRange | undefined {
    const [operand] = this.objects(node, owl.datatypeComplementOf);
    if (operand === undefined || !this.isRange(operand, depth + 1)) return undefined;
    return { kind: 'DataComplementOf', operand: this.reference(operand), position: NOWHERE };
  }

  private junction(
    node: TermId,
    iri: Iri,
    kind: 'DataIntersectionOf' | 'DataUnionOf',
    depth: number,
  ): DataRange | undefined {
    const [head] = this.objects(node, iri);
    const list = head === undefined ? undefined : this.nodes.list(head);
    if (!list || list.members.length === 0) return undefined;
    if (!list.members.every((member) => this.isRange(member, depth + 1))) return undefined;
    return { kind, operands: list.members.map((member) => this.reference(member)), position: NOWHERE };
  }

  private definition(node: TermId, depth: number): DataRange | undefined {
    const range = this.objects(node, owl.equivalentClass).find((other) => this.isRange(other, depth + 1));
    return range === undefined ? undefined : this.resolved(range);
  }

  private objects(node: TermId, iri: Iri): TermId[] {
    return this.nodes.rows(node, iri).map((row) => this.nodes.object(row));
  }
}

/** Constraining facets (OWL 2 Syntax, section 4). */
const FACETS: readonly Iri[] = [
  ...[
    'minInclusive',
    'minExclusive',
    'maxInclusive',
    'maxExclusive',
    'length',
    'minLength',
    'maxLength',
    'pattern',
  ].map((local) => vocabulary.xsd(local)),
  `${vocabulary.RDF_NS}langRange`,
];
