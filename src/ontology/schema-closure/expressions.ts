/** Axioms about classes and properties → nodes and edges of the schema graph. */
import type { Axiom, ClassExpression, DataRange, Iri, ObjectPropertyExpression } from '../model';
import { objectPropertyOrder, propertyKey } from '../order';
import { WholeRenderer, type Renderer } from '../render';
import type { RlAxiom, RlProperty } from '../rl';
import { owl, rdfs } from '../vocabulary';
import type { NodeId, SchemaGraph } from './graph';

export class ExpressionReader {
  /** Nodes that are fillers or parts of other nodes. */
  readonly inner = new Set<NodeId>();
  readonly thing: NodeId;
  /** Printer of keys; without prefixes, so that equal expressions have equal keys. */
  private readonly keys = new WholeRenderer(new Map());

  constructor(
    private readonly graph: SchemaGraph,
    private readonly renderer: Renderer,
  ) {
    this.thing = this.named(owl.Thing);
  }

  /** Adds the order of properties (scm-spo1, scm-eqp1). The reduced axioms contain all of it. */
  readProperties(axiom: RlAxiom): void {
    const source = { position: axiom.position, text: () => axiom.text };
    for (const [lower, upper] of objectPropertyOrder(axiom)) {
      this.graph.add(this.property(lower), this.property(upper), { source });
    }
    if (axiom.kind === 'SubDataPropertyOf') {
      this.graph.add(this.plain(axiom.sub), this.plain(axiom.super), { source });
    }
  }

  readClasses(axiom: Axiom): void {
    const source = { position: axiom.position, text: () => this.renderer.axiom(axiom) };
    const link = (lower: NodeId, upper: NodeId) => this.graph.add(lower, upper, { source });
    switch (axiom.kind) {
      case 'SubClassOf':
        link(this.class(axiom.sub), this.class(axiom.super));
        break;
      case 'EquivalentClasses': {
        // scm-eqc1; a ring entails all pairs.
        const ids = axiom.classes.map((c) => this.class(c));
        for (const [i, id] of ids.entries()) link(id, ids[(i + 1) % ids.length]!);
        break;
      }
      case 'DisjointUnion': {
        const parts = axiom.operands.map((operand) => this.class(operand));
        const union = this.named(axiom.class);
        for (const part of parts) link(part, union);
        link(union, this.parts('or', parts));
        break;
      }
      case 'ObjectPropertyDomain':
        link(this.quantified('some', this.expression(axiom.property), this.thing), this.class(axiom.domain));
        break;
      case 'ObjectPropertyRange':
        link(this.quantified('some', this.expression(axiom.property, true), this.thing), this.class(axiom.range));
        break;
      case 'DataPropertyDomain':
        link(this.quantified('some', this.plain(axiom.property), this.thing), this.class(axiom.domain));
        break;
      case 'DatatypeDefinition': {
        const [name, range] = [this.range({ kind: 'Datatype', iri: axiom.datatype }), this.range(axiom.range)];
        link(name, range);
        link(range, name);
        break;
      }
    }
  }

  named(iri: Iri): NodeId {
    return this.graph.node(classKey(iri), { kind: 'named', iri });
  }

  private property(property: RlProperty): NodeId {
    return this.graph.node(`property ${propertyKey(property)}`, { kind: 'term' });
  }

  private plain(iri: Iri): NodeId {
    return this.property({ iri, inverse: false });
  }

  private expression(property: ObjectPropertyExpression | Iri, invert = false): NodeId {
    if (typeof property === 'string') return this.property({ iri: property, inverse: invert });
    const isInverse = property.kind === 'InverseOf';
    return this.property({ iri: isInverse ? property.property : property.iri, inverse: isInverse !== invert });
  }

  private range(range: DataRange): NodeId {
    if (range.kind === 'Datatype' && range.iri === rdfs.Literal) return this.thing;
    return this.graph.node(`range ${this.keys.range(range)}`, { kind: 'term' });
  }

  private quantified(kind: 'some' | 'all' | 'value', property: NodeId, filler: NodeId): NodeId {
    this.inner.add(filler);
    return this.graph.node(quantifiedKey(kind, property, filler), { kind, property, filler }, (id) => {
      if (kind === 'value') this.graph.add(id, this.quantified('some', property, this.thing));
    });
  }

  private parts(kind: 'and' | 'or', operands: readonly NodeId[]): NodeId {
    if (kind === 'or' && operands.includes(this.thing)) return this.thing;
    const parts = [...new Set(operands)].filter((id) => id !== this.thing).sort((a, b) => a - b);
    // A union of equal operands stays a union, because the rules do not simplify it.
    if (parts.length === 0 || (parts.length === 1 && (kind === 'and' || operands.length === 1))) {
      return parts[0] ?? this.thing;
    }
    for (const part of parts) this.inner.add(part);
    return this.graph.node(`${kind} ${parts.join()}`, { kind, parts }, (id) => {
      // scm-int, scm-uni
      for (const part of parts) this.graph.add(kind === 'and' ? id : part, kind === 'and' ? part : id);
    });
  }

  private class(c: ClassExpression): NodeId {
    switch (c.kind) {
      case 'Class':
        return this.named(c.iri);
      case 'IntersectionOf':
      case 'UnionOf': {
        const operands = c.operands.map((operand) => this.class(operand));
        return this.parts(c.kind === 'UnionOf' ? 'or' : 'and', operands);
      }
      case 'ObjectSomeValuesFrom':
        return this.quantified('some', this.expression(c.onProperty), this.class(c.filler));
      case 'ObjectAllValuesFrom':
        return this.quantified('all', this.expression(c.onProperty), this.class(c.filler));
      case 'DataSomeValuesFrom':
        return this.quantified('some', this.expression(c.onProperty), this.range(c.filler));
      case 'DataAllValuesFrom':
        return this.quantified('all', this.expression(c.onProperty), this.range(c.filler));
      case 'ObjectHasValue':
        return this.value(c.onProperty, `individual ${c.individual}`);
      case 'DataHasValue':
        return this.value(c.onProperty, `literal ${this.keys.literal(c.value)}`);
      case 'ObjectHasSelf':
        return this.value(c.onProperty, 'self');
      case 'ObjectMinCardinality':
      case 'ObjectExactCardinality':
      case 'DataMinCardinality':
      case 'DataExactCardinality':
        return this.atLeast(c);
      default:
        return this.opaque(c);
    }
  }

  private value(property: ObjectPropertyExpression | Iri, key: string): NodeId {
    return this.quantified('value', this.expression(property), this.graph.node(key, { kind: 'term' }));
  }

  private opaque(c: ClassExpression): NodeId {
    return this.graph.node(`expression ${this.keys.class(c)}`, { kind: 'opaque' });
  }

  /** `≥ 1 P.C` is `∃P.C`; `≥ n P.C` and `= n P.C` are below it for n ≥ 1. */
  private atLeast(c: Extract<ClassExpression, { readonly cardinality: number }>): NodeId {
    const isExact = c.kind === 'ObjectExactCardinality' || c.kind === 'DataExactCardinality';
    if (c.cardinality < 1) return isExact ? this.opaque(c) : this.thing;
    const some = this.quantified('some', this.expression(c.onProperty), this.countedFiller(c));
    if (!isExact && c.cardinality === 1) return some;
    const id = this.opaque(c);
    this.graph.add(id, some);
    return id;
  }

  private countedFiller(c: Extract<ClassExpression, { readonly cardinality: number }>): NodeId {
    if (!c.filler) return this.thing;
    return c.kind.startsWith('Data') ? this.range(c.filler as DataRange) : this.class(c.filler as ClassExpression);
  }
}

const classKey = (iri: Iri): string => `class ${iri}`;
export const quantifiedKey = (kind: 'some' | 'all' | 'value', property: NodeId, filler: NodeId): string =>
  `${kind} ${property} ${filler}`;
