/**
 * Each party killed at random moments under load: what was acknowledged is stored once and complete, what was refused
 * is not, and the work goes on. `OWLGATE_TEST_KILLS` sets the number of kills of each party, `OWLGATE_TEST_ALPHAS` the
 * size of the cluster, `OWLGATE_TEST_GATEWAYS` the number of gateways.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { describeIf } from '../support/conditional';
import { freePort } from '../support/dgraph/servers';
import { clusterOfBlock } from '../support/engines/cluster';
import { dgraphVersion } from '../support/engines/dgraph';
import { loadOntology } from '../support/engines/ontology';
import { ask, query } from '../support/engines/wire';
import { build, cleanUp, start, temporaryDirectory, type Program } from '../support/program/program';

const KILLS = Number(process.env['OWLGATE_TEST_KILLS'] ?? 1);
const ALPHAS = Number(process.env['OWLGATE_TEST_ALPHAS'] ?? 1);
const GATEWAYS = Number(process.env['OWLGATE_TEST_GATEWAYS'] ?? 1);
/** Acknowledged writes after which a party is killed, and after which it is at work again. */
const PROGRESS = 8;
const PATIENCE_MS = 120_000;
const LIMIT_MS = 180_000 + KILLS * 300_000;

const ONTOLOGY = `@prefix : <https://example.org/kill#> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
<https://example.org/kill> a owl:Ontology . :Dog a owl:Class ; rdfs:subClassOf :Animal . :Animal a owl:Class .
:note a owl:DatatypeProperty ; rdfs:range xsd:string .`;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Clients under load, with the outcomes of their writes. */
class Load {
  readonly outcomes = new Map<string, string>();
  private acknowledged = 0;
  private client!: ChildProcess;
  private clients = 0;

  constructor(private readonly urls: readonly string[]) {
    this.begin();
  }

  private begin(): void {
    const script = path.join(__dirname, '../support/program/load-client.cjs');
    this.client = spawn(process.execPath, [script, this.urls.join(','), `c${this.clients++}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let rest = '';
    this.client.stdout!.on('data', (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\n');
      rest = lines.pop()!;
      for (const line of lines) this.note(line);
    });
  }

  private note(line: string): void {
    const [outcome = '', id = ''] = line.split(' ');
    this.outcomes.set(id, outcome);
    if (outcome === 'ok') this.acknowledged++;
  }

  /** Waits for further acknowledged writes. @throws Error if there are none */
  async progress(what: string): Promise<void> {
    const goal = this.acknowledged + PROGRESS;
    for (const end = Date.now() + PATIENCE_MS; this.acknowledged < goal; await pause(10)) {
      if (Date.now() > end) throw new Error(`no writes ${what}: ${[...this.outcomes].slice(-3).join('; ')}`);
    }
  }

  async kill(): Promise<void> {
    const ended = new Promise((resolve) => this.client.stdout!.once('close', resolve));
    this.client.kill('SIGKILL');
    await ended;
  }

  async replace(): Promise<void> {
    await this.kill();
    this.begin();
  }
}

/** Checks stored values against outcomes. */
async function checkStored(url: string, outcomes: ReadonlyMap<string, string>): Promise<void> {
  const { data } = await ask(url, query('{ q(func: has(note)) { note graph.type } }'));
  const stored = new Map<string, number>();
  const incomplete: string[] = [];
  for (const { note, 'graph.type': types } of data.q as { note: string; 'graph.type': string[] }[]) {
    stored.set(note, (stored.get(note) ?? 0) + 1);
    if ([...types].sort().join() !== 'Animal,Dog') incomplete.push(note);
  }
  const of = (outcome: string): string[] => [...outcomes].filter(([, each]) => each === outcome).map(([id]) => id);
  expect({
    lost: of('ok').filter((id) => !stored.has(id)),
    notRead: of('lost'),
    refusedAndStored: of('no').filter((id) => stored.has(id)),
    twice: [...stored].filter(([, count]) => count > 1),
    incomplete,
  }).toEqual({ lost: [], notRead: [], refusedAndStored: [], twice: [], incomplete: [] });
}

interface Party {
  readonly name: string;
  /** Kills it once, and starts it again. */
  readonly kill: () => Promise<void>;
}

async function killEach(urls: readonly string[], parties: (load: Load) => readonly Party[]): Promise<void> {
  const load = new Load(urls);
  for (const { name, kill } of parties(load)) {
    for (let i = 0; i < KILLS; i++) {
      await load.progress(`before kill ${i} of ${name}`);
      await pause(Math.random() * 500);
      await kill();
      await load.progress(`after kill ${i} of ${name}`);
    }
    if (KILLS > 1) console.info(`${name}: ${KILLS} kills, ${load.outcomes.size} writes`);
  }
  await load.kill();
  await checkStored(urls[0]!, load.outcomes);
}

/** Starts a gateway on a port of its own, to which clients return. */
async function gatewayOn(env: Record<string, string>): Promise<{ readonly url: string; readonly party: Party }> {
  const PORT = String(await freePort());
  let program: Program = start({ ...env, PORT });
  const url = await program.url();
  const kill = async (): Promise<void> => {
    await program.end('SIGKILL');
    program = start({ ...env, PORT });
    await program.url();
  };
  return { url, party: { name: 'gateway', kill } };
}

beforeAll(build);
afterEach(cleanUp);

it(
  'the embedded engine: gateway and client',
  async () => {
    const { url, party } = await gatewayOn({ OWLGATE_DATA: temporaryDirectory() });
    await loadOntology(url, ONTOLOGY);
    await killEach([url], (load) => [party, { name: 'client', kill: () => load.replace() }]);
  },
  LIMIT_MS,
);

describeIf(dgraphVersion(), 'needs a dgraph program')('before a cluster', () => {
  const cluster = clusterOfBlock(ALPHAS);

  it(
    'gateway, client, alpha and zero',
    async () => {
      const settings = { DGRAPH_URL: cluster().urls.join(','), OWLGATE_SILENCE_MS: '3000' };
      const gateways = await Promise.all(Array.from({ length: GATEWAYS }, () => gatewayOn(settings)));
      const urls = gateways.map(({ url }) => url);
      await loadOntology(urls[0]!, ONTOLOGY);
      let turn = 0;
      const alpha = () => cluster().alphas[turn++ % ALPHAS]!;
      await killEach(urls, (load) => [
        { name: 'gateway', kill: () => gateways[turn++ % GATEWAYS]!.party.kill() },
        { name: 'client', kill: () => load.replace() },
        {
          name: 'alpha',
          kill: async () => {
            const member = alpha();
            await member.kill();
            // Of several alphas, the others go on meanwhile.
            if (ALPHAS > 1) await load.progress('while an alpha is down');
            member.start();
          },
        },
        {
          name: 'zero',
          kill: async () => {
            await cluster().zero.kill();
            cluster().zero.start();
          },
        },
        ...(ALPHAS > 1 ? [{ name: 'hanging alpha', kill: () => hang(alpha(), load) }] : []),
      ]);
    },
    LIMIT_MS,
  );
});

async function hang(member: { hang(): void; goOn(): void }, load: Load): Promise<void> {
  member.hang();
  await load.progress('while an alpha hangs');
  member.goOn();
}
