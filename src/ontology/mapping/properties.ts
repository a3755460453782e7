/** Terms → property expressions: a name or `[ owl:inverseOf p ]`. */
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

/** Reads the property expression of a term. @throws Unreadable for a term of another kind */
export function readProperty(graph: Graph, kinds: Kinds, term: Term, position: Position): PropertyExpression {
  if (isLiteral(term)) throw wrongKind(position, 'a literal where a property is expected', 'name a property');
  if (isIri(term)) {
    const kind = kinds.property(term);
    if (kind === 'dataProperty') return { kind: 'data', property: term };
    if (kind === 'annotationProperty') return { kind: 'annotation', property: term };
    if (builtInKind(term) !== undefined && kind === undefined) {
      throw wrongKind(position, 'a built-in class or datatype where a property is expected', 'name a property');
    }
    if (kind === undefined) kinds.addKind(term, 'objectProperty');
    return { kind: 'object', property: { kind: 'ObjectProperty', iri: term } };
  }
  const inverse = graph.single(term, owl.inverseOf);
  if (!inverse || !isIri(inverse.object)) {
    throw new Unreadable(position, 'a blank node without owl:inverseOf', 'write a property or [ owl:inverseOf p ]');
  }
  const inverted = readProperty(graph, kinds, inverse.object, inverse.position);
  if (inverted.kind !== 'object') {
    throw wrongKind(inverse.position, 'only an object property has an inverse', 'name an object property');
  }
  graph.useTree(term);
  return { kind: 'object', property: { kind: 'InverseOf', property: inverse.object } };
}

/** Like readProperty, but accepts only object properties. */
export function readObjectProperty(
  graph: Graph,
  kinds: Kinds,
  term: Term,
  position: Position,
): ObjectPropertyExpression {
  const expression = readProperty(graph, kinds, term, position);
  if (expression.kind === 'object') return expression.property;
  throw wrongKind(
    position,
    `${expression.kind === 'annotation' ? 'an' : 'a'} ${expression.kind} property where an object property is expected`,
    'declare it as owl:ObjectProperty',
  );
}
