/**
 * Kills the engine during writes, repeatedly on one directory, and checks the data it leaves: all acknowledged commits
 * are present, and no others except those whose answers the kill cut off, which may be present as a whole; nothing of
 * aborted or open transactions; and indexes match the data.
 * OWLGATE_KILLS sets the number of kills; a long run is for changes of the storage.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import * as path from 'node:path';
import { createInterface } from 'node:readline';
import { Engine } from '../../../src/embedded/engine';
import { threadEntry } from '../../support/embedded/thread-entry';
import { inconsistencies } from '../../support/embedded/consistency';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';
import { until } from '../../support/until';

const KILLS = Number(process.env['OWLGATE_KILLS'] ?? 3);
const PATIENCE_MS = 120_000 + KILLS * 20_000;
const CLIENTS = 8;
const support = path.join(__dirname, '../../support/embedded');
/** Facts in one commit. */
const NODES = 5;

const SCHEMA = `
  batch: string @index(exact) .
  n: int @index(int) .
  next: [uid] @reverse @count .`;

interface Served {
  readonly child: ChildProcess;
  readonly url: string;
  /** Returns the CPU time of the engine in milliseconds: its progress, however busy the machine is. */
  readonly cpuMs: () => number;
}

async function start(directory: string, ...more: readonly string[]): Promise<Served> {
  const child = spawn(
    process.execPath,
    ['-r', path.join(support, 'register.cjs'), path.join(support, 'serve.ts'), directory, ...more],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let cpuMs = 0;
  const url = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('http')) resolve(line);
      else cpuMs = Number(line);
    });
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}`)));
  });
  child.removeAllListeners('exit');
  return { child, url, cpuMs: () => cpuMs };
}

function post(url: string, body: string, type: string): Promise<any> {
  return fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body }).then((response) => response.json());
}

function mutation(batch: string): string {
  const lines = Array.from({ length: NODES }, (_, i) => [
    `_:n${i} <batch> "${batch}" .`,
    `_:n${i} <n> "${i}" .`,
    `_:n${i} <next> _:n${(i + 1) % NODES} .`,
  ]);
  return `{ set {\n${lines.flat().join('\n')}\n} }`;
}

interface Seen {
  /** Batches whose commit was answered. */
  readonly acknowledged: Set<string>;
  /** Batches whose commit was requested and not answered: at most one per client when the engine is killed. */
  readonly pending: Set<string>;
}

/** Commits at once, or in a transaction that is committed, aborted or left open, until the engine has ended. */
async function writeUntilKilled(url: string, name: string, { acknowledged, pending }: Seen): Promise<void> {
  for (let i = 0; ; i++) {
    const batch = `${name}-${i}`;
    try {
      let answer;
      if (i % 5 > 2) {
        pending.add(batch);
        answer = await post(`${url}/mutate?commitNow=true`, mutation(batch), 'application/rdf');
      } else {
        const { extensions } = await post(`${url}/mutate`, mutation(batch), 'application/rdf');
        const { start_ts: startTs, keys } = extensions.txn;
        if (i % 5 === 2) continue;
        const isAborted = i % 5 === 1;
        if (!isAborted) pending.add(batch);
        const end = `${url}/commit?startTs=${startTs}${isAborted ? '&abort=true' : ''}`;
        answer = await post(end, JSON.stringify(keys), 'application/json');
        if (isAborted) continue;
      }
      pending.delete(batch);
      if (answer.data?.code !== 'Success') throw new Error(`refused: ${JSON.stringify(answer)}`);
      acknowledged.add(batch);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('refused')) throw error;
      return;
    }
  }
}

afterAll(removeTemporaryDirectories);

it(
  'a killed engine keeps all acknowledged commits, and no partial ones',
  async () => {
    const directory = temporaryDirectory();
    const first = await Engine.open(directory);
    await first.alter(SCHEMA);
    await first.close();
    const acknowledged = new Set<string>();
    const pending = new Set<string>();
    let highest = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const { child, url } = await start(directory);
      const clients = Array.from({ length: CLIENTS }, (_, c) =>
        writeUntilKilled(url, `${kill}-${c}`, { acknowledged, pending }),
      );
      const enough = acknowledged.size + 5 + Math.floor(Math.random() * 60);
      let hasEnded = false;
      const writing = Promise.all(clients).finally(() => (hasEnded = true));
      writing.catch(() => undefined);
      await until(() => hasEnded || acknowledged.size >= enough);
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      await writing;

      const engine = await Engine.open(directory);
      const view = engine.view();
      const sizes = new Map<string, number>();
      for (const subject of view.subjects('batch', false)) {
        highest = Math.max(highest, subject);
        const batch = view.values('batch', subject)[0]!.value.value as string;
        sizes.set(batch, (sizes.get(batch) ?? 0) + 1);
        expect(view.values('n', subject)).toHaveLength(1);
        expect(view.uids('next', subject, false)).toHaveLength(1);
      }
      expect([...acknowledged].filter((batch) => !sizes.has(batch))).toEqual([]);
      expect([...sizes].filter(([, size]) => size !== NODES)).toEqual([]);
      expect([...sizes.keys()].filter((batch) => !acknowledged.has(batch) && !pending.has(batch))).toEqual([]);
      expect(pending.size).toBeLessThanOrEqual(CLIENTS * (kill + 1));
      expect(inconsistencies(view)).toEqual([]);
      await engine.close();
    }
    expect(acknowledged.size).toBeGreaterThanOrEqual(5 * KILLS);
    // New nodes must not get the uids of old ones.
    const last = await Engine.open(directory);
    const { newNodes } = await last.mutate({ mutations: [{ set: [setN('a')], delete: [] }] }, 0, true);
    expect(newNodes!.get('a')).toBeGreaterThan(highest);
    await last.close();
  },
  PATIENCE_MS,
);

it(
  'an interrupted large commit is kept completely or not at all',
  async () => {
    const nodes = 8000;
    const directory = temporaryDirectory();
    const entry = threadEntry();
    const first = await Engine.open(directory);
    await first.alter(SCHEMA);
    await first.close();
    const facts = (batch: string): string =>
      Array.from(
        { length: nodes },
        (_, i) => `_:n${i} <batch> "${batch}" .\n_:n${i} <n> "${i}" .\n_:n${i} <next> _:n${(i * 7 + 1) % nodes} .`,
      ).join('\n') + '\n#'.padEnd(2 ** 20);
    const acknowledged = new Set<string>();
    let workMs = 0;
    for (let kill = 0; kill <= KILLS; kill++) {
      const { child, url, cpuMs } = await start(directory, entry);
      const batch = `large-${kill}`;
      const began = cpuMs();
      // The first run is not killed: it measures the work.
      let hasEnded = false;
      const writing = post(`${url}/mutate?commitNow=true`, `{ set {\n${facts(batch)}\n} }`, 'application/rdf')
        .then(
          ({ data }) => {
            if (data?.code === 'Success') acknowledged.add(batch);
          },
          () => undefined,
        )
        .finally(() => (hasEnded = true));
      if (kill === 0) {
        await writing;
        workMs = cpuMs() - began;
        expect(acknowledged.size).toBe(1);
      } else {
        const end = began + workMs * (0.4 + 0.65 * Math.random());
        await until(() => hasEnded || cpuMs() >= end);
      }
      child.kill('SIGKILL');
      await new Promise((resolve) => child.once('exit', resolve));
      await writing;
      const engine = await Engine.open(directory);
      const view = engine.view();
      const sizes = new Map<string, number>();
      for (const subject of view.subjects('batch', false)) {
        const name = view.values('batch', subject)[0]!.value.value as string;
        sizes.set(name, (sizes.get(name) ?? 0) + 1);
      }
      expect([...acknowledged].filter((name) => !sizes.has(name))).toEqual([]);
      expect([...sizes].filter(([, size]) => size !== nodes)).toEqual([]);
      expect(inconsistencies(view)).toEqual([]);
      await engine.close();
    }
  },
  PATIENCE_MS,
);

const setN = (label: string) =>
  ({
    subject: { kind: 'blank', label },
    predicate: 'n',
    object: { kind: 'literal', type: 'int', value: '1' },
  }) as const;
