/**
 * A registry in the layout of owlgate 0.1, which had a predicate for each value, is converted when a gateway starts.
 */
import { forEachEngine } from '../../support/engines';
import { startGatewayOver } from '../../support/engines/gateway';
import { loadOntology } from '../../support/engines/ontology';
import { alter, ask, json, query, type Answer } from '../../support/engines/wire';
import { run } from '../../support/cli/run';
import { FormerRegistry } from '../../support/materialize/former-registry';
import { StoredRegistry } from '../../support/materialize/stored-registry';
import { itOn } from '../../support/runs';

const NS = 'http://example.org/pets#';
const ONTOLOGY = (more = '') => `@prefix : <${NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . <http://example.org/pets> a owl:Ontology .
:Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class . ${more}`;
const SDL = 'type Note { text: String }';

forEachEngine((engine) => {
  let registry: StoredRegistry;
  let former: FormerRegistry;

  beforeEach(async () => {
    await engine.reset();
    const gateway = await startGatewayOver(engine);
    await loadOntology(gateway.url, ONTOLOGY());
    const headers = { 'Content-Type': 'application/graphql' };
    await fetch(`${gateway.url}/ontology/graphql`, { method: 'POST', headers, body: SDL });
    await loadOntology(gateway.url, ONTOLOGY(':Cat a owl:Class .'));
    await gateway.close();
    registry = new StoredRegistry(engine.url);
    await registry.keep();
    former = new FormerRegistry(engine.url);
  });

  const declared = async (): Promise<string[]> =>
    ((await ask(engine.url, query('schema {}'))).data.schema as Answer[])
      .map(({ predicate }) => predicate as string)
      .filter((name) => name.startsWith('owlgate.'))
      .sort();
  const values = async () =>
    [...(await registry.statements())].map((each) => JSON.stringify(Object.entries(each).sort())).sort();

  it('keeps every value, version and edge, and has the present predicates only', async () => {
    const [before, predicates] = [await values(), await declared()];
    await former.convert(await registry.statements());
    expect(await declared()).toContain('owlgate.sourceChecksum');
    const gateway = await startGatewayOver(engine);
    try {
      expect((await ask(gateway.url, json({ set: { 'graph.type': 'Dog' } }))).extensions.ontology).toMatchObject({
        version: 2,
        inferred: 1,
      });
      expect(await (await fetch(`${gateway.url}/ontology/graphql`)).json()).toMatchObject({ extension: { sdl: SDL } });
    } finally {
      await gateway.close();
    }
    const receipts = (each: string) => !each.includes('receipt');
    expect((await values()).filter(receipts)).toEqual(before.filter(receipts));
    expect(await declared()).toEqual(predicates);
  });

  itOn(engine, 'embedded')('keeps damage as it is, for a repair to find', async () => {
    const damaged = (await registry.statements()).filter(
      ({ uid, predicate }) => uid !== registry.node('version/2').uid || predicate !== 'profile',
    );
    await former.convert(damaged);
    const failure = await startGatewayOver(engine).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'OntologyDamaged',
      message: expect.stringContaining('(version 2): its profile is missing'),
    });
    expect(await run(['ontology', 'repair', '--url', engine.url, '--latest-intact', '--yes'], {})).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('version 1 is in force again, as version 3'),
    });
  });

  itOn(engine, 'dgraph')('is converted by a repair, and removed whole', async () => {
    await former.convert(await registry.statements());
    expect(await run(['ontology', 'repair', '--url', engine.url, '--latest-intact', '--yes'], {})).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('nothing to repair'),
    });
    await former.convert(await registry.statements());
    expect(await run(['ontology', 'repair', '--url', engine.url, '--remove', '--yes'], {})).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('no ontology is in force'),
    });
    expect((await declared()).filter((name) => name.endsWith('Checksum'))).toEqual([]);
  });

  itOn(engine, 'embedded')('says what it is where a value cannot be read', async () => {
    await former.convert(await registry.statements());
    const head = registry.node('head').uid;
    await ask(engine.url, { ...alter(''), type: 'application/json', body: '{"drop_attr":"owlgate.current"}' });
    await ask(engine.url, alter('owlgate.current: string .'));
    await former.write([`${head} <owlgate.current> "version/2" .`]);
    const failure = await startGatewayOver(engine).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 'OntologyDamaged',
      message: expect.stringContaining('owlgate ontology repair'),
    });
  });
});
