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

export class GraphRanges {
  /** The evaluator needs no definitions, because `rangeOf` replaces a defined datatype by its definition. */
  readonly evaluator = new datatypes.RangeEvaluator(new Map());

  constructor(private readonly nodes: NodeReader) {}

  /** Returns the range that a node stands for; undefined if it is no range, or an unknown one. */
  rangeOf(node: TermId): DataRange | undefined {
    return this.read(node, 0);
  }

  private read(node: TermId, depth: number): DataRange | undefined {
    const iri = this.nodes.graph.text(node);
    if (datatypes.isKnownDatatype(iri)) return { kind: 'Datatype', iri };
    if (depth > MAX_DEPTH) return undefined;
    return (
      this.restriction(node) ??
      this.oneOf(node) ??
      this.complement(node, depth) ??
      this.junction(node, owl.intersectionOf, 'DataIntersectionOf', depth) ??
      this.junction(node, owl.unionOf, 'DataUnionOf', depth) ??
      this.definition(node, depth)
    );
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
    const [operandNode] = this.objects(node, owl.datatypeComplementOf);
    const operand = operandNode === undefined ? undefined : this.read(operandNode, depth + 1);
    return operand && { kind: 'DataComplementOf', operand, position: NOWHERE };
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
    const operands: DataRange[] = [];
    for (const member of list.members) {
      const operand = this.read(member, depth + 1);
      if (!operand) return undefined;
      operands.push(operand);
    }
    return { kind, operands, position: NOWHERE };
  }

  private definition(node: TermId, depth: number): DataRange | undefined {
    for (const other of this.objects(node, owl.equivalentClass)) {
      if (other === node) continue;
      const range = this.read(other, Math.max(depth + 1, MAX_DEPTH - 3));
      if (range) return range;
    }
    return undefined;
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
