/** Loads over edges that lead to a few nodes: visited by these nodes, the edges to a large one in slices. */
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, query, rdf, type Answer } from '../../support/engines/wire';

const ONTOLOGY = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
<http://ex.org/o> a owl:Ontology .
:works-for a owl:ObjectProperty . :employs a owl:ObjectProperty . :affiliated a owl:ObjectProperty .
:leads a owl:ObjectProperty ; rdfs:subPropertyOf :works-for .
`;
const MINUTE = 60_000;

underGateway((testbed) => {
  it(
    'each edge entails what it should, asserted or inferred, whatever the number of edges to its object',
    async () => {
      await ask(testbed.engine.url, alterJson({ schema: '<works-for>: [uid] .\nleads: [uid] .' }));
      const edges = [
        ...Array.from({ length: 2_500 }, (_, i) => `_:n${i} <works-for> _:large .`),
        ...Array.from({ length: 400 }, (_, i) => `_:n${i} <works-for> _:hub${i % 4} .`),
        ...Array.from({ length: 30 }, (_, i) => `_:n${i} <leads> _:large .\n_:m${i} <leads> _:hub0 .`),
      ];
      const { data } = await ask(testbed.engine.url, rdf(`{ set {\n${edges.join('\n')}\n} }`));
      const { large, hub0 } = data.uids as Record<string, string>;
      // The edges of leads to the large node are asserted as edges of works-for, too.
      const first = await loadOntology(testbed.url, ONTOLOGY);
      expect(first.materialization).toMatchObject({ inferred: 30, violationCount: 0 });
      const added = ':works-for owl:inverseOf :employs ; rdfs:subPropertyOf :affiliated .';
      const second = await loadOntology(testbed.url, `${ONTOLOGY}\n${added}`);
      expect(second.materialization).toMatchObject({ inferred: 2 * 2_930, retracted: 0, violationCount: 0 });
      const counts = 'uid count(<~works-for>) count(employs) count(~affiliated)';
      const text = `{ q(func: uid(${large}, ${hub0})) { ${counts} } }`;
      const read = (await ask(testbed.engine.url, query(text))).data.q as Answer[];
      expect(read.map(({ uid, ...rest }) => [uid, Object.values(rest)])).toEqual(
        expect.arrayContaining([
          [large, [2_500, 2_500, 2_500]],
          [hub0, [130, 130, 130]],
        ]),
      );
      // Without the axiom, all of it is retracted again.
      const third = await loadOntology(testbed.url, ONTOLOGY);
      expect(third.materialization).toMatchObject({ inferred: 0, retracted: 2 * 2_930 });
    },
    2 * MINUTE,
  );
});
