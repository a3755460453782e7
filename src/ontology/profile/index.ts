/** The check against OWL 2 RL, and what rules can carry of an ontology: one pass, so that the two never disagree. */
import { comparePositions } from '../quads';
import type { EntityKind, Iri, Ontology, Position, Remark } from '../model';
import { Renderer } from '../render';
import type { RlAxiom, RlOntology } from '../rl';
import { schemaClosure } from '../schema-closure';
import { checkSimpleProperties, checkTerms } from './deviations';
import { carryExistentials } from './existentials';
import type { Existential } from './existentials';
import { ProblemList, SECTIONS } from './problem';
import type { Finding, ProfileProblem } from './problem';
import { datatypeDefinitions, RangeReducer } from './ranges';
import { reduceAxiom } from './reduce';

export type { ProblemCode, ProfileProblem } from './problem';

export interface ProfileReport {
  /** What the reasoner works with. */
  readonly reduced: RlOntology;
  /** Meaning that is lost in `reduced`, in document order; empty when the ontology can be loaded strictly. */
  readonly violations: readonly ProfileProblem[];
  /** What is written otherwise than OWL 2 RL has it, without loss. */
  readonly deviations: readonly ProfileProblem[];
}

const MANY_PROMISES: Finding = {
  code: 'superclass-existential',
  rule: 'existential restrictions in superclass position promise a value that too many conditions ask for',
  section: SECTIONS.classes,
  advice: 'assert the class itself, or ask for a class in place of the restriction',
};

const MANY_INCLUSIONS: Finding = {
  code: 'many-inclusions',
  rule: 'more classes are below each other by way of restrictions than are looked for',
  section: SECTIONS.classes,
  advice: 'name the restriction that they share, and say which classes are below it and above it',
};

/** Checks an ontology against OWL 2 RL and reduces it to what rules can carry. */
export function checkProfile(ontology: Ontology): ProfileReport {
  const problems = new ProblemList(new Renderer(ontology.prefixes));
  const definitions = datatypeDefinitions(ontology.axioms);
  const ranges = new RangeReducer(definitions);
  const axioms: RlAxiom[] = [];
  const existentials: Existential[] = [];
  for (const axiom of ontology.axioms) axioms.push(...reduceAxiom(axiom, ranges, problems, existentials));
  const carried = carryExistentials(axioms, existentials, ({ text, position }) => {
    problems.violation(
      text,
      position,
      MANY_PROMISES,
      'for all those of whom an existential restriction promises such a value',
    );
  });
  for (const axiom of carried) axioms.push(axiom);
  const closure = schemaClosure(ontology, axioms);
  for (const axiom of closure.axioms) axioms.push(axiom);
  if (!closure.isComplete) problems.deviation('the ontology', START, MANY_INCLUSIONS);
  if (carried.length + closure.axioms.length > 0) {
    axioms.sort((a, b) => comparePositions(a.position, b.position));
  }
  checkTerms(ontology, problems);
  checkSimpleProperties(axioms, problems);
  for (const remark of ontology.unrecognized) {
    problems.violation(remark.text, remark.position, finding(remark), `what "${remark.text}" says`);
  }
  for (const remark of ontology.notes) problems.deviation(remark.text, remark.position, finding(remark));
  const byPlace = (a: ProfileProblem, b: ProfileProblem) => comparePositions(a, b);
  return {
    reduced: { axioms, inclusions: closure.inclusions, datatypes: definitions, ...signature(ontology, axioms) },
    violations: problems.violations.sort(byPlace),
    deviations: problems.deviations.sort(byPlace),
  };
}

const START: Position = { line: 1, column: 1 };

function finding({ code, reason, advice }: Remark): Finding {
  return { code, rule: reason, section: SECTIONS.mapping, advice };
}

function signature(
  ontology: Ontology,
  axioms: readonly RlAxiom[],
): Omit<RlOntology, 'axioms' | 'inclusions' | 'datatypes'> {
  const ofKind = (kind: EntityKind): Set<Iri> =>
    new Set([...ontology.entities.values()].filter((e) => e.kinds.has(kind)).map((entity) => entity.iri));
  const individuals = ofKind('individual');
  for (const axiom of axioms) {
    if (axiom.kind === 'ClassAssertion') individuals.add(axiom.individual);
    else if ('source' in axiom) individuals.add(axiom.source);
    if ('target' in axiom) individuals.add(axiom.target);
    if ('individuals' in axiom) for (const individual of axiom.individuals) individuals.add(individual);
  }
  return {
    classes: ofKind('class'),
    objectProperties: ofKind('objectProperty'),
    dataProperties: ofKind('dataProperty'),
    individuals,
  };
}
