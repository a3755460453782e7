/** A star delete removes every value of a list, in any stored form, with and without rules on the predicate. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query, rdf } from '../../support/engines/wire';

const VALUES: Readonly<Record<string, readonly string[]>> = {
  string: ['a\\"b', 'line\\nbreak', 'é 人', '', ' ', '\\\\'],
  integer: ['9223372036854775807', '-1', '0'],
  double: ['0.1', '1e300', '1e-300', '123456789012345680000', '-0', '0.30000000000000004', '1.7976931348623157e308'],
  dateTime: [
    '2020-01-01T10:00:00Z',
    '2020-01-01T12:00:00+02:00',
    '2020-01-01T12:00:00.123456789Z',
    '2020-01-01T12:00:00.10Z',
    '1850-01-01T00:00:00Z',
    '2020-05-05',
  ],
  anyURI: ['urn:x'],
};
const TYPES = Object.keys(VALUES);

const ontologyWith = (axioms: string): string => `@prefix : <https://example.org/values#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<https://example.org/values> a owl:Ontology . :T a owl:Class .
${TYPES.map((type) => `:p_${type} a owl:DatatypeProperty ; rdfs:range xsd:${type} ; owlgate:list true ${axioms}.`).join('\n')}`;

underGateway((testbed) => {
  it.each([
    ['without a rule', ''],
    ['with a rule', '; rdfs:domain :T '],
  ])('a star delete removes every value %s over the predicate', async (_, axioms) => {
    await testbed.engine.reset();
    await loadOntology(testbed.url, ontologyWith(axioms));
    for (const type of TYPES) {
      for (const values of [...VALUES[type]!.map((value) => [value]), VALUES[type]!]) {
        const lines = values.map((value) => `_:a <p_${type}> "${value}" .`).join('\n');
        const { a } = (await ask(testbed.url, rdf(`{ set { ${lines} } }`))).data.uids;
        const stored = async (): Promise<unknown> =>
          (await ask(testbed.engine.url, query(`{ q(func: uid(${a})) { p_${type} dgraph.type } }`))).data.q[0];
        expect([lines, await stored()]).toEqual([lines, expect.anything()]);
        await ask(testbed.url, rdf(`{ delete { <${a}> <p_${type}> * . } }`));
        expect([lines, await stored()]).toEqual([lines, undefined]);
      }
    }
  });
});
