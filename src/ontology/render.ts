/**
 * Printers of axioms and expressions in OWL 2 functional style, with the ontology's prefixes: shortened for messages, or
 * whole.
 */
import type { Axiom, ClassExpression, DataRange, Individual, Iri, ObjectPropertyExpression, OwlLiteral } from './model';
import type { Term } from './quads';
import { WELL_KNOWN_PREFIXES, xsd } from './vocabulary';

/** Maximum length of the text of an axiom or expression; people only need to recognize it. */
const MAX_LENGTH = 600;
/** Operands shown of a longer list. */
const MAX_OPERANDS = 5;
/** Local names that need no escape after a prefix. */
const PLAIN_LOCAL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}_.-]*[\p{L}\p{N}_-])?$/u;

/** Printer for messages: long lists end in `… and 95 more`. */
export class Renderer {
  private readonly prefixOf = new Map<Iri, string>();
  /** Lengths of the namespaces, longest first, so that the longest namespace wins. */
  private readonly lengths: readonly number[];
  private readonly abbreviations = new Map<Iri, string>();

  constructor(prefixes: ReadonlyMap<string, Iri>) {
    const declared = new Set(prefixes.keys());
    const namespaces = new Set(prefixes.values());
    const all = [
      ...[...prefixes].filter(([, namespace]) => namespace !== ''),
      ...[...WELL_KNOWN_PREFIXES].filter(([prefix, namespace]) => !declared.has(prefix) && !namespaces.has(namespace)),
    ];
    // Descending order: the alphabetically first prefix of a namespace is set last and wins.
    for (const [prefix, namespace] of all.sort((a, b) => (a[0] < b[0] ? 1 : -1))) this.prefixOf.set(namespace, prefix);
    this.lengths = [...new Set(all.map(([, { length }]) => length))].sort((a, b) => b - a);
  }

  /** Prints `prefix:local`, or `<iri>` without a matching prefix. */
  iri(iri: Iri): string {
    let text = this.abbreviations.get(iri);
    if (text === undefined) {
      text = this.abbreviate(iri);
      this.abbreviations.set(iri, text);
    }
    return text;
  }

  individual(individual: Individual): string {
    return individual.startsWith('_:') ? individual : this.iri(individual);
  }

  literal({ value, datatype, lang }: OwlLiteral): string {
    const quoted = JSON.stringify(value.length > 100 ? `${value.slice(0, 100)}…` : value);
    if (lang !== undefined) return `${quoted}@${lang}`;
    return datatype === xsd('string') ? quoted : `${quoted}^^${this.iri(datatype)}`;
  }

  term(term: Term): string {
    return typeof term === 'string' ? this.individual(term) : this.literal(term);
  }

  property(property: ObjectPropertyExpression): string {
    return property.kind === 'ObjectProperty'
      ? this.iri(property.iri)
      : `ObjectInverseOf(${this.iri(property.property)})`;
  }

  class(expression: ClassExpression): string {
    return this.cut(this.expression(expression));
  }

  range(range: DataRange): string {
    return this.cut(this.dataRange(range));
  }

  /** Joins operands whose order has no meaning. */
  set(operands: readonly string[], separator = ' '): string {
    if (operands.length <= MAX_OPERANDS + 1) return operands.join(separator);
    const more = (operands.length - MAX_OPERANDS).toLocaleString('en-US');
    return `${operands.slice(0, MAX_OPERANDS).join(separator)} … and ${more} more`;
  }

  axiom(axiom: Axiom): string {
    return this.cut(`${axiomName(axiom)}(${this.arguments(axiom).join(' ')})`);
  }

  /** Shortens the text of an axiom or expression. */
  protected cut(text: string): string {
    return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  }

  private expression(expression: ClassExpression): string {
    switch (expression.kind) {
      case 'Class':
        return this.iri(expression.iri);
      case 'IntersectionOf':
      case 'UnionOf':
        return `Object${expression.kind}(${this.set(expression.operands.map((operand) => this.class(operand)))})`;
      case 'ComplementOf':
        return `ObjectComplementOf(${this.class(expression.operand)})`;
      case 'Unreadable':
        return `Unreadable(${this.term(expression.term)})`;
      case 'OneOf':
        return `ObjectOneOf(${this.set(expression.individuals.map((i) => this.individual(i)))})`;
      case 'ObjectSomeValuesFrom':
      case 'ObjectAllValuesFrom':
        return `${expression.kind}(${this.property(expression.onProperty)} ${this.class(expression.filler)})`;
      case 'ObjectHasValue':
        return `ObjectHasValue(${this.property(expression.onProperty)} ${this.individual(expression.individual)})`;
      case 'ObjectHasSelf':
        return `ObjectHasSelf(${this.property(expression.onProperty)})`;
      case 'ObjectMinCardinality':
      case 'ObjectMaxCardinality':
      case 'ObjectExactCardinality': {
        const filler = expression.filler ? ` ${this.class(expression.filler)}` : '';
        return `${expression.kind}(${expression.cardinality} ${this.property(expression.onProperty)}${filler})`;
      }
      case 'DataSomeValuesFrom':
      case 'DataAllValuesFrom':
        return `${expression.kind}(${this.iri(expression.onProperty)} ${this.range(expression.filler)})`;
      case 'DataHasValue':
        return `DataHasValue(${this.iri(expression.onProperty)} ${this.literal(expression.value)})`;
      case 'DataMinCardinality':
      case 'DataMaxCardinality':
      case 'DataExactCardinality': {
        const filler = expression.filler ? ` ${this.range(expression.filler)}` : '';
        return `${expression.kind}(${expression.cardinality} ${this.iri(expression.onProperty)}${filler})`;
      }
    }
  }

  private dataRange(range: DataRange): string {
    switch (range.kind) {
      case 'Datatype':
        return this.iri(range.iri);
      case 'DataIntersectionOf':
      case 'DataUnionOf':
        return `${range.kind}(${this.set(range.operands.map((operand) => this.range(operand)))})`;
      case 'DataComplementOf':
        return `DataComplementOf(${this.range(range.operand)})`;
      case 'DataOneOf':
        return `DataOneOf(${this.set(range.values.map((value) => this.literal(value)))})`;
      case 'DatatypeRestriction': {
        const facets = range.facets.map(({ facet, value }) => `${this.iri(facet)} ${this.literal(value)}`);
        return `DatatypeRestriction(${this.iri(range.datatype)} ${this.set(facets)})`;
      }
    }
  }

  private arguments(axiom: Axiom): string[] {
    const classes = (list: readonly ClassExpression[]) => list.map((c) => this.class(c));
    const properties = (list: readonly ObjectPropertyExpression[]) => list.map((p) => this.property(p));
    switch (axiom.kind) {
      case 'Declaration': {
        const kind = axiom.as === 'individual' ? 'NamedIndividual' : axiom.as[0]!.toUpperCase() + axiom.as.slice(1);
        return [`${kind}(${this.iri(axiom.entity)})`];
      }
      case 'SubClassOf':
        return classes([axiom.sub, axiom.super]);
      case 'EquivalentClasses':
      case 'DisjointClasses':
        return [this.set(classes(axiom.classes))];
      case 'DisjointUnion':
        return [this.iri(axiom.class), this.set(classes(axiom.operands))];
      case 'HasKey':
        return [
          this.class(axiom.class),
          `(${this.set(properties(axiom.objectProperties))})`,
          `(${this.set(axiom.dataProperties.map((p) => this.iri(p)))})`,
        ];
      case 'SubObjectPropertyOf':
        return properties([axiom.sub, axiom.super]);
      case 'PropertyChain':
        return [`ObjectPropertyChain(${properties(axiom.chain).join(' ')})`, this.property(axiom.super)];
      case 'EquivalentObjectProperties':
      case 'DisjointObjectProperties':
        return [this.set(properties(axiom.properties))];
      case 'InverseObjectProperties':
        return [this.set(properties([axiom.first, axiom.second]))];
      case 'ObjectPropertyDomain':
        return [this.property(axiom.property), this.class(axiom.domain)];
      case 'ObjectPropertyRange':
        return [this.property(axiom.property), this.class(axiom.range)];
      case 'ObjectPropertyCharacteristic':
        return [this.property(axiom.property)];
      case 'SubDataPropertyOf':
      case 'SubAnnotationPropertyOf':
        return [this.iri(axiom.sub), this.iri(axiom.super)];
      case 'EquivalentDataProperties':
      case 'DisjointDataProperties':
        return [this.set(axiom.properties.map((p) => this.iri(p)))];
      case 'DataPropertyDomain':
        return [this.iri(axiom.property), this.class(axiom.domain)];
      case 'DataPropertyRange':
        return [this.iri(axiom.property), this.range(axiom.range)];
      case 'FunctionalDataProperty':
      case 'InverseFunctionalDataProperty':
        return [this.iri(axiom.property)];
      case 'DatatypeDefinition':
        return [this.iri(axiom.datatype), this.range(axiom.range)];
      case 'ClassAssertion':
        return [this.class(axiom.class), this.individual(axiom.individual)];
      case 'ObjectPropertyAssertion':
      case 'NegativeObjectPropertyAssertion':
        return [this.property(axiom.property), this.individual(axiom.source), this.individual(axiom.target)];
      case 'DataPropertyAssertion':
      case 'NegativeDataPropertyAssertion':
        return [this.iri(axiom.property), this.individual(axiom.source), this.literal(axiom.value)];
      case 'SameIndividual':
      case 'DifferentIndividuals':
        return [this.set(axiom.individuals.map((i) => this.individual(i)))];
      case 'AnnotationAssertion':
        return [this.iri(axiom.property), this.individual(axiom.subject), this.term(axiom.value)];
      case 'AnnotationPropertyDomain':
      case 'AnnotationPropertyRange':
        return [this.iri(axiom.property), this.iri(axiom.class)];
    }
  }

  private abbreviate(iri: Iri): string {
    for (const length of this.lengths) {
      const prefix = this.prefixOf.get(iri.slice(0, length));
      if (prefix === undefined) continue;
      const local = iri.slice(length);
      if (PLAIN_LOCAL.test(local)) return `${prefix}:${local}`;
    }
    return `<${iri}>`;
  }
}

/** Printer of axioms and expressions of any length. */
export class WholeRenderer extends Renderer {
  override set(operands: readonly string[], separator = ' '): string {
    return operands.join(separator);
  }

  protected override cut(text: string): string {
    return text;
  }
}

function axiomName(axiom: Axiom): string {
  switch (axiom.kind) {
    case 'ObjectPropertyCharacteristic':
      return `${axiom.characteristic}ObjectProperty`;
    case 'PropertyChain':
      return 'SubObjectPropertyOf';
    default:
      return axiom.kind;
  }
}
