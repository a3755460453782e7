/**
 * Deletes at a node with thousands of edges on a cluster with access control: the parts go with the client's rights,
 * and edges that it may not write stay, with what follows from them.
 */
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { Cluster, LIVES, LOGIN, READ, send, WRITE } from '../../support/engines/access-control';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { json, query, rdf, type Answer, type Posted } from '../../support/engines/wire';

const version = dgraphVersion();
const ONTOLOGY = `@prefix : <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
<http://e/> a owl:Ontology . :knows a owl:ObjectProperty ; owl:inverseOf :knownBy . :knownBy a owl:ObjectProperty .
:owns a owl:ObjectProperty .`;
/** More than one transaction deletes. */
const EDGES = 5_100;
const AT_ONCE = 1_700;

describeIf(version, 'there is no dgraph program on the PATH')('with access control', () => {
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  let cluster: Cluster;

  async function ok(user: string, posted: Posted, url = gateway.url): Promise<Answer> {
    const { body } = await send(url, posted, await cluster.token(user));
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body;
  }

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    cluster = new Cluster(dgraph);
    gateway = await startGatewayOver(dgraph, LOGIN);
    await ok('groot', { path: '/ontology', type: 'text/turtle', body: ONTOLOGY });
    // The clerk may neither read nor write what the rules infer, nor the edges of another predicate.
    await cluster.addUser('clerk', { knows: READ | WRITE, label: READ | WRITE, 'dgraph.type': READ | WRITE });
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  it('a hub is deleted in parts as far as the client may write', async () => {
    const { hub } = (await ok('groot', rdf('{ set { _:hub <label> "hub" . _:o <owns> _:hub . } }'))).data.uids;
    for (let i = 0; i < EDGES; i += AT_ONCE) {
      const edges = Array.from(
        { length: AT_ONCE },
        (_, k) => `_:n${k} <knows> <${hub}> .\n<${hub}> <knownBy> _:n${k} (owl.inferred=true) .`,
      );
      await ok('groot', rdf(`{ set { ${edges.join('\n')} } }`), dgraph.url);
    }
    await cluster.knows('clerk', ['knows', 'label']);
    const { extensions } = await ok('clerk', json({ delete: [{ uid: hub }] }));
    expect(extensions.ontology).toMatchObject({ deleted: { nodes: 1, incoming: EDGES } });
    const fields = 'knows: count(~knows) knownBy: count(knownBy) owns: count(~owns)';
    const { data } = await ok(
      'groot',
      query(`{ q(func: uid(${hub})) { ${fields} }
      journal(func: has(owlgate.deletion.edges)) { uid } }`),
      dgraph.url,
    );
    expect(data).toEqual({ q: [{ knows: 0, knownBy: 0, owns: 1 }], journal: [] });
  }, 120_000);
});
