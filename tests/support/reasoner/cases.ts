/** Cases of one rule each: its inferred facts or contradiction, and facts that must not trigger it. */
import { readOntology } from '../../../src/ontology';
import { compile, MemoryGraph, type Plan } from '../../../src/reasoner';
import type { Triple } from '../../../src/reasoner/graph';

const PREFIXES = `@prefix : <http://ex.org/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:A a owl:Class . :B a owl:Class . :C a owl:Class .
:p a owl:ObjectProperty . :q a owl:ObjectProperty . :r a owl:ObjectProperty .
:d a owl:DatatypeProperty . :e a owl:DatatypeProperty .
`;

/**
 * Returns the plan of an ontology in Turtle with the prefixes above; `a` is the type predicate, terms are local names.
 */
export function planOf(turtle: string): Plan {
  const { reduced, names } = readOntology(PREFIXES + turtle, { profile: 'lenient' });
  const { plan, leftOut } = compile(reduced.axioms, {
    type: 'a',
    class: (iri) => names.class(iri)!,
    property: (iri) => names.property(iri)!,
  });
  expect(leftOut).toEqual([]);
  return plan;
}

/** Returns a graph over such an ontology, and the names of its rules. */
export function graphOf(turtle: string): { readonly graph: MemoryGraph; readonly rules: readonly string[] } {
  const plan = planOf(turtle);
  return { graph: new MemoryGraph(plan), rules: plan.rules.map(({ name }) => name) };
}

/** Parses `s p o . s p o` into triples. */
export const facts = (text: string): Triple[] =>
  text
    .split('.')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => line.split(/\s+/) as unknown as Triple);

export const inferred = (graph: MemoryGraph): string[] =>
  [...graph.facts()]
    .filter(({ state }) => state === 'inferred')
    .map(({ triple }) => triple.join(' '))
    .sort();

export interface RuleCase {
  /** Name of the rule: W3C names, joined with `+` where an axiom was flattened into one step. */
  readonly rule: string;
  /** Distinguishes several cases of one rule. */
  readonly as?: string;
  readonly ontology: string;
  readonly given: string;
  /** Inferred facts; absent if `given` contradicts. */
  readonly then?: string;
  /** Similar facts, which entail nothing. */
  readonly but: string;
}

/** Defines one test per case. */
export function testRules(cases: readonly RuleCase[]): void {
  test.each(cases.map((entry) => [`${entry.rule}${entry.as ? `: ${entry.as}` : ''}`, entry] as const))(
    '%s',
    (_, { rule, ontology, given, then, but }) => {
      const { graph, rules } = graphOf(ontology);
      expect(rules).toContain(rule);
      const nothing = graph.apply({ assert: facts(but) });
      expect([nothing.contradictions, inferred(graph)]).toEqual([[], []]);
      graph.apply({ retract: facts(but) });
      const { contradictions } = graph.apply({ assert: facts(given) });
      const names = new Set(contradictions.map((contradiction) => contradiction.rule.name));
      expect([...names]).toEqual(then === undefined ? [rule] : []);
      expect(inferred(graph)).toEqual(
        facts(then ?? '')
          .map((fact) => fact.join(' '))
          .sort(),
      );
    },
  );
}
