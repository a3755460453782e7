/**
 * Beyond OWL 2 RL/RDF: sound rules that its tables leave out, mostly contrapositives of those that yield equality. Their
 * names begin with `ext-`. They apply to graphs; what they cost there is one look-up where owl:differentFrom is not used.
 */
import type { Iri, RlProperty } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Atom, Ref } from '../rule';
import { named, NO_BODY, withAtom } from './builder';
import type { Body, RuleBuilder } from './builder';
import { differs } from './eq';

const { owl, rdf, rdfs } = vocabulary;

/** owl:differentFrom is symmetric. */
export function differenceIsSymmetric(rule: RuleBuilder): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('ext-different-symmetric', withAtom([NO_BODY], differs(rule, x, y)), differs(rule, y, x));
}

/** The members of a list of different ones differ, each from each. */
export function allDifferent(rule: RuleBuilder, member: (x: Ref) => Atom): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('ext-all-different', withAtom([NO_BODY], member(x), member(y)), differs(rule, x, y), [[x, y]]);
}

/** What has different values of a functional property is different (prp-fp, turned round). */
export function differentSubjects(rule: RuleBuilder, property: Iri): void {
  const [x, y, a, b] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  const body = withAtom([NO_BODY], differs(rule, a, b), rule.edge(p, x, a), rule.edge(p, y, b));
  rule.add('ext-fp-different', body, differs(rule, x, y));
}

/** The values of an inverse-functional property of different nodes are different (prp-ifp, turned round). */
export function differentValues(rule: RuleBuilder, property: Iri): void {
  const [x, y, a, b] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  const body = withAtom([NO_BODY], differs(rule, x, y), rule.edge(p, x, a), rule.edge(p, y, b));
  rule.add('ext-ifp-different', body, differs(rule, a, b));
}

/** The values that one node has of disjoint properties are different (prp-pdw and prp-adp, turned round). */
export function valuesOfDisjointProperties(rule: RuleBuilder, properties: readonly Iri[]): void {
  properties.forEach((p, index) => {
    for (const q of properties.slice(index + 1)) {
      const [x, a, b] = [rule.fresh(), rule.fresh(), rule.fresh()];
      const body = withAtom([NO_BODY], rule.edge(named(p), x, a), rule.edge(named(q), x, b));
      rule.add('ext-pdw-different', body, differs(rule, a, b));
    }
  });
}

/** Nothing is in a union or an enumeration of nothing, and everything in an intersection of nothing. */
export function emptyList(rule: RuleBuilder, lower: Iri, upper: Iri): void {
  const head = rule.edge(named(rdfs.subClassOf), rule.individual(lower), rule.individual(upper));
  rule.add('ext-empty-list', [NO_BODY], head);
}

/** A reflexive property, for the members of a class. */
export function reflexiveForMembers(rule: RuleBuilder, property: Iri, iri: Iri): void {
  const x = rule.fresh();
  rule.add('ext-reflexive', withAtom([NO_BODY], rule.type(x, iri)), rule.edge(named(property), x, x));
}

/** A reflexive property, for what has a property, or for its values. */
export function reflexiveForEnds(rule: RuleBuilder, property: Iri, { iri, inverse }: RlProperty): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('ext-reflexive', withAtom([NO_BODY], rule.edge({ iri, inverse }, x, y)), rule.edge(named(property), x, x));
}

/** The node that stands for a class's complement, where no document has one. */
export const complementNode = (iri: Iri): string => `_:complement-of-${nodeName(iri)}`;

/** The node of the list (p p). */
export const squareNode = (iri: Iri): string => `_:chain-of-${nodeName(iri)}`;

/** A blank node label that is different for different names: the end of the name, for people, and a digest of all of it. */
function nodeName(text: string): string {
  const local = /(?<![A-Za-z0-9])[A-Za-z0-9]*$/.exec(text)![0];
  let [a, b] = [0x811c9dc5, 0x9e3779b1];
  for (let i = 0; i < text.length; i++) {
    a = Math.imul(a ^ text.charCodeAt(i), 0x01000193);
    b = Math.imul(b ^ text.charCodeAt(i), 0x85ebca6b) ^ (b >>> 13);
  }
  const digest = [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  return `${local.slice(0, 40)}-${digest}`;
}

/**
 * Where at most one value is of a class, and one is, another is not (cls-maxqc3, turned round).
 *
 * @param restriction the class of what has at most one such value
 */
export function notAnotherOne(rule: RuleBuilder, restriction: Iri, property: Iri, filler: Iri): void {
  const [x, a, b] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  const values = withAtom(
    [NO_BODY],
    differs(rule, a, b),
    rule.edge(p, x, a),
    rule.edge(p, x, b),
    rule.type(x, restriction),
  );
  const body = withAtom(values, rule.type(a, filler));
  rule.add('ext-maxqc-complement', body, rule.type(b, complementNode(filler)));
}

/** A chain of a property with itself makes it transitive. */
export function chainIsTransitive(rule: RuleBuilder, property: Iri, ground: Atom): void {
  rule.add(
    'ext-chain-transitive',
    withAtom([NO_BODY], ground),
    rule.type(rule.individual(property), owl.TransitiveProperty),
  );
}

/** A transitive property has itself, twice, as a chain. */
export function transitiveIsChain(rule: RuleBuilder, property: Iri): void {
  const p = rule.individual(property);
  const [first, second] = [squareNode(property), `${squareNode(property)}-rest`].map((node) =>
    rule.individual(node),
  ) as [number, number];
  const ground = rule.type(p, owl.TransitiveProperty);
  const edge = (iri: Iri, x: number, y: number) =>
    rule.add('ext-transitive-chain', withAtom([NO_BODY], ground), rule.edge(named(iri), x, y));
  edge(owl.propertyChainAxiom, p, first);
  edge(rdf.first, first, p);
  edge(rdf.rest, first, second);
  edge(rdf.first, second, p);
  edge(rdf.rest, second, rule.individual(rdf.nil));
}

/** Two complements of one class are the same class. */
export function complementIsOne(rule: RuleBuilder): void {
  const [x, y, c] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const of = (node: Ref) => rule.edge(named(owl.complementOf), node, c);
  const head = rule.edge(named(owl.equivalentClass), x, y);
  rule.add('ext-complement-one', withAtom([NO_BODY], of(x), of(y)), head, [[x, y]]);
}

/** A complement that has a member: the triples that say what it is. */
export function complement(rule: RuleBuilder, iri: Iri): void {
  const node = rule.individual(complementNode(iri));
  const member = (): Body[] => withAtom([NO_BODY], rule.type(rule.fresh(), complementNode(iri)));
  const head = rule.edge(named(owl.complementOf), node, rule.individual(iri));
  rule.add('ext-maxqc-complement', member(), head);
  rule.add('ext-maxqc-complement', member(), rule.type(node, owl.Class));
}
