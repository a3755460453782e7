/** Dry runs of imports: they refuse what the import refuses, and leave data and schema as they were. */
import fc from 'fast-check';
import { postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, query, type Answer } from '../../support/engines/wire';
import { runs } from '../../support/runs';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<http://ex.org/o> a owl:Ontology . :Dog a owl:Class ; owl:disjointWith :Cat . :Cat a owl:Class .
:none a owl:DatatypeProperty ; rdfs:domain :Dog . :above a owl:DatatypeProperty . :below rdfs:subPropertyOf :above .
:below a owl:DatatypeProperty . :tagged a owl:DatatypeProperty ; rdfs:range rdf:langString .
:text a owl:DatatypeProperty ; rdfs:range xsd:string . :number a owl:DatatypeProperty ; rdfs:range xsd:integer .
:knows a owl:ObjectProperty .
`;
const PROPERTIES = ['none', 'below', 'above', 'tagged', 'text', 'number', 'knows'];
const XSD = 'http://www.w3.org/2001/XMLSchema#';
const OBJECTS = [
  ...['"word"', '"7"', '"true"', '"2020-01-01T00:00:00Z"', '"Haus"@de', '"house"@en', '"x"^^<http://ex.org/datatype>'],
  ...[`"8"^^<${XSD}integer>`, `"1.5"^^<${XSD}double>`, `"true"^^<${XSD}boolean>`, `"2021-01-01"^^<${XSD}date>`],
  ...['<http://ex.org/node>', '_:blank'],
];

const FILLER = Array.from({ length: 2200 }, (_, i) => `<http://ex.org/f${i}> <http://ex.org/text> "f" .\n`).join('');

/** Statements as [index of the node, property, object]; undeclared properties are numbers. */
const lines = fc.array(
  fc.tuple(
    fc.nat(6),
    fc.oneof(
      fc.constantFrom(...PROPERTIES),
      fc.nat(3).map(String),
      fc.constant('http://www.w3.org/1999/02/22-rdf-syntax-ns#type'),
    ),
    fc.constantFrom(...OBJECTS),
    fc.constantFrom('Dog', 'Cat'),
  ),
  { minLength: 5, maxLength: 14 },
);

underGateway((testbed) => {
  const load = async (text: string, parameters: string): Promise<Answer> => {
    const headers = { 'Content-Type': 'application/n-triples' };
    const url = `${testbed.url}/import?onContradiction=skip${parameters}`;
    return (await fetch(url, { method: 'POST', headers, body: text })).json();
  };
  const stored = async (): Promise<unknown> => [
    (await ask(testbed.url, query('schema {}'))).data.schema,
    (await ask(testbed.url, query('{ q(func: has(iri)) { iri } }'))).data.q,
  ];

  beforeAll(async () => {
    expect((await postOntology(testbed.url, ONTOLOGY)).status).toBe(200);
  });

  it('refuse the same as the import, and write nothing', async () => {
    let round = 0;
    await fc.assert(
      fc.asyncProperty(lines, fc.constantFrom(false, false, true), async (statements, isParted) => {
        const prefix = `http://ex.org/${++round}/`;
        // Statements in between, which fill a batch.
        const filler = isParted ? FILLER : '';
        const text = statements
          .map(([node, property, object, type]) => {
            const isType = property.endsWith('#type');
            const isUnknown = /^\d+$/.test(property);
            const predicate = isType ? property : isUnknown ? `${prefix}${property}` : `http://ex.org/${property}`;
            return `<${prefix}node${node}> <${predicate}> ${isType ? `<http://ex.org/${type}>` : object} .\n`;
          })
          .flatMap((line, i) => (i === statements.length >> 1 ? [filler, line] : [line]))
          .join('');
        const before = await stored();
        const dry = await load(text, '&dryRun=true');
        expect(await stored()).toEqual(before);
        const real = await load(text, '');
        const refused = ({ refusals }: Answer): unknown[] => refusals.map(({ node }: Answer) => node).sort();
        expect(refused(dry)).toEqual(refused(real));
        // Of several wrong statements about a node, any may be named.
        const written = text.split('\n');
        for (const { line, node } of [...dry.refusals, ...real.refusals])
          expect(written[line - 1]).toMatch(new RegExp(`^<${node}> `));
        expect(dry).toMatchObject({ dryRun: true, stated: real.stated, refused: real.refused });
      }),
      { numRuns: runs(12), endOnFailure: true },
    );
  });
});
