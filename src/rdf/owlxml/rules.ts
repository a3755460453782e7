/** OWL/XML rules → SWRL in RDF (https://www.w3.org/submissions/SWRL/, section 5). */
import { withArticle } from '../../util/text';
import { syntaxError } from '../document';
import type { Iri } from '../quads';
import { rdf, swrl } from '../vocabulary';
import type { Element } from './element';
import type { Expressions, Kind } from './expressions';
import type { Placed, PlacedNode } from './graph';

/** Form of an atom in RDF. */
interface AtomForm {
  readonly type: Iri;
  /** Predicate and kind of the first part; absent for equality. */
  readonly predicate?: Iri;
  readonly kind?: Kind;
  readonly arguments: 1 | 2;
}

const ATOMS: ReadonlyMap<string, AtomForm> = new Map<string, AtomForm>([
  ['ClassAtom', { type: swrl('ClassAtom'), predicate: swrl('classPredicate'), kind: 'class expression', arguments: 1 }],
  ['DataRangeAtom', { type: swrl('DataRangeAtom'), predicate: swrl('dataRange'), kind: 'data range', arguments: 1 }],
  [
    'ObjectPropertyAtom',
    {
      type: swrl('IndividualPropertyAtom'),
      predicate: swrl('propertyPredicate'),
      kind: 'object property expression',
      arguments: 2,
    },
  ],
  [
    'DataPropertyAtom',
    {
      type: swrl('DatavaluedPropertyAtom'),
      predicate: swrl('propertyPredicate'),
      kind: 'data property',
      arguments: 2,
    },
  ],
  ['SameIndividualAtom', { type: swrl('SameIndividualAtom'), arguments: 2 }],
  ['DifferentIndividualsAtom', { type: swrl('DifferentIndividualsAtom'), arguments: 2 }],
]);

/** Rule : Body Head, in any order. @throws OwlgateError OntologySyntax */
export function writeRule(x: Expressions, rule: PlacedNode, parts: readonly Element[]): void {
  for (const part of parts) {
    if (part.name !== 'Body' && part.name !== 'Head') {
      throw syntaxError(part.at, `a rule takes a <Body> and a <Head>, not <${part.name}>`);
    }
    const predicate = swrl(part.name.toLowerCase());
    x.graph.triple(
      rule,
      predicate,
      x.graph.list(
        part.children.map((child) => atom(x, child)),
        part.at,
      ),
      part.at,
    );
  }
}

function atom(x: Expressions, element: Element): PlacedNode {
  const { name, at, children } = element;
  const node = x.graph.blank(at);
  const type = (iri: Iri): void => x.graph.triple(node, rdf.type, { term: iri, at });
  if (name === 'BuiltInAtom') {
    type(swrl('BuiltinAtom'));
    x.graph.triple(node, swrl('builtin'), { term: x.graph.iri(element), at });
    x.graph.triple(
      node,
      swrl('arguments'),
      x.graph.list(
        children.map((child) => argument(x, child)),
        at,
      ),
    );
    return node;
  }
  const form = ATOMS.get(name);
  if (!form) throw syntaxError(at, `<${name}> is not an atom of a rule`);
  const [first, rest] = form.kind ? [children[0], children.slice(1)] : [undefined, children];
  if (rest.length !== form.arguments || (form.kind && !first)) {
    const parts = [...(form.kind ? [withArticle(form.kind)] : []), `${form.arguments} arguments`];
    throw syntaxError(at, `<${name}> takes ${parts.join(' and ')}; it has ${children.length} parts`);
  }
  type(form.type);
  if (first) x.graph.triple(node, form.predicate!, x.read(form.kind!, first));
  rest.forEach((child, i) => x.graph.triple(node, swrl(`argument${i + 1}`), argument(x, child)));
  return node;
}

function argument(x: Expressions, element: Element): Placed {
  if (element.name !== 'Variable') return x.read(element.name === 'Literal' ? 'literal' : 'individual', element);
  const variable = { term: x.graph.iri(element), at: element.at };
  x.graph.declare(variable, swrl('Variable'));
  return variable;
}
