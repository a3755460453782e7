/** Rules of an ontology in the notation of rule engines, one rule a line: `triple(…) :- triple(…), … .` */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const VOCABULARY = { type: RDF_TYPE, class: (iri) => iri, property: (iri) => iri };

/** @returns the model of the ontology, read leniently, and its plan with IRIs as names */
export function planOf(turtle) {
  const { readOntology } = require('../../dist/ontology');
  const { compile } = require('../../dist/reasoner');
  const { reduced } = readOntology(turtle, { profile: 'lenient' });
  return { reduced, plan: compile(reduced.axioms, VOCABULARY).plan };
}

/** Rules that infer by joins alone, without constraints and rules that test for difference or a value. */
export function rulesText({ rules, terms }) {
  const term = (ref) =>
    ref < 0 ? `?x${-ref}` : terms.text(ref).startsWith('"') ? terms.text(ref) : `<${terms.text(ref)}>`;
  const atom = ({ s, p, o }) => `triple(${term(s)}, ${term(p)}, ${term(o)})`;
  return rules
    .filter(({ head, body, distinct, filters }) => head && body.length > 0 && !distinct?.length && !filters?.length)
    .map(({ head, body }) => `${atom(head)} :- ${body.map(atom).join(', ')} .\n`)
    .join('');
}
