/** Random ontologies: axioms in the form that rules are made from, each with its Turtle. */
import * as fc from 'fast-check';
import { readOntology } from '../../../../src/ontology';
import type { RlAxiom } from '../../../../src/ontology';
import { expressionText, short } from './expressions';
import { named, objectIri, PROLOGUE } from './names';
import type { Statement } from './names';
import { characteristic, inverseProperties, plain, statement, subPropertyOf } from './statements';

export {
  CLASSES,
  DATA_PROPERTIES,
  INDIVIDUALS,
  NAMES,
  NAMES_WITH_EQUALITY,
  OBJECT_PROPERTIES,
  PROLOGUE,
  VALUES,
} from './names';
export type { Statement } from './names';

/** Statements whose rules need one fact each, so that one read suffices. */
const local: fc.Arbitrary<Statement> = fc.oneof(
  plain(
    fc.uniqueArray(named, { minLength: 2, maxLength: 2, selector: ({ iri }) => iri }),
    ([sub, sup]) => ({ kind: 'SubClassOf', sub: sub!, super: sup! }),
    ([sub, sup]) => `${expressionText(sub!)} rdfs:subClassOf ${expressionText(sup!)}`,
  ),
  plain(
    fc.tuple(objectIri, named),
    ([iri, domain]) => ({ kind: 'ObjectPropertyDomain', property: iri, domain }),
    ([iri, domain]) => `${short(iri)} rdfs:domain ${expressionText(domain)}`,
  ),
  plain(
    fc.tuple(objectIri, named),
    ([iri, range]) => ({ kind: 'ObjectPropertyRange', property: iri, range }),
    ([iri, range]) => `${short(iri)} rdfs:range ${expressionText(range)}`,
  ),
  subPropertyOf,
  inverseProperties,
  characteristic('Symmetric'),
  plain(
    fc.tuple(named, named),
    ([a, b]) => ({ kind: 'DisjointClasses', classes: [a, b] }),
    ([a, b]) => `${short(a.iri)} owl:disjointWith ${short(b.iri)}`,
  ),
);

export const localOntologies: fc.Arbitrary<Statement> = fc.array(local, { minLength: 1, maxLength: 8 }).map(together);

/**
 * Ontologies of up to a dozen statements over CLASSES, OBJECT_PROPERTIES and DATA_PROPERTIES, with the inclusions that
 * several class axioms entail together: those are compared with models elsewhere, and a plain fixpoint over each
 * statement would not find them.
 */
export const ontologies: fc.Arbitrary<Statement> = fc
  .array(statement, { minLength: 1, maxLength: 12 })
  .map((parts) => closed(together(parts)));

function closed({ axioms, turtle }: Statement): Statement {
  const { inclusions } = readOntology(PROLOGUE + turtle, { profile: 'lenient' }).reduced;
  const inclusionAxioms = inclusions.map(([sub, sup]): RlAxiom => ({
    kind: 'SubClassOf',
    sub: { kind: 'Class', iri: sub },
    super: { kind: 'Class', iri: sup },
    position: { line: 1, column: 1 },
    text: 'SubClassOf',
  }));
  return { axioms: [...axioms, ...inclusionAxioms], turtle };
}

function together(parts: readonly Statement[]): Statement {
  return {
    axioms: parts.flatMap(({ axioms }) => axioms),
    turtle: parts.map(({ turtle }) => turtle).join('\n'),
  };
}
