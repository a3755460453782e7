/** Names from labels, and the move of stored data from earlier names. */
import { createHash } from 'node:crypto';
import type { Gateway } from '../../../src/app';
import { connectEngine } from '../../../src/dgraph';
import { Registry } from '../../../src/materialize/in-force/registry';
import { silent } from '../../../src/util/log';
import { startGatewayOver } from '../../support/engines/gateway';
import { dump, factsOf } from '../../support/engines/graph';
import { introspect, loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, ask, json, query, rdf, type Answer } from '../../support/engines/wire';
import { itOn } from '../../support/runs';

const PREFIXES = `
  @prefix : <http://e/#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  @prefix owlgate: <https://owlgate.dev/ns#> .
`;
const asserted = 'asserted';
const inferred = 'inferred';

const OBO = `${PREFIXES}
  :BFO_1 a owl:ObjectProperty ; rdfs:label "part of" ; rdfs:domain :GO_1 ; owl:inverseOf :BFO_2 .
  :BFO_2 a owl:ObjectProperty ; rdfs:label "has part" .
  :GO_1 a owl:Class ; rdfs:label "cell component" ; rdfs:subClassOf :GO_2 .
  :GO_2 a owl:Class ; rdfs:label "thing of a cell" .
  :IAO_1 a owl:DatatypeProperty ; rdfs:label "alternative term" ; owlgate:list true .
  :IAO_2 a owl:DatatypeProperty ; rdfs:label "text" ; rdfs:range <http://www.w3.org/1999/02/22-rdf-syntax-ns#langString> .
  :IAO_3 a owl:DatatypeProperty ; rdfs:label "mass" ; rdfs:range xsd:integer .
`;

underGateway((testbed) => {
  describe('a load with names from labels', () => {
    it('moves data and indexes of the earlier names, with facets, and back again', async () => {
      await loadOntology(testbed.url, OBO);
      await ask(testbed.engine.url, alter('IAO_1: [string] @index(exact, term, trigram) .'));
      const { data } = await ask(
        testbed.url,
        json({
          set: {
            uid: '_:x',
            'graph.type': 'GO_1',
            BFO_1: [{ uid: '_:y', 'BFO_1|since': 2020 }],
            IAO_1: ['a', '=b'],
            'IAO_2@de': 'Text',
            IAO_2: 'plain',
            IAO_3: 9007199254740993n.toString(),
          },
        }),
      );
      const { x, y } = data.uids as Record<string, string>;
      // Texts that JSON would take for other things.
      await ask(testbed.url, rdf(`{ set { <${x}> <IAO_1> "val(x)" .\n<${x}> <IAO_1> "[1, 2]" . } }`));
      const before = await dump(testbed.engine.url);
      const report = await loadOntology(testbed.url, OBO, '?names=label');
      expect(report.compiledSchema).toContain('partOf: [uid] @reverse');
      expect(await types(testbed.engine.url, x!)).toEqual({ CellComponent: asserted, ThingOfACell: inferred });
      const { data: moved } = await ask(
        testbed.engine.url,
        query(
          `{ q(func: uid(${x})) { partOf @facets { uid } alternativeTerm text text@de mass BFO_1 { uid } ` +
            'IAO_1 IAO_2@* IAO_3 } }',
        ),
      );
      expect(moved.q).toEqual([
        {
          partOf: [{ uid: y, 'partOf|since': 2020 }],
          alternativeTerm: expect.arrayContaining(['a', '=b', 'val(x)', '[1, 2]']),
          text: 'plain',
          'text@de': 'Text',
          mass: expect.any(Number),
        },
      ]);
      expect((await factsOf(testbed.engine.url, y!, ['hasPart'])).edges['hasPart']).toEqual({ [x!]: inferred });
      const index = await ask(testbed.engine.url, query('schema(pred: [alternativeTerm]) { tokenizer }'));
      expect(index.data.schema[0].tokenizer).toEqual(expect.arrayContaining(['trigram']));
      // A write in an earlier name is carried out under the current one.
      const late = await ask(testbed.url, json({ set: { uid: '_:z', 'graph.type': 'GO_1', BFO_1: { uid: y } } }));
      expect(await types(testbed.engine.url, late.data.uids.z)).toEqual({
        CellComponent: asserted,
        ThingOfACell: inferred,
      });
      expect(late.extensions.ontology.warnings.map(({ code }: Answer) => code).sort()).toEqual([
        'predicate-former',
        'type-former',
      ]);
      await ask(testbed.url, json({ delete: [{ uid: late.data.uids.z }] }));
      // Without the parameter the names stay.
      expect((await loadOntology(testbed.url, OBO)).compiledSchema).toContain('partOf: [uid]');
      await loadOntology(testbed.url, OBO, '?names=iri');
      expect(await withoutEmpty(testbed.engine.url)).toBe(ofData(before));
    });
  });

  const types = async (url: string, uid: string) => (await factsOf(url, uid)).types;
  const withoutEmpty = async (url: string): Promise<string> => ofData(await dump(url));
});

/** Lines of a dump with data of the ontology. */
const ofData = (dumped: string): string =>
  dumped
    .split('\n')
    .filter((line) => !/^owlgate\.|^iri | \[\]$/.test(line))
    .sort()
    .join('\n');

underGateway((testbed) => {
  itOn(testbed.engine, 'dgraph')(
    'a load of an earlier owlgate is reasoned under its names, and moved to the local names by the next load',
    async () => {
      const terms = `:Ärztin a owl:Class ; rdfs:subClassOf :Mensch . :Mensch a owl:Class .
      :hat-teil a owl:ObjectProperty ; rdfs:domain :Ärztin .`;
      const named = `${PREFIXES}${terms} :Ärztin owlgate:name "Arztin" . :hat-teil owlgate:name "hat_teil" .`;
      const source = PREFIXES + terms;
      let gateway = await startGatewayOver(testbed.engine);
      try {
        await loadOntology(gateway.url, named);
        await gateway.close();
        const engine = connectEngine({ kind: 'cluster', urls: [testbed.engine.url] });
        await new Registry(engine, silent).write(
          {
            documents: [{ role: 'ontology', mediaType: 'text/turtle', source }],
            profile: 'strict',
            // Tables of earlier versions do not say how names were made.
            names: {
              classes: { 'http://e/#Ärztin': 'Arztin', 'http://e/#Mensch': 'Mensch' },
              properties: { 'http://e/#hat-teil': 'hat_teil' },
              prefixes: { '': 'http://e/#' },
            },
            checksum: createHash('sha256').update(source).digest('hex'),
            loadedAt: new Date().toISOString(),
          },
          1,
        );
        await engine.close();
        gateway = await startGatewayOver(testbed.engine);
        const { data } = await ask(
          gateway.url,
          json({ set: { uid: '_:x', 'hat-teil': { uid: '_:y', 'graph.type': 'Ärztin' } } }),
        );
        const { x, y } = data.uids as Record<string, string>;
        expect((await factsOf(testbed.engine.url, x!)).types).toEqual({ Arztin: inferred, Mensch: inferred });
        expect((await factsOf(testbed.engine.url, y!)).types).toEqual({ Arztin: asserted, Mensch: inferred });
        expect((await introspect(gateway.url, `?class=${encodeURIComponent('Ärztin')}`)).body.iri).toBe('Arztin');
        const report = await loadOntology(gateway.url, source);
        const codes = report.warnings.map(({ code }: Answer) => code as string);
        expect(codes.filter((code: string) => code !== 'graphql-name')).toEqual(['name-moved']);
        expect(report.unknownTypes).toBeUndefined();
        expect(await factsOf(testbed.engine.url, x!, ['hat-teil', 'hat_teil'])).toEqual({
          types: { Ärztin: inferred, Mensch: inferred },
          edges: { 'hat-teil': { [y!]: asserted }, hat_teil: {} },
        });
        expect((await factsOf(testbed.engine.url, y!)).types).toEqual({ Ärztin: asserted, Mensch: inferred });
      } finally {
        await gateway.close();
      }
    },
  );

  itOn(testbed.engine, 'embedded')('the setting OWLGATE_NAMES takes names from labels', async () => {
    let gateway: Gateway | undefined;
    try {
      gateway = await startGatewayOver(testbed.engine, { OWLGATE_NAMES: 'label' });
      expect((await loadOntology(gateway.url, OBO)).compiledSchema).toContain('type CellComponent {');
      expect((await introspect(gateway.url, '?class=GO_1')).body.iri).toBe('CellComponent');
    } finally {
      await gateway?.close();
    }
  });
});
