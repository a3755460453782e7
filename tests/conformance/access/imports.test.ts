/**
 * Imports on a cluster with access control: they need a token, their refusals are no oracle for any kind of
 * contradiction, and one user's import is not another's.
 */
import type { Gateway } from '../../../src/app';
import { describeIf } from '../../support/conditional';
import { ALTER, ask, Cluster, LIVES, LOGIN, READ, send, WRITE, type Rules } from '../../support/engines/access-control';
import { dgraphVersion, startDgraph, type RunningDgraph } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import type { Answer, Posted } from '../../support/engines/wire';
import { EVERY_NODE, INTERFACES, seed, type Nodes } from '../../support/materialize/contradiction-requests';
import { contradictionKinds, type ContradictionKind } from '../../support/materialize/contradictions';

const version = dgraphVersion();
const TYPE = 'dgraph.type';
/** Rights on properties without a range, one for each. */
const SPOKEN = [0, READ, WRITE, READ | WRITE, READ | ALTER, READ | WRITE | ALTER];
const spoken = SPOKEN.map((right) => `said${right}`);
const OWL = 'http://www.w3.org/2002/07/owl#';

describeIf(version, 'there is no dgraph program on the PATH').each([['with access control']])('%s', () => {
  const { kinds, ontology } = contradictionKinds('import', false);
  const posted = kinds.filter((kind) => INTERFACES['Turtle']!(kind, EVERY_NODE) !== undefined);
  const requested = [...new Set(kinds.flatMap(({ request }) => request.map(({ predicate }) => predicate)))];
  const both: Rules = Object.fromEntries([...requested, 'iri', TYPE].map((name) => [name, READ | WRITE]));
  const nodes = new Map<ContradictionKind, Nodes>();
  let dgraph: RunningDgraph;
  let gateway: Gateway;
  let cluster: Cluster;

  const ok = async (request: Posted): Promise<Answer> => {
    const { body } = await send(gateway.url, request, await cluster.token('groot'));
    if (body.errors) throw new Error(JSON.stringify(body.errors));
    return body;
  };
  const imported = (kind: ContradictionKind, id: string, token?: string, parameters = 'onContradiction=skip') => {
    const { type, body } = INTERFACES['Turtle']!(kind, nodes.get(kind)!)!;
    return send(gateway.url, { path: `/import?id=${id}&${parameters}`, type, body }, token);
  };

  const properties = spoken.map((name) => `\n<http://ex.org/${name}> a <${OWL}DatatypeProperty> .`).join('');

  beforeAll(async () => {
    dgraph = await startDgraph(version!, LIVES);
    cluster = new Cluster(dgraph);
    gateway = await startGatewayOver(dgraph, LOGIN);
    await ok({ path: '/ontology?profile=lenient', type: 'text/turtle', body: ontology + properties });
    for (const kind of posted) nodes.set(kind, await seed(kind, ok));
    await cluster.addUser('part', both);
    await cluster.addUser('other', both);
    await cluster.addUser('none', {});
    for (const user of ['part', 'other']) await cluster.knows(user, Object.keys(both));
  });
  afterAll(async () => {
    await gateway?.close();
    await dgraph?.stop();
  });

  it('needs a token, and a guardian for a dry run', async () => {
    const [kind] = posted;
    for (const token of [undefined, 'nonsense', await cluster.signed({ userid: 'part', groups: [] }, -60)]) {
      expect((await imported(kind!, 'a', token)).status).toBe(403);
      expect((await ask(gateway.url, '/import/a', token)).status).toBe(403);
    }
    const foreign = await cluster.signed({ userid: 'part', groups: ['parts'], namespace: 7 }, 600);
    expect((await imported(kind!, 'a', foreign)).status).toBe(403);
    expect((await imported(kind!, 'a', await cluster.token('part'), 'dryRun=true')).status).toBe(403);
  });

  it.each(['none', 'part', 'groot'])('refusals to the user %s name readable facts only', async (user) => {
    const token = await cluster.token(user);
    const problems: string[] = [];
    for (const [i, kind] of posted.entries()) {
      const id = `${user}-${i}`;
      const texts = [(await imported(kind, id, token)).text, (await ask(gateway.url, `/import/${id}`, token)).text];
      const secrets = new RegExp(`(?:${kind.markers.join('|')})\\b`);
      const mayRead = user === 'groot' || kind.speaksOf.every((name) => name in both);
      for (const text of texts) {
        const isTold = secrets.test(text);
        const isRefused = /"refusedNodes":[1-9]/.test(text);
        const isPlain = user !== 'part' || mayRead || /forbidden by the ontology/.test(text);
        if (!isRefused || (isTold && !mayRead) || !isPlain) problems.push(`${kind.name}: ${text}`);
      }
    }
    expect(problems).toEqual([]);
  });

  it('declares languages only for those who may alter the predicate', async () => {
    const rules = SPOKEN.flatMap((right, i) => (right === 0 ? [] : [[spoken[i]!, right] as const]));
    await cluster.addUser('speaker', { ...Object.fromEntries(rules), iri: READ | WRITE, [TYPE]: READ | WRITE });
    await cluster.knows('speaker', [...spoken.filter((_, i) => (SPOKEN[i]! & READ) !== 0), 'iri', TYPE]);
    const body = spoken.map((name) => `<http://ex.org/n-${name}> <http://ex.org/${name}> "x"@en .`).join('\n');
    const posted = { path: '/import?onContradiction=skip', type: 'application/n-triples', body };
    await send(gateway.url, posted, await cluster.token('speaker'));
    const question = `schema(pred: [${spoken.join()}]) { lang }`;
    const { data } = await ok({ path: '/query', type: 'application/dql', body: question });
    const declared = (data.schema as { predicate: string; lang?: true }[]).filter(({ lang }) => lang);
    expect(declared.map(({ predicate }) => predicate).sort()).toEqual(
      spoken.filter((_, i) => (SPOKEN[i]! & ALTER) !== 0),
    );
  });

  it('belongs to its user', async () => {
    const [kind] = posted;
    await imported(kind!, 'mine', await cluster.token('part'));
    const other = await cluster.token('other');
    expect((await ask(gateway.url, '/import/mine', other)).status).toBe(404);
    expect((await ask(gateway.url, '/import/mine', await cluster.token('part'))).status).toBe(200);
    const { body } = await imported(kind!, 'mine', other);
    expect(body).toMatchObject({ id: 'mine', resumed: 0 });
  });
});
