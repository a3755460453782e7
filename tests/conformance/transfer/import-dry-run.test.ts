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

/** Statement as [index of the node, property, object, class]; undeclared properties are numbers. */
type Line = [node: number, property: string, object: string, type: string];

const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
/** Batches with a refused node, which are written in parts: the first statement decides about the undeclared property. */
const PARTED: [Line[], boolean][] = [
  // A text without a language, before one in a language.
  [
    [
      [1, '1', '"x"^^<http://ex.org/datatype>', ''],
      [6, TYPE, '', 'Dog'],
      [0, '1', '"house"@en', ''],
      [6, TYPE, '', 'Cat'],
    ],
    false,
  ],
  // A text before nodes, the first of which is written before it.
  [
    [
      [6, 'knows', '"7"', ''],
      [3, 'above', '<http://ex.org/node>', ''],
      [5, '0', '"true"', ''],
      [3, '0', '<http://ex.org/node>', ''],
      [5, '0', '<http://ex.org/node>', ''],
    ],
    false,
  ],
  // A node before a text in a language.
  [
    [
      [1, '1', '_:blank', ''],
      [6, TYPE, '', 'Cat'],
      [5, '1', '"house"@en', ''],
      [6, TYPE, '', 'Dog'],
    ],
    false,
  ],
  // A value of a refused node declares nothing.
  [
    [
      [6, 'knows', '"7"', ''],
      [6, '0', '"true"', ''],
      [2, 'text', '"x"', ''],
    ],
    true,
  ],
];

const lines: fc.Arbitrary<Line[]> = fc.array(
  fc.tuple(
    fc.nat(6),
    fc.oneof(fc.constantFrom(...PROPERTIES), fc.nat(3).map(String), fc.constant(TYPE)),
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
      { numRuns: PARTED.length + runs(12), examples: PARTED, endOnFailure: true },
    );
  });
});
