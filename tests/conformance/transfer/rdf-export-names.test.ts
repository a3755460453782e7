/** GET /export of data without an ontology: names of Dgraph have IRIs, which are read back as these names. */
import { alter, ask, graph, json, query, type Answer } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { canonicalOf } from '../../support/rdf/canonical';

const SCHEMA = `
name: string @lang .
age: int .
<hat-teil>: [uid] .
follows: [uid] @reverse .
big: bigfloat .
area: geo .
embedding: float32vector @index(hnsw(metric: "cosine")) .
secret: password .
born: datetime .
scores: [float] .
type Person {
  name
}
`;

const XSD = 'http://www.w3.org/2001/XMLSchema#';
const NAMES = 'https://owlgate.dev/graph';
/** More edges than one page has. */
const HUB = 2_600;

underGateway((testbed) => {
  const exported = async (parameters = ''): Promise<string> => {
    const response = await fetch(`${testbed.url}/export?format=ntriples${parameters}`);
    expect(response.status).toBe(200);
    return response.text();
  };

  beforeAll(async () => {
    await ask(testbed.engine.url, alter(SCHEMA));
    await ask(
      testbed.url,
      json({
        set: [
          {
            uid: '_:ada',
            'dgraph.type': ['Person', 'My "Type"', 'urn:x:Type'],
            iri: 'http://ex.org/ada',
            name: 'Ada',
            'name@en': 'Ada L.',
            'name@de': 'Ada von L.',
            age: 36,
            big: 1,
            area: {
              type: 'Polygon',
              coordinates: [
                [
                  [0, 0],
                  [0, 1.5],
                  [1, 1],
                  [0, 0],
                ],
              ],
            },
            embedding: '[1.5, -2]',
            secret: 'correct horse',
            born: '1815-12-10T00:00:00Z',
            scores: [1.5, -0.25, 3],
            'hat-teil': [{ uid: '_:part' }],
          },
          { uid: '_:part', name: 'part', iri: 'not an identity' },
        ],
      }),
    );
  });

  it('has every value with the datatype of its type, and no passwords', async () => {
    const { data } = (await ask(testbed.engine.url, query('{ q(func: has(age)) { <hat-teil> { uid } } }'))) as Answer;
    const part = `_:${data.q[0]['hat-teil'][0].uid.slice(1)}`;
    const ada = '<http://ex.org/ada>';
    const property = (name: string): string => `<${NAMES}/predicate/${name}>`;
    const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>';
    const geo = 'http://www.opengis.net/ont/geosparql#wktLiteral';
    expect((await exported()).split('\n').slice(0, -1).sort()).toEqual(
      [
        `${ada} ${type} <${NAMES}/type/Person> .`,
        `${ada} ${type} <${NAMES}/type/My%20%22Type%22> .`,
        `${ada} ${type} <urn:x:Type> .`,
        `${ada} ${property('name')} "Ada" .`,
        `${ada} ${property('name')} "Ada L."@en .`,
        `${ada} ${property('name')} "Ada von L."@de .`,
        `${ada} ${property('age')} "36"^^<${XSD}integer> .`,
        `${ada} ${property('big')} "1.0"^^<${XSD}decimal> .`,
        `${ada} ${property('area')} "POLYGON ((0 0, 0 1.5, 1 1, 0 0))"^^<${geo}> .`,
        `${ada} ${property('embedding')} "[1.5,-2]"^^<https://owlgate.dev/ns#float32vector> .`,
        `${ada} ${property('born')} "1815-12-10T00:00:00Z"^^<${XSD}dateTime> .`,
        ...['1.5E0', '-2.5E-1', '3.0E0'].map((n) => `${ada} ${property('scores')} "${n}"^^<${XSD}double> .`),
        `${ada} ${property('hat-teil')} ${part} .`,
        `${part} ${property('name')} "part" .`,
      ].sort(),
    );
  });

  it('is read back under the same names', async () => {
    const before = await exported();
    // Neither Dgraph nor the gateway reads well-known text, and an index of vectors checks their length.
    const readable = before.split('\n').filter((line) => !/predicate\/(?:area|embedding)>/.test(line));
    await testbed.engine.reset();
    await ask(testbed.engine.url, alter(SCHEMA));
    await ask(testbed.url, graph('application/n-triples', readable.join('\n')));
    expect(await canonicalOf(await exported())).toEqual(await canonicalOf(readable.join('\n')));
  });

  it('has all edges of a hub', async () => {
    const followed = Array.from({ length: HUB }, (_, i) => ({ uid: `_:n${i}`, name: `n${i}` }));
    await ask(testbed.url, json({ set: { iri: 'http://ex.org/hub', follows: followed } }));
    const query1 = encodeURIComponent('{ q(func: eq(iri, "http://ex.org/hub")) { uid } }');
    const lines = (await exported(`&query=${query1}`)).split('\n').slice(0, -1);
    expect(new Set(lines).size).toBe(HUB);
    expect(lines.every((line) => line.startsWith(`<http://ex.org/hub> <${NAMES}/predicate/follows> _:x`))).toBe(true);
  });
});
