/** Any graph over the OWL vocabulary is read or refused with an OwlgateError; no other error escapes. */
import fc from 'fast-check';
import { OwlgateError } from '../../../src/errors';
import { Introspection, readDocument } from '../../../src/ontology';
import type { LoadedOntology, Quad, Term } from '../../../src/ontology';
import { owl, owlgate, rdf, rdfs, xsd } from '../../../src/ontology/vocabulary';
import { compileSchema } from '../../../src/schema';
import { e } from '../../support/ontology/documents';
import { runs } from '../../support/runs';

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

/** Classes and properties in a reduced axiom that have no Dgraph name. */
function nameless(value: unknown, { names }: LoadedOntology): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { kind, iri, inverse, property, sub } = value as Record<string, unknown>;
  const unnamed: string[] = [];
  const check = (name: unknown, hasName: boolean) => {
    if (typeof name === 'string' && !hasName) unnamed.push(name);
  };
  if (kind === 'Class') check(iri, iri === owl.Nothing || names.class(iri as string) !== undefined);
  if (inverse !== undefined) check(iri, names.property(iri as string) !== undefined);
  if (typeof property === 'string') check(property, names.property(property) !== undefined);
  if (typeof sub === 'string') check(sub, names.property(sub) !== undefined);
  return [...unnamed, ...Object.values(value).flatMap((part) => nameless(part, { names } as LoadedOntology))];
}

describe('random graph', () => {
  it('is read or refused; compilation and introspection of the result succeed', () => {
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
      { numRuns: runs(1000) },
    );
    expect(read).toBeGreaterThan(runs(200));
  });
});
