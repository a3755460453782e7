/**
 * Values under a superproperty: those that the engine stores differently there, and those that conflict with another
 * value there.
 */
import { dump } from '../../support/engines/graph';
import { loadOntology, postOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alter, ask, json, post, query, rdf, type Answer } from '../../support/engines/wire';

const PREFIXES = `@prefix : <http://ex.org/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> . @prefix owlgate: <https://owlgate.dev/ns#> .
<http://ex.org/o> a owl:Ontology .
`;
const ONTOLOGY = `${PREFIXES}
:label a owl:DatatypeProperty ; owlgate:list true . :Labelled a owl:Class . :label rdfs:domain :Labelled .
:title a owl:DatatypeProperty ; rdfs:range rdf:langString ; rdfs:subPropertyOf :label .
:size a owl:DatatypeProperty ; rdfs:range xsd:decimal .
:pages a owl:DatatypeProperty ; rdfs:range xsd:integer ; rdfs:subPropertyOf :size .
:read a owl:DatatypeProperty ; rdfs:range xsd:dateTime ; owlgate:list true .
:opened a owl:DatatypeProperty ; rdfs:range xsd:dateTime ; rdfs:subPropertyOf :read ; owlgate:list true .
`;
/** `below` entails a value of `middle`, and that one of `top`; one value of `middle` entails a class. */
const COLLIDING = `${PREFIXES}
:top a owl:DatatypeProperty ; rdfs:range xsd:string ; owlgate:list true .
:middle a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:subPropertyOf :top .
:below a owl:DatatypeProperty ; rdfs:range xsd:string ; rdfs:subPropertyOf :middle .
:Marked a owl:Class ; owl:equivalentClass [ a owl:Restriction ; owl:onProperty :middle ; owl:hasValue "mark" ] .
:Noted a owl:Class . :Marked rdfs:subClassOf :Noted .
`;

underGateway((testbed) => {
  describe('values that the superproperty stores differently', () => {
    let warnings: Answer[];
    beforeAll(async () => {
      ({ warnings } = await loadOntology(testbed.url, ONTOLOGY));
    });
    const all = (uid: string) => query(`{ q(func: uid(${uid})) { title@en title@. label size pages dgraph.type } }`);
    const raw = async (uid: string): Promise<string> => {
      const { path, type, body } = all(uid);
      const response = await fetch(testbed.engine.url + path, {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      return JSON.stringify(/"data":(\{.*?\}\]?\})/.exec(await response.text())?.[1]);
    };

    it('language-tagged values stay with the subproperty if the superproperty takes no language, and the load warns', async () => {
      expect(warnings.filter(({ code }) => code === 'not-inferred')).toEqual([
        expect.objectContaining({ message: expect.stringContaining('values of "title" with a language') }),
      ]);
      const { data, extensions } = await ask(
        testbed.url,
        rdf('{ set { _:a <title> "cat"@en .\n _:b <title> "chat"@fr .\n _:b <title> "cat" . } }'),
      );
      expect(extensions.ontology).toMatchObject({ asserted: 3, inferred: 2 });
      const [a, b] = [await ask(testbed.engine.url, all(data.uids.a)), await ask(testbed.engine.url, all(data.uids.b))];
      expect(a.data.q).toEqual([{ 'title@en': 'cat', 'title@.': 'cat' }]);
      expect(b.data.q[0]).toMatchObject({ label: ['cat'], 'dgraph.type': ['Labelled'] });
      const deletion = await ask(testbed.url, rdf(`{ delete { <${data.uids.b}> <title> * . } }`));
      expect(deletion.extensions.ontology).toMatchObject({ retracted: 2 });
      expect(
        (await ask(testbed.engine.url, query(`{ q(func: uid(${data.uids.b})) { label dgraph.type } }`))).data.q,
      ).toEqual([]);
    });

    it('integers beyond a double’s precision are not stored with the superproperty, then or later', async () => {
      for (const [pages, isKept] of [
        ['9007199254740992', true],
        ['9007199254740993', false],
        ['-9223372036854775807', false],
        ['12', true],
      ] as const) {
        const { data } = await ask(testbed.url, rdf(`{ set { _:a <pages> "${pages}" . } }`));
        const uid = data.uids.a as string;
        expect((await raw(uid)).includes('size')).toBe(isKept);
        await ask(testbed.url, rdf(`{ delete { <${uid}> <pages> "${pages}" . } }`));
        expect((await ask(testbed.engine.url, all(uid))).data.q).toEqual([]);
      }
      const { data } = await ask(testbed.url, rdf('{ set { _:a <pages> "5" . } }'));
      const uid = data.uids.a as string;
      await ask(testbed.url, json({ set: { uid, pages: '9007199254740993' } }));
      expect(await raw(uid)).not.toContain('size');
      await ask(testbed.url, json({ set: { uid, pages: '6' } }));
      expect((await ask(testbed.engine.url, all(uid))).data.q).toEqual([{ pages: 6, size: 6 }]);
    });

    it.each(['00:00:00Z', '02:00:00+02:00', '03:00:00+03:00', '05:30:00+05:30', '01:00:00+01:00'])(
      'a moment has one spelling: that of the client (%s), or the inferred one',
      async (clock) => {
        const [inferred, own] = ['2020-01-01T00:00:00Z', `2020-01-01T${clock}`];
        const { data } = await ask(testbed.url, rdf(`{ set { _:a <opened> "${inferred}" . } }`));
        const node = `<${data.uids.a}>`;
        const read = async () =>
          (await ask(testbed.engine.url, query(`{ q(func: uid(${data.uids.a})) { read @facets } }`))).data.q;
        await ask(testbed.url, rdf(`{ set { ${node} <read> "${own}" . } }`));
        expect(await read()).toEqual([{ read: [own] }]);
        await ask(testbed.url, rdf(`{ delete { ${node} <read> "${own}" . } }`));
        expect(await read()).toEqual([{ read: [inferred], 'read|owl.inferred': { 0: true } }]);
        await ask(testbed.url, rdf(`{ set { ${node} <read> "${own}" . } }`));
        await ask(testbed.url, rdf(`{ delete { ${node} <opened> * . } }`));
        expect(await read()).toEqual([{ read: [own] }]);
      },
    );

    it('an asserted spelling stays beside an inferred one that another program left', async () => {
      const { data } = await ask(testbed.url, rdf('{ set { _:a <opened> "2020-01-01T00:00:00Z" . } }'));
      const node = `<${data.uids.a}>`;
      const own = ['2020-01-01T01:00:00+01:00', '2020-01-01T03:00:00+03:00', '2019-12-31T23:00:00-01:00'];
      const lines = own.map((moment) => `${node} <read> "${moment}" .`).join('\n');
      await ask(testbed.engine.url, rdf(`{ set { ${lines} } }`));
      await ask(testbed.url, rdf(`{ delete { ${node} <opened> * . } }`));
      const q = query(`{ q(func: uid(${data.uids.a})) { read @facets } }`);
      const [left] = (await ask(testbed.engine.url, q)).data.q;
      expect([...left.read].sort()).toEqual([...own].sort());
      expect(left).not.toHaveProperty('read|owl.inferred');
    });
  });

  it('a load reports values that conflict with a stored one, and writes neither them nor their consequences', async () => {
    await testbed.engine.reset();
    const declared = alter('middle: string .\nbelow: string .\ntop: [string] .');
    await ask(testbed.engine.url, declared);
    const { data } = await ask(
      testbed.engine.url,
      rdf('{ set { _:a <below> "mark" .\n _:a <middle> "other" .\n _:b <below> "mark" . } }'),
    );
    const preview = await postOntology(testbed.url, COLLIDING, '?validate=true');
    expect(preview.body.materialization).toMatchObject({ inferred: 5, violationCount: 1 });
    const { materialization } = await loadOntology(testbed.url, COLLIDING);
    expect(materialization).toMatchObject({ inferred: 5, violationCount: 1 });
    expect(materialization.violations[0].message).toContain('"middle" takes one value and would have');
    const fields = 'below middle top dgraph.type';
    const q = query(`{ a(func: uid(${data.uids.a})) { ${fields} } b(func: uid(${data.uids.b})) { ${fields} } }`);
    const { a, b } = (await ask(testbed.engine.url, q)).data;
    expect(a).toEqual([{ below: 'mark', middle: 'other', top: ['other'] }]);
    expect(b[0]['dgraph.type'].sort()).toEqual(['Marked', 'Noted']);
    expect(b[0]).toMatchObject({ below: 'mark', middle: 'mark', top: ['mark'] });
    // Nor does a full materialization change anything.
    const before = await dump(testbed.engine.url);
    const again = await post(testbed.url, {
      path: '/ontology/materialize?wait=true',
      type: 'application/json',
      body: '',
    });
    expect(again.body.materialization).toMatchObject({ inferred: 0, retracted: 0, violationCount: 1 });
    const graph = (text: string): string => text.replace(/^owlgate\..*$/gm, '');
    expect(graph(await dump(testbed.engine.url))).toBe(graph(before));
  });
});
