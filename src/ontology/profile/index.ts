/** Profile check and reduction to the part that rules carry, in one pass, so that they always agree. */
import { comparePositions } from '../quads';
import type { EntityKind, Iri, Ontology, Position, Remark } from '../model';
import { Renderer } from '../render';
import type { RlAxiom, RlOntology } from '../rl';
import { schemaClosure } from '../schema-closure';
import { isUnfindable } from '../spelling';
import { checkSimpleProperties, checkTerms } from './deviations';
import { carryExistentials } from './existentials';
import type { Existential } from './existentials';
import { ProblemList, SECTIONS } from './problem';
import type { Finding, ProfileProblem } from './problem';
import { datatypeDefinitions, RangeReducer } from './ranges';
import { reduceAxiom } from './reduce';
import { Thing } from './reduction';

export type { ProfileProblem } from './problem';

interface ProfileReport {
  /** Input of the reasoner. */
  readonly reduced: RlOntology;
  /** Meaning that `reduced` lacks, in document order; empty if the ontology can be loaded strictly. */
  readonly violations: readonly ProfileProblem[];
  /** Constructs outside OWL 2 RL that lose no inference. */
  readonly deviations: readonly ProfileProblem[];
}

const TOO_MANY_VARIANTS: Finding = {
  code: 'superclass-existential',
  rule: 'existential restrictions in superclass position satisfy too many conditions',
  section: SECTIONS.classes,
  advice: 'assert the class itself, or use a class in place of the restriction in the condition',
};

const MANY_INCLUSIONS: Finding = {
  code: 'many-inclusions',
  rule: 'restrictions imply more inclusions of classes than the limit; some are missing',
  section: SECTIONS.classes,
  advice: 'name the shared restriction, and state its subclasses and superclasses',
};

/** Checks an ontology against OWL 2 RL and reduces it to the part that rules carry. */
export function checkProfile(ontology: Ontology): ProfileReport {
  const problems = new ProblemList(new Renderer(ontology.prefixes));
  const definitions = datatypeDefinitions(ontology.axioms);
  const ranges = new RangeReducer(definitions);
  const axioms: RlAxiom[] = [];
  const existentials: Existential[] = [];
  const thing = new Thing();
  for (const axiom of ontology.axioms) reduceAxiom(axiom, ranges, problems, existentials, axioms, thing);
  thing.complete();
  const carried = carryExistentials(axioms, existentials, ({ text, position }) => {
    problems.violation(
      text,
      position,
      TOO_MANY_VARIANTS,
      'for all individuals for which an existential restriction implies such a value',
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
    problems.violation(remark.text, remark.position, finding(remark), `the meaning of "${remark.text}"`);
  }
  for (const remark of ontology.notes) problems.deviation(remark.text, remark.position, finding(remark));
  const byPosition = (a: ProfileProblem, b: ProfileProblem) => comparePositions(a, b);
  return {
    reduced: { axioms, inclusions: closure.inclusions, datatypes: definitions, ...signature(ontology, axioms) },
    violations: problems.violations.sort(byPosition),
    deviations: problems.deviations.sort(byPosition),
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
  const individuals = new Set([...ofKind('individual')].filter((iri) => !isUnfindable(iri)));
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
