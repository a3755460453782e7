/** Property expressions out of their triples: a name, or `[ owl:inverseOf p ]`. */
import type { Iri, ObjectPropertyExpression, Position } from '../model';
import { isIri, isLiteral } from '../quads';
import type { Term } from '../quads';
import { builtInKind, owl } from '../vocabulary';
import type { Graph } from './graph';
import { Unreadable } from './graph';
import type { Kinds } from './kinds';
import { wrongKind } from './literals';

export type PropertyExpression =
  | { readonly kind: 'object'; readonly property: ObjectPropertyExpression }
  | { readonly kind: 'data' | 'annotation'; readonly property: Iri };

/**
 * The property that a term stands for.
 *
 * @throws Unreadable when it stands for none
 */
export function readProperty(graph: Graph, kinds: Kinds, term: Term, position: Position): PropertyExpression {
  if (isLiteral(term)) throw wrongKind(position, 'a literal where a property is expected', 'name a property');
  if (isIri(term)) {
    const kind = kinds.property(term);
    if (kind === 'dataProperty') return { kind: 'data', property: term };
    if (kind === 'annotationProperty') return { kind: 'annotation', property: term };
    if (builtInKind(term) !== undefined && kind === undefined) {
      throw wrongKind(position, 'a class or datatype of OWL itself where a property is expected', 'name a property');
    }
    if (kind === undefined) kinds.see(term, 'objectProperty');
    return { kind: 'object', property: { kind: 'ObjectProperty', iri: term } };
  }
  const inverse = graph.only(term, owl.inverseOf);
  if (!inverse || !isIri(inverse.object)) {
    throw new Unreadable(position, 'a blank node that is no property', 'write a property or [ owl:inverseOf p ]');
  }
  const of = readProperty(graph, kinds, inverse.object, inverse.position);
  if (of.kind !== 'object') {
    throw wrongKind(inverse.position, 'only an object property has an inverse', 'name an object property');
  }
  graph.useTree(term);
  return { kind: 'object', property: { kind: 'InverseOf', property: inverse.object } };
}

/** As readProperty, for where only an object property will do. */
export function readObjectProperty(
  graph: Graph,
  kinds: Kinds,
  term: Term,
  position: Position,
): ObjectPropertyExpression {
  const read = readProperty(graph, kinds, term, position);
  if (read.kind === 'object') return read.property;
  throw wrongKind(
    position,
    `a ${read.kind} property where an object property is expected`,
    'declare it as owl:ObjectProperty',
  );
}
