/**
 * Sound rules beyond OWL 2 RL/RDF. Most are contrapositives of rules that derive equality. Their names begin with
 * `ext-`. They apply to graphs; without owl:differentFrom they cost one look-up.
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

/** The members of an owl:AllDifferent list are pairwise different. */
export function allDifferent(rule: RuleBuilder, member: (x: Ref) => Atom): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('ext-all-different', withAtom([NO_BODY], member(x), member(y)), differs(rule, x, y), [[x, y]]);
}

/** Nodes with different values of a functional property are different (contrapositive of prp-fp). */
export function differentSubjects(rule: RuleBuilder, property: Iri): void {
  const [x, y, a, b] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  const body = withAtom([NO_BODY], differs(rule, a, b), rule.edge(p, x, a), rule.edge(p, y, b));
  rule.add('ext-fp-different', body, differs(rule, x, y));
}

/** The values of an inverse-functional property of different nodes are different (contrapositive of prp-ifp). */
export function differentValues(rule: RuleBuilder, property: Iri): void {
  const [x, y, a, b] = [rule.fresh(), rule.fresh(), rule.fresh(), rule.fresh()];
  const p = named(property);
  const body = withAtom([NO_BODY], differs(rule, x, y), rule.edge(p, x, a), rule.edge(p, y, b));
  rule.add('ext-ifp-different', body, differs(rule, a, b));
}

/** The values of disjoint properties of one node are different (contrapositive of prp-pdw and prp-adp). */
export function valuesOfDisjointProperties(rule: RuleBuilder, properties: readonly Iri[]): void {
  properties.forEach((p, index) => {
    for (const q of properties.slice(index + 1)) {
      const [x, a, b] = [rule.fresh(), rule.fresh(), rule.fresh()];
      const body = withAtom([NO_BODY], rule.edge(named(p), x, a), rule.edge(named(q), x, b));
      rule.add('ext-pdw-different', body, differs(rule, a, b));
    }
  });
}

/** An empty union or enumeration has no members; an empty intersection has all. */
export function emptyList(rule: RuleBuilder, lower: Iri, upper: Iri): void {
  const head = rule.edge(named(rdfs.subClassOf), rule.individual(lower), rule.individual(upper));
  rule.add('ext-empty-list', [NO_BODY], head);
}

/** A reflexive property, for the members of a class. */
export function reflexiveForMembers(rule: RuleBuilder, property: Iri, iri: Iri): void {
  const x = rule.fresh();
  rule.add('ext-reflexive', withAtom([NO_BODY], rule.type(x, iri)), rule.edge(named(property), x, x));
}

/** A reflexive property, for the subjects of a property, or its objects. */
export function reflexiveForEnds(rule: RuleBuilder, property: Iri, { iri, inverse }: RlProperty): void {
  const [x, y] = [rule.fresh(), rule.fresh()];
  rule.add('ext-reflexive', withAtom([NO_BODY], rule.edge({ iri, inverse }, x, y)), rule.edge(named(property), x, x));
}

/** Returns the reasoner's own node for the complement of a class. */
export const complementNode = (iri: Iri): string => `_:complement-of-${nodeName(iri)}`;

/** Returns the reasoner's own node for the list (p p). */
export const squareNode = (iri: Iri): string => `_:chain-of-${nodeName(iri)}`;

/** Returns a blank node label that is unique per name: the end of the name, for readers, and a digest of all of it. */
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
 * If at most one value of a property is of a class, and one value is, then a different value is in the complement of
 * the class (contrapositive of cls-maxqc3).
 *
 * @param restriction the class of nodes with at most one such value
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

/** A property that includes its chain with itself is transitive. */
export function chainIsTransitive(rule: RuleBuilder, property: Iri, transitivity: Atom): void {
  rule.add(
    'ext-chain-transitive',
    withAtom([NO_BODY], transitivity),
    rule.type(rule.individual(property), owl.TransitiveProperty),
  );
}

/** A transitive property includes its chain with itself. */
export function transitiveIsChain(rule: RuleBuilder, property: Iri): void {
  const p = rule.individual(property);
  const [first, second] = [squareNode(property), `${squareNode(property)}-rest`].map((node) =>
    rule.individual(node),
  ) as [number, number];
  const transitivity = rule.type(p, owl.TransitiveProperty);
  const edge = (iri: Iri, x: number, y: number) =>
    rule.add('ext-transitive-chain', withAtom([NO_BODY], transitivity), rule.edge(named(iri), x, y));
  edge(owl.propertyChainAxiom, p, first);
  edge(rdf.first, first, p);
  edge(rdf.rest, first, second);
  edge(rdf.first, second, p);
  edge(rdf.rest, second, rule.individual(rdf.nil));
}

/** Two complements of one class are the same class. */
export function complementIsOne(rule: RuleBuilder): void {
  const [x, y, c] = [rule.fresh(), rule.fresh(), rule.fresh()];
  const complementOf = (node: Ref) => rule.edge(named(owl.complementOf), node, c);
  const head = rule.edge(named(owl.equivalentClass), x, y);
  rule.add('ext-complement-one', withAtom([NO_BODY], complementOf(x), complementOf(y)), head, [[x, y]]);
}

/** Triples that define the complement of a class. They are derived once the complement has a member. */
export function complement(rule: RuleBuilder, iri: Iri): void {
  const node = rule.individual(complementNode(iri));
  const member = (): Body[] => withAtom([NO_BODY], rule.type(rule.fresh(), complementNode(iri)));
  const head = rule.edge(named(owl.complementOf), node, rule.individual(iri));
  rule.add('ext-maxqc-complement', member(), head);
  rule.add('ext-maxqc-complement', member(), rule.type(node, owl.Class));
}
