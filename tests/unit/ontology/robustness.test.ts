/** Any graph over the vocabulary of OWL is read, refused with an error of ours, or answered: nothing else ever escapes. */
import fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { Introspection, readDocument } from '../../../src/ontology';
import type { LoadedOntology, Quad, Term } from '../../../src/ontology';
import { owl, owlgate, rdf, rdfs, xsd } from '../../../src/ontology/vocabulary';
import { compileSchema } from '../../../src/schema';
import { e } from './helpers';

const TERMS = [...Object.values(owl), ...Object.values(rdf), ...Object.values(rdfs), ...Object.values(owlgate)];
const NODES = ['A', 'B', 'p', 'q', 'a'].map(e);
const BLANKS = ['_:x', '_:y', '_:z', '_:l', '_:m'];
const literals = ['1', '0', 'true', '2', 'x', 'exact', 'hnsw'].map((value): Term => ({
  kind: 'Literal',
  value,
  datatype: xsd('string'),
}));

const subject = fc.constantFrom(...NODES, ...BLANKS, owl.Thing, rdf.nil);
const predicate = fc.oneof(
  {
    arbitrary: fc.constantFrom<string>(...TERMS.filter((term) => /[#][a-z]/.test(term)), xsd('minInclusive')),
    weight: 8,
  },
  { arbitrary: fc.constantFrom(rdf.type, rdf.first, rdf.rest, e('p')), weight: 4 },
);
const object = fc.oneof(
  { arbitrary: subject, weight: 4 },
  fc.constantFrom<Term>(...TERMS, xsd('int')),
  fc.constantFrom(...literals),
);
const quads = fc.array(fc.tuple(subject, predicate, object), { maxLength: 40 }).map((triples) =>
  triples.map(([s, p, o], i): Quad => {
    const position = { line: i + 1, column: 1 };
    return { subject: s, predicate: p, object: o, position, subjectPosition: position, predicatePosition: position };
  }),
);

/** Classes and properties in a reduced axiom that Dgraph would have no name for. */
function nameless(value: unknown, { names }: LoadedOntology): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, iri, inverse, property, sub } = value as Record<string, unknown>;
  const found: string[] = [];
  const hasName = (name: unknown, known: boolean) => {
    if (typeof name === 'string' && !known) found.push(name);
  };
  if (kind === 'Class') hasName(iri, iri === owl.Nothing || names.class(iri as string) !== undefined);
  if (inverse !== undefined) hasName(iri, names.property(iri as string) !== undefined);
  if (typeof property === 'string') hasName(property, names.property(property) !== undefined);
  if (typeof sub === 'string') hasName(sub, names.property(sub) !== undefined);
  return [...found, ...Object.values(value).flatMap((part) => nameless(part, { names } as LoadedOntology))];
}

describe('any graph', () => {
  it('is read or refused, and what is read can be compiled and introspected', () => {
    let read = 0;
    fc.assert(
      fc.property(quads, (list) => {
        let loaded: LoadedOntology;
        try {
          loaded = readDocument({ quads: list, prefixes: new Map([['', e('')]]) }, { profile: 'lenient' });
          read++;
          const names = [...loaded.reduced.classes].map((iri) => loaded.names.class(iri));
          expect(names).not.toContain(undefined);
          const introspection = new Introspection(loaded.ontology, loaded.taxonomy, loaded.names);
          for (const entry of introspection.classes()) introspection.class(entry.iri);
          compileSchema(loaded);
        } catch (error) {
          if (!(error instanceof OwlgateError)) throw error;
          expect(['OntologyEmpty', 'OntologyName', 'OntologyAnnotation']).toContain(error.code);
          return;
        }
        for (const { line, column } of [...loaded.violations, ...loaded.deviations]) {
          expect(line).toBeGreaterThan(0);
          expect(column).toBeGreaterThan(0);
        }
        for (const axiom of loaded.reduced.axioms) expect(nameless(axiom, loaded)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
    expect(read).toBeGreaterThan(200);
  });
});
