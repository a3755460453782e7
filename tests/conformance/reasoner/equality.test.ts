/** OWL_EQUALITY=sameAs through the gateway: one individual under several names, and the facts that follow. */
import type { Gateway } from '../../../src/app';
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { factsOf } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { ask, post, query, rdf } from '../../support/engines/wire';

const ONTOLOGY = `
@prefix : <http://ex.org/e#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Person a owl:Class ; owl:hasKey ( :taxNumber ) .
:Spy a owl:Class ; rdfs:subClassOf :Person .
:hasMother a owl:ObjectProperty , owl:FunctionalProperty .
:passport a owl:ObjectProperty , owl:InverseFunctionalProperty .
:knows a owl:ObjectProperty .
:taxNumber a owl:DatatypeProperty ; rdfs:range xsd:string .
:alias a owl:DatatypeProperty ; rdfs:range xsd:string ; <https://owlgate.dev/ns#list> true .
:bruce a :Person ; owl:sameAs :batman . :joker owl:differentFrom :batman .
`;

const inferred = 'inferred';
const asserted = 'asserted';

forEachEngine((engine) => {
  let gateway: Gateway | undefined;
  beforeAll(async () => {
    await engine.reset();
    gateway = await startGatewayOver(engine, { OWL_EQUALITY: 'sameAs' });
    await loadOntology(gateway.url, ONTOLOGY);
  });
  afterAll(() => gateway?.close());
  const url = () => gateway!.url;

  const set = async (...statements: string[]): Promise<Record<string, string>> =>
    (await ask(url(), rdf(`{ set {\n${statements.join('\n')}\n} }`))).data.uids as Record<string, string>;
  const remove = (...statements: string[]) => ask(url(), rdf(`{ delete {\n${statements.join('\n')}\n} }`));
  const refusals = async (...statements: string[]): Promise<string> => {
    const { body } = await post(url(), rdf(`{ set {\n${statements.join('\n')}\n} }`));
    return JSON.stringify(body.errors ?? []);
  };
  const facts = (uid: string | undefined, ...edges: string[]) => factsOf(engine.url, uid!, edges);
  const uidOf = async (local: string): Promise<string> => {
    const { data } = await ask(url(), query(`{ q(func: eq(iri, "http://ex.org/e#${local}")) { uid } }`));
    return (data.q as { uid: string }[])[0]!.uid;
  };

  it('values of a functional property become one individual with all facts of each', async () => {
    const { child, a, b } = await set(
      '_:child <hasMother> _:a .',
      '_:child <hasMother> _:b .',
      '_:a <graph.type> "Spy" .',
      '_:b <knows> _:c .',
    );
    expect((await facts(b, 'sameAs', 'knows')).edges['sameAs']).toEqual({ [a!]: inferred });
    expect((await facts(b)).types).toEqual({ Spy: inferred, Person: inferred });
    expect(Object.values((await facts(a, 'knows')).edges['knows']!)).toEqual([inferred]);
    await remove(`<${child!}> <hasMother> <${b!}> .`);
    // With the retracted `a sameAs b` the child would still have that mother: a fact no longer supports itself.
    expect((await facts(child, 'hasMother')).edges['hasMother']).toEqual({ [a!]: asserted });
    expect(await facts(b, 'sameAs')).toEqual({ types: {}, edges: { sameAs: {} } });
    expect((await facts(a, 'knows')).edges['knows']).toEqual({});
  });

  it('an inverse-functional property and a key identify nodes across writes', async () => {
    const { a, p } = await set('_:a <passport> _:p .');
    const { b } = await set(`_:b <passport> <${p!}> .`);
    expect((await facts(a, 'sameAs')).edges['sameAs']).toEqual({ [b!]: inferred });
    const { x } = await set('_:x <graph.type> "Person" .', '_:x <taxNumber> "77" .', '_:x <alias> "X" .');
    const { y } = await set('_:y <graph.type> "Person" .', '_:y <taxNumber> "77" .');
    expect((await facts(x, 'sameAs')).edges['sameAs']).toEqual({ [y!]: inferred });
    const { data } = await ask(url(), query(`{ q(func: uid(${y!})) { alias } }`));
    expect(data.q).toEqual([{ alias: ['X'] }]);
  });

  it('a clique grows and is split', async () => {
    const { a, b, c, d } = await set('_:a <sameAs> _:b .', '_:c <sameAs> _:d .', '_:a <graph.type> "Spy" .');
    expect((await facts(d)).types).toEqual({});
    await set(`<${b!}> <http://www.w3.org/2002/07/owl#sameAs> <${c!}> .`);
    expect((await facts(d)).types).toEqual({ Spy: inferred, Person: inferred });
    expect((await facts(a, 'sameAs')).edges['sameAs']).toEqual({ [b!]: asserted, [c!]: inferred, [d!]: inferred });
    await remove(`<${b!}> <sameAs> <${c!}> .`);
    expect(await facts(d, 'sameAs')).toEqual({ types: {}, edges: { sameAs: { [c!]: inferred } } });
    expect((await facts(a, 'sameAs')).edges['sameAs']).toEqual({ [b!]: asserted });
  });

  it('equality in the ontology’s document holds for stored nodes', async () => {
    const [bruce, batman, joker] = [await uidOf('bruce'), await uidOf('batman'), await uidOf('joker')];
    expect(await facts(batman, 'sameAs')).toEqual({
      types: { Person: inferred },
      edges: { sameAs: { [bruce]: inferred } },
    });
    expect(await refusals(`<${bruce}> <sameAs> <${joker}> .`)).toContain('difference violation');
  });
});
