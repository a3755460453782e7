/**
 * Literal implementation of the tables of OWL 2 RL/RDF, applied to triples until nothing is added: slow, and without
 * optimizations. The oracle of the reasoner's tests. Datatypes (table 8) are not included.
 */
import { vocabulary } from '../../../src/ontology';
import type { Triple } from './entailment';

const { owl, rdf, rdfs } = vocabulary;

/** `body ⇒ head`; atoms are separated by `;`, variables begin with `?`, a missing head is a contradiction. */
const RULES = `
  eq-ref     | ?s ?p ?o | ?s owl:sameAs ?s ; ?p owl:sameAs ?p ; ?o owl:sameAs ?o
  eq-sym     | ?x owl:sameAs ?y | ?y owl:sameAs ?x
  eq-trans   | ?x owl:sameAs ?y ; ?y owl:sameAs ?z | ?x owl:sameAs ?z
  eq-rep-s   | ?s owl:sameAs ?t ; ?s ?p ?o | ?t ?p ?o
  eq-rep-p   | ?p owl:sameAs ?q ; ?s ?p ?o | ?s ?q ?o
  eq-rep-o   | ?o owl:sameAs ?t ; ?s ?p ?o | ?s ?p ?t
  eq-diff1   | ?x owl:sameAs ?y ; ?x owl:differentFrom ?y |
  prp-dom    | ?p rdfs:domain ?c ; ?x ?p ?y | ?x rdf:type ?c
  prp-rng    | ?p rdfs:range ?c ; ?x ?p ?y | ?y rdf:type ?c
  prp-fp     | ?p rdf:type owl:FunctionalProperty ; ?x ?p ?y ; ?x ?p ?z | ?y owl:sameAs ?z
  prp-ifp    | ?p rdf:type owl:InverseFunctionalProperty ; ?x ?p ?z ; ?y ?p ?z | ?x owl:sameAs ?y
  prp-irp    | ?p rdf:type owl:IrreflexiveProperty ; ?x ?p ?x |
  prp-symp   | ?p rdf:type owl:SymmetricProperty ; ?x ?p ?y | ?y ?p ?x
  prp-asyp   | ?p rdf:type owl:AsymmetricProperty ; ?x ?p ?y ; ?y ?p ?x |
  prp-trp    | ?p rdf:type owl:TransitiveProperty ; ?x ?p ?y ; ?y ?p ?z | ?x ?p ?z
  prp-spo1   | ?p rdfs:subPropertyOf ?q ; ?x ?p ?y | ?x ?q ?y
  prp-eqp1   | ?p owl:equivalentProperty ?q ; ?x ?p ?y | ?x ?q ?y
  prp-eqp2   | ?p owl:equivalentProperty ?q ; ?x ?q ?y | ?x ?p ?y
  prp-pdw    | ?p owl:propertyDisjointWith ?q ; ?x ?p ?y ; ?x ?q ?y |
  prp-inv1   | ?p owl:inverseOf ?q ; ?x ?p ?y | ?y ?q ?x
  prp-inv2   | ?p owl:inverseOf ?q ; ?x ?q ?y | ?y ?p ?x
  prp-npa1   | ?n owl:sourceIndividual ?x ; ?n owl:assertionProperty ?p ; ?n owl:targetIndividual ?y ; ?x ?p ?y |
  cls-nothing2 | ?x rdf:type owl:Nothing |
  cls-com    | ?c owl:complementOf ?d ; ?x rdf:type ?c ; ?x rdf:type ?d |
  cls-svf1   | ?c owl:someValuesFrom ?d ; ?c owl:onProperty ?p ; ?x ?p ?y ; ?y rdf:type ?d | ?x rdf:type ?c
  cls-svf2   | ?c owl:someValuesFrom owl:Thing ; ?c owl:onProperty ?p ; ?x ?p ?y | ?x rdf:type ?c
  cls-avf    | ?c owl:allValuesFrom ?d ; ?c owl:onProperty ?p ; ?x rdf:type ?c ; ?x ?p ?y | ?y rdf:type ?d
  cls-hv1    | ?c owl:hasValue ?y ; ?c owl:onProperty ?p ; ?x rdf:type ?c | ?x ?p ?y
  cls-hv2    | ?c owl:hasValue ?y ; ?c owl:onProperty ?p ; ?x ?p ?y | ?x rdf:type ?c
  cls-maxc1  | ?c owl:maxCardinality 0 ; ?c owl:onProperty ?p ; ?x rdf:type ?c ; ?x ?p ?y |
  cls-maxc2  | ?c owl:maxCardinality 1 ; ?c owl:onProperty ?p ; ?x rdf:type ?c ; ?x ?p ?y ; ?x ?p ?z | ?y owl:sameAs ?z
  cls-maxqc1 | ?c owl:maxQualifiedCardinality 0 ; ?c owl:onProperty ?p ; ?c owl:onClass ?d ; ?x rdf:type ?c ; ?x ?p ?y ; ?y rdf:type ?d |
  cls-maxqc2 | ?c owl:maxQualifiedCardinality 0 ; ?c owl:onProperty ?p ; ?c owl:onClass owl:Thing ; ?x rdf:type ?c ; ?x ?p ?y |
  cls-maxqc3 | ?c owl:maxQualifiedCardinality 1 ; ?c owl:onProperty ?p ; ?c owl:onClass ?d ; ?x rdf:type ?c ; ?x ?p ?y ; ?y rdf:type ?d ; ?x ?p ?z ; ?z rdf:type ?d | ?y owl:sameAs ?z
  cls-maxqc4 | ?c owl:maxQualifiedCardinality 1 ; ?c owl:onProperty ?p ; ?c owl:onClass owl:Thing ; ?x rdf:type ?c ; ?x ?p ?y ; ?x ?p ?z | ?y owl:sameAs ?z
  cax-sco    | ?c rdfs:subClassOf ?d ; ?x rdf:type ?c | ?x rdf:type ?d
  cax-eqc1   | ?c owl:equivalentClass ?d ; ?x rdf:type ?c | ?x rdf:type ?d
  cax-eqc2   | ?c owl:equivalentClass ?d ; ?x rdf:type ?d | ?x rdf:type ?c
  cax-dw     | ?c owl:disjointWith ?d ; ?x rdf:type ?c ; ?x rdf:type ?d |
  scm-cls    | ?c rdf:type owl:Class | ?c rdfs:subClassOf ?c ; ?c owl:equivalentClass ?c ; ?c rdfs:subClassOf owl:Thing ; owl:Nothing rdfs:subClassOf ?c
  scm-sco    | ?a rdfs:subClassOf ?b ; ?b rdfs:subClassOf ?c | ?a rdfs:subClassOf ?c
  scm-eqc1   | ?a owl:equivalentClass ?b | ?a rdfs:subClassOf ?b ; ?b rdfs:subClassOf ?a
  scm-eqc2   | ?a rdfs:subClassOf ?b ; ?b rdfs:subClassOf ?a | ?a owl:equivalentClass ?b
  scm-op     | ?p rdf:type owl:ObjectProperty | ?p rdfs:subPropertyOf ?p ; ?p owl:equivalentProperty ?p
  scm-dp     | ?p rdf:type owl:DatatypeProperty | ?p rdfs:subPropertyOf ?p ; ?p owl:equivalentProperty ?p
  scm-spo    | ?a rdfs:subPropertyOf ?b ; ?b rdfs:subPropertyOf ?c | ?a rdfs:subPropertyOf ?c
  scm-eqp1   | ?a owl:equivalentProperty ?b | ?a rdfs:subPropertyOf ?b ; ?b rdfs:subPropertyOf ?a
  scm-eqp2   | ?a rdfs:subPropertyOf ?b ; ?b rdfs:subPropertyOf ?a | ?a owl:equivalentProperty ?b
  scm-dom1   | ?p rdfs:domain ?c ; ?c rdfs:subClassOf ?d | ?p rdfs:domain ?d
  scm-dom2   | ?q rdfs:domain ?c ; ?p rdfs:subPropertyOf ?q | ?p rdfs:domain ?c
  scm-rng1   | ?p rdfs:range ?c ; ?c rdfs:subClassOf ?d | ?p rdfs:range ?d
  scm-rng2   | ?q rdfs:range ?c ; ?p rdfs:subPropertyOf ?q | ?p rdfs:range ?c
  scm-hv     | ?c owl:hasValue ?i ; ?c owl:onProperty ?p ; ?d owl:hasValue ?i ; ?d owl:onProperty ?q ; ?p rdfs:subPropertyOf ?q | ?c rdfs:subClassOf ?d
  scm-svf1   | ?c owl:someValuesFrom ?e ; ?c owl:onProperty ?p ; ?d owl:someValuesFrom ?f ; ?d owl:onProperty ?p ; ?e rdfs:subClassOf ?f | ?c rdfs:subClassOf ?d
  scm-svf2   | ?c owl:someValuesFrom ?e ; ?c owl:onProperty ?p ; ?d owl:someValuesFrom ?e ; ?d owl:onProperty ?q ; ?p rdfs:subPropertyOf ?q | ?c rdfs:subClassOf ?d
  scm-avf1   | ?c owl:allValuesFrom ?e ; ?c owl:onProperty ?p ; ?d owl:allValuesFrom ?f ; ?d owl:onProperty ?p ; ?e rdfs:subClassOf ?f | ?c rdfs:subClassOf ?d
  scm-avf2   | ?c owl:allValuesFrom ?e ; ?c owl:onProperty ?p ; ?d owl:allValuesFrom ?e ; ?d owl:onProperty ?q ; ?p rdfs:subPropertyOf ?q | ?d rdfs:subClassOf ?c
`;

interface NaiveRule {
  readonly body: readonly Triple[];
  readonly head: readonly Triple[];
}

const number = (n: string): string => `"${n}"^^<${vocabulary.xsd('nonNegativeInteger')}>`;

function term(text: string): string {
  if (/^\d$/.test(text)) return number(text);
  return text
    .replace(/^owl:/, vocabulary.OWL_NS)
    .replace(/^rdf:/, vocabulary.RDF_NS)
    .replace(/^rdfs:/, vocabulary.RDFS_NS);
}

const atoms = (text: string): Triple[] =>
  text
    .split(';')
    .filter((atom) => atom.trim() !== '')
    .map((atom) => atom.trim().split(/\s+/).map(term) as unknown as Triple);

const rules: readonly NaiveRule[] = RULES.trim()
  .split('\n')
  .map((line) => line.split('|'))
  .map(([, body, head]) => ({ body: atoms(body!), head: atoms(head!) }));

type Bindings = ReadonlyMap<string, string>;

/** Closes a graph under the tables. */
export class NaiveClosure {
  isContradictory = false;
  private readonly keys = new Set<string>();
  private readonly facts: Triple[] = [];
  private readonly byPredicate = new Map<string, Triple[]>();

  constructor(stated: Iterable<Triple>) {
    for (const triple of stated) this.add(triple);
    for (let before = -1; before < this.facts.length && !this.isContradictory;) {
      before = this.facts.length;
      for (const rule of rules) this.apply(rule);
      this.applyLists();
    }
  }

  get triples(): readonly Triple[] {
    return this.facts;
  }

  private add(triple: Triple): void {
    const key = triple.join(' ');
    if (this.keys.has(key)) return;
    this.keys.add(key);
    this.facts.push(triple);
    this.byPredicate.set(triple[1], [...(this.byPredicate.get(triple[1]) ?? []), triple]);
  }

  private apply({ body, head }: NaiveRule): void {
    const matches = [...this.matches(body, new Map())];
    if (head.length === 0 && matches.length > 0) this.isContradictory = true;
    for (const bindings of matches) for (const triple of head) this.add(substitute(triple, bindings));
  }

  private *matches(body: readonly Triple[], bindings: Bindings): Generator<Bindings> {
    const [first, ...rest] = body;
    if (!first) {
      yield bindings;
      return;
    }
    const atom = substitute(first, bindings);
    const candidates = atom[1].startsWith('?') ? this.facts : (this.byPredicate.get(atom[1]) ?? []);
    for (const fact of [...candidates]) {
      const extended = new Map(bindings);
      const agrees = atom.every((part, i) => {
        const value = part.startsWith('?') ? (extended.get(part) ?? fact[i]!) : part;
        if (part.startsWith('?')) extended.set(part, value);
        return value === fact[i];
      });
      if (agrees) yield* this.matches(rest, extended);
    }
  }

  private values(s: string, p: string): string[] {
    return (this.byPredicate.get(p) ?? []).filter(([subject]) => subject === s).map(([, , o]) => o);
  }

  /** Lists every reading of a list: a node may have several derived members. */
  private *lists(node: string, visited: readonly string[] = []): Generator<readonly string[]> {
    if (node === rdf.nil) yield [];
    if (visited.includes(node)) return;
    for (const first of this.values(node, rdf.first)) {
      for (const rest of this.values(node, rdf.rest)) {
        for (const tail of this.lists(rest, [...visited, node])) yield [first, ...tail];
      }
    }
  }

  /** Returns the rules on lists, expanded for each list. */
  private applyLists(): void {
    for (const [s, p, o] of [...this.facts]) for (const list of [...this.lists(o)]) this.applyList(s, p, list);
  }

  private applyList(s: string, p: string, list: readonly string[]): void {
    const rule = (body: readonly Triple[], ...head: readonly Triple[]) => this.apply({ body, head });
    const pairs = list.flatMap((a, i) => list.slice(i + 1).map((b) => [a, b] as const));
    const isA = (c: string) => this.values(s, rdf.type).includes(c);
    if (p === owl.intersectionOf && list.length > 0) {
      rule(
        list.map((c) => ['?x', rdf.type, c]),
        ['?x', rdf.type, s],
      );
      for (const c of list) rule([['?x', rdf.type, s]], ['?x', rdf.type, c]);
      for (const c of list) rule([], [s, rdfs.subClassOf, c]);
    } else if (p === owl.unionOf) {
      for (const c of list) rule([['?x', rdf.type, c]], ['?x', rdf.type, s]);
      for (const c of list) rule([], [c, rdfs.subClassOf, s]);
    } else if (p === owl.oneOf) {
      for (const x of list) rule([], [x, rdf.type, s]);
    } else if (p === owl.propertyChainAxiom && list.length > 0) {
      rule(
        list.map((q, i) => [`?${i}`, q, `?${i + 1}`]),
        ['?0', s, `?${list.length}`],
      );
    } else if (p === owl.hasKey && list.length > 0) {
      const member = (x: string): Triple[] => [[x, rdf.type, s], ...list.map((q, i): Triple => [x, q, `?${i}`])];
      rule([...member('?x'), ...member('?y')], ['?x', owl.sameAs, '?y']);
    } else if (p === owl.members && isA(owl.AllDifferent)) {
      for (const [a, b] of pairs) rule([[a, owl.sameAs, b]]);
    } else if (p === owl.members && isA(owl.AllDisjointClasses)) {
      for (const [a, b] of pairs)
        rule([
          ['?x', rdf.type, a],
          ['?x', rdf.type, b],
        ]);
    } else if (p === owl.members && isA(owl.AllDisjointProperties)) {
      for (const [a, b] of pairs)
        rule([
          ['?x', a, '?y'],
          ['?x', b, '?y'],
        ]);
    }
  }
}

function substitute(triple: Triple, bindings: Bindings): Triple {
  return triple.map((part) => bindings.get(part) ?? part) as unknown as Triple;
}
