/** Rows of the terms on a page: what the axioms say about each, as HTML. */
import type { Axiom, ClassExpression, Iri, Ontology } from '../model';
import { rdfs } from '../vocabulary';
import type { HtmlRenderer } from './html';

/** Rows of a term: heading → entries. */
type Rows = Map<string, Set<string>>;

/** Returns the rows of all named terms. */
export function rowsByTerm({ axioms }: Ontology, html: HtmlRenderer): ReadonlyMap<Iri, Rows> {
  const terms = new Map<Iri, Rows>();
  const add = (iri: Iri, heading: string, entry: string): void => {
    let rows = terms.get(iri);
    if (!rows) terms.set(iri, (rows = new Map()));
    const entries = rows.get(heading);
    if (entries) entries.add(entry);
    else rows.set(heading, new Set([entry]));
  };
  for (const axiom of axioms) addAxiom(axiom, html, add);
  return terms;
}

type Add = (iri: Iri, heading: string, entry: string) => void;

/** Adds the rows of an axiom to the terms that it describes. */
function addAxiom(axiom: Axiom, html: HtmlRenderer, add: Add): void {
  const named = (expression: ClassExpression): Iri | undefined =>
    expression.kind === 'Class' ? expression.iri : undefined;
  const between = <T>(
    list: readonly T[],
    iriOf: (each: T) => Iri | undefined,
    print: (each: T) => string,
    as: string,
  ) => {
    for (const each of list) {
      const iri = iriOf(each);
      if (iri === undefined) continue;
      for (const other of list) if (other !== each) add(iri, as, print(other));
    }
  };
  const pair = (sub: Iri | undefined, above: Iri | undefined, subText: string, aboveText: string): void => {
    if (sub !== undefined) add(sub, 'is below', aboveText);
    if (above !== undefined) add(above, 'is above', subText);
  };
  switch (axiom.kind) {
    case 'SubClassOf':
      return pair(named(axiom.sub), named(axiom.super), html.class(axiom.sub), html.class(axiom.super));
    case 'EquivalentClasses':
      return between(axiom.classes, named, (each) => html.class(each), 'equivalent to');
    case 'DisjointClasses':
      return between(axiom.classes, named, (each) => html.class(each), 'disjoint with');
    case 'DisjointUnion':
      return add(axiom.class, 'disjoint union of', axiom.operands.map((each) => html.class(each)).join(', '));
    case 'HasKey': {
      const keys = [
        ...axiom.objectProperties.map((p) => html.property(p)),
        ...axiom.dataProperties.map((p) => html.iri(p)),
      ];
      const iri = named(axiom.class);
      return iri === undefined ? undefined : add(iri, 'key', keys.join(', '));
    }
    case 'SubObjectPropertyOf': {
      const iriOf = (each: typeof axiom.sub) => (each.kind === 'ObjectProperty' ? each.iri : undefined);
      return pair(iriOf(axiom.sub), iriOf(axiom.super), html.property(axiom.sub), html.property(axiom.super));
    }
    case 'SubDataPropertyOf':
    case 'SubAnnotationPropertyOf':
      return pair(axiom.sub, axiom.super, html.iri(axiom.sub), html.iri(axiom.super));
    case 'PropertyChain':
      if (axiom.super.kind !== 'ObjectProperty') return;
      return add(axiom.super.iri, 'follows from', axiom.chain.map((each) => html.property(each)).join(' ∘ '));
    case 'EquivalentObjectProperties':
    case 'DisjointObjectProperties': {
      const heading = axiom.kind.startsWith('E') ? 'equivalent to' : 'disjoint with';
      const iriOf = (each: (typeof axiom.properties)[number]) =>
        each.kind === 'ObjectProperty' ? each.iri : undefined;
      return between(axiom.properties, iriOf, (each) => html.property(each), heading);
    }
    case 'EquivalentDataProperties':
    case 'DisjointDataProperties': {
      const heading = axiom.kind.startsWith('E') ? 'equivalent to' : 'disjoint with';
      return between(
        axiom.properties,
        (iri) => iri,
        (iri) => html.iri(iri),
        heading,
      );
    }
    case 'InverseObjectProperties':
      if (axiom.first.kind === 'ObjectProperty') add(axiom.first.iri, 'inverse of', html.property(axiom.second));
      if (axiom.second.kind === 'ObjectProperty') add(axiom.second.iri, 'inverse of', html.property(axiom.first));
      return;
    case 'ObjectPropertyDomain':
    case 'ObjectPropertyRange': {
      if (axiom.property.kind !== 'ObjectProperty') return;
      const isDomain = axiom.kind === 'ObjectPropertyDomain';
      const expression = isDomain ? axiom.domain : axiom.range;
      add(axiom.property.iri, isDomain ? 'domain' : 'range', html.class(expression));
      const iri = named(expression);
      return iri === undefined
        ? undefined
        : add(iri, isDomain ? 'in the domain of' : 'in the range of', html.property(axiom.property));
    }
    case 'DataPropertyDomain': {
      add(axiom.property, 'domain', html.class(axiom.domain));
      const iri = named(axiom.domain);
      return iri === undefined ? undefined : add(iri, 'in the domain of', html.iri(axiom.property));
    }
    case 'DataPropertyRange':
      return add(axiom.property, 'range', html.range(axiom.range));
    case 'AnnotationPropertyDomain':
    case 'AnnotationPropertyRange':
      return add(axiom.property, axiom.kind === 'AnnotationPropertyDomain' ? 'domain' : 'range', html.iri(axiom.class));
    case 'ObjectPropertyCharacteristic':
      if (axiom.property.kind !== 'ObjectProperty') return;
      return add(axiom.property.iri, 'characteristics', axiom.characteristic);
    case 'FunctionalDataProperty':
    case 'InverseFunctionalDataProperty':
      return add(axiom.property, 'characteristics', axiom.kind.replace('DataProperty', ''));
    case 'DatatypeDefinition':
      return add(axiom.datatype, 'defined as', html.range(axiom.range));
    case 'ClassAssertion':
      return add(axiom.individual, 'type', html.class(axiom.class));
    case 'ObjectPropertyAssertion':
    case 'NegativeObjectPropertyAssertion': {
      const negation = axiom.kind === 'ObjectPropertyAssertion' ? '' : 'not ';
      return add(axiom.source, 'facts', `${negation}${html.property(axiom.property)} ${html.individual(axiom.target)}`);
    }
    case 'DataPropertyAssertion':
    case 'NegativeDataPropertyAssertion': {
      const negation = axiom.kind === 'DataPropertyAssertion' ? '' : 'not ';
      return add(axiom.source, 'facts', `${negation}${html.iri(axiom.property)} ${html.literal(axiom.value)}`);
    }
    case 'SameIndividual':
    case 'DifferentIndividuals':
      return between(
        axiom.individuals,
        (each) => each,
        (each) => html.individual(each),
        axiom.kind === 'SameIndividual' ? 'same as' : 'different from',
      );
    case 'AnnotationAssertion':
      if (axiom.property === rdfs.label) return add(axiom.subject, 'label', html.term(axiom.value));
      if (axiom.property === rdfs.comment) return add(axiom.subject, 'comment', html.term(axiom.value));
      return add(axiom.subject, 'annotations', `${html.iri(axiom.property)} ${html.term(axiom.value)}`);
    case 'Declaration':
  }
}
