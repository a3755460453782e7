/** A run over the routes: cases in parallel, the world put back from time to time, health and heap watched. */
import { mkdirSync } from 'node:fs';
import * as path from 'node:path';
import { caseAt } from '../requests';
import { isPrimed, prime, settle as settleWorld } from '../subject/prime';
import { Subject, type EngineName, type Heap } from '../subject/program';
import { runCase, type Complaint } from './case';
import { Failures } from './failures';
import { Health } from './health';
import { Neighbour } from './neighbour';

export interface HttpRun {
  readonly requests: number;
  readonly seed: number | string;
  readonly engine: EngineName;
  /** One route of the table alone. */
  readonly only?: string;
  /** Index of the first case. */
  readonly from?: number;
  /** Cases at a time. */
  readonly parallel?: number;
  readonly patience?: number;
  /** Cases between two measurements of the heap; by default there is one after `FIRST_HEAP` and one at the end. */
  readonly heapEvery?: number;
  /** Directory for heap snapshots, one of each thread at every measurement. */
  readonly snapshots?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly say?: (text: string) => void;
}

/** Answers with a status, and the index of the first case that had one. */
export interface StatusCount {
  readonly count: number;
  readonly first: number;
}

export interface HttpReport {
  readonly failures: Failures;
  readonly cases: number;
  /** Route → how many cases there were, and the slowest request in milliseconds. */
  readonly routes: ReadonlyMap<string, { cases: number; slowestMs: number; statuses: Map<number, StatusCount> }>;
  readonly heaps: readonly (Heap & { readonly after: number })[];
  readonly warnings: ReadonlyMap<string, number>;
  /** Slowest answer of /health, in milliseconds. */
  readonly healthMs: number;
  readonly seconds: number;
}

/** Cases until everything is dropped and put back. */
const EPOCH = 2_500;
/** Cases until a look whether the ontology is still in force. */
const LOOK = 100;
/** The heap is measured after so many cases first: caches are full by then. */
export const FIRST_HEAP = 10_000;
/** Work for clients that have gone comes to its end. */
const SETTLE_MS = 3_000;

/** Growth of the heap that a run of ten times `FIRST_HEAP` may have. */
const MAX_GROWTH = 1.1;

export async function runHttp(run: HttpRun): Promise<HttpReport> {
  const {
    requests,
    seed,
    engine,
    only,
    from = 0,
    parallel = 4,
    patience = 1,
    heapEvery = requests,
    snapshots,
    environment,
    say = () => undefined,
  } = run;
  const began = Date.now();
  const failures = new Failures();
  const routes: Map<string, { cases: number; slowestMs: number; statuses: Map<number, StatusCount> }> = new Map();
  const owners = new Map<string, { route: string; index: number }>();
  const heaps: (Heap & { after: number })[] = [];
  const warnings = new Map<string, number>();
  let subject = await begin(engine, environment);
  let health = new Health(subject.port, patience);
  let neighbour = new Neighbour(subject.ports.grpcPort, patience);
  let healthMs = 0;
  let running = new Set<Promise<void>>();
  const complain = (route: string, index: number, complaint: Complaint): void => {
    const isNew = failures.add({ route, seed, index }, complaint);
    if (isNew) say(`${route} (at ${index}): ${complaint.kind}: ${complaint.text.slice(0, 300)}`);
  };
  const collect = (index: number): void => {
    for (const { text, requestId } of subject.grievances.splice(0)) {
      const owner = requestId === undefined ? undefined : owners.get(requestId);
      complain(owner?.route ?? 'the program', owner?.index ?? index, { kind: 'log', text });
    }
    const unwell = [...health.complaints.splice(0), ...neighbour.complaints.splice(0)];
    for (const text of unwell) complain('the program', index, { kind: 'health', text });
    if (owners.size > 20_000) owners.clear();
  };
  const one = async (index: number): Promise<void> => {
    const each = caseAt(seed, index, only);
    const result = await runCase(each, { ...subject.ports, engine, patience });
    for (const id of result.requestIds) owners.set(id, { route: each.route, index });
    for (const complaint of result.complaints) complain(each.route, index, complaint);
    const row = routes.get(each.route) ?? { cases: 0, slowestMs: 0, statuses: new Map<number, StatusCount>() };
    routes.set(each.route, row);
    row.cases++;
    row.slowestMs = Math.max(row.slowestMs, result.ms);
    for (const status of result.statuses) {
      const { count, first } = row.statuses.get(status) ?? { count: 0, first: index };
      row.statuses.set(status, { count: count + 1, first });
    }
  };
  const settle = async (): Promise<void> => {
    await Promise.all(running);
    running = new Set();
  };
  const restart = async (): Promise<void> => {
    await settle();
    health.stop();
    neighbour.stop();
    healthMs = Math.max(healthMs, health.slowestMs);
    await subject.stop();
    subject = await begin(engine, environment);
    health = new Health(subject.port, patience);
    neighbour = new Neighbour(subject.ports.grpcPort, patience);
  };
  const measure = async (after: number): Promise<void> => {
    await settle();
    await settleWorld(subject);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
    heaps.push({ ...(await subject.heap()), after });
    const { bytes, rss, threads } = heaps.at(-1)!;
    const parts = printThreads(threads);
    say(`heap after ${after} cases, in MiB: ${mebibytes(bytes)} (${parts}), resident ${mebibytes(rss)}`);
    if (snapshots === undefined) return;
    mkdirSync(snapshots, { recursive: true });
    await subject.snapshot(path.resolve(snapshots, String(after)));
  };

  try {
    for (let count = 0; count < requests; count++) {
      const index = from + count;
      if (subject.ended !== undefined || health.isDead) {
        complain('the program', index, { kind: 'end', text: subject.ended ?? 'it does not answer any more' });
        collect(index);
        await restart();
      }
      if (count > 0 && (count === FIRST_HEAP || count % heapEvery === 0)) await measure(count);
      else if (count > 0 && count % EPOCH === 0) {
        await settle();
        await prime(subject);
      } else if (count % LOOK === LOOK - 1 && !(await isPrimed(subject).catch(() => true))) {
        await settle();
        await prime(subject);
      }
      const each: Promise<void> = one(index).finally(() => running.delete(each));
      running.add(each);
      if (running.size >= parallel) await Promise.race(running);
      collect(index);
      if (count > 0 && count % 1_000 === 0) {
        say(
          `${count} of ${requests} cases, ${failures.all.length} kinds of failure, ` +
            `${Math.round((Date.now() - began) / 1000)} s`,
        );
      }
    }
    await settle();
    collect(from + requests - 1);
    if (requests >= FIRST_HEAP) {
      await measure(requests);
      const first = heaps.find(({ after }) => after >= FIRST_HEAP)!.bytes;
      const last = heaps.at(-1)!.bytes;
      if (requests > FIRST_HEAP && last > first * MAX_GROWTH) {
        const text = `the heap grew from ${mebibytes(first)} to ${mebibytes(last)} MiB`;
        complain('the program', from + requests - 1, { kind: 'heap', text });
      }
    }
    for (const [message, count] of subject.warnings) warnings.set(message, count);
  } finally {
    health.stop();
    neighbour.stop();
    await subject.stop();
  }
  healthMs = Math.max(healthMs, health.slowestMs);
  return { failures, cases: requests, routes, heaps, warnings, healthMs, seconds: (Date.now() - began) / 1000 };
}

async function begin(engine: EngineName, environment: HttpRun['environment']): Promise<Subject> {
  const subject = await Subject.start(engine, environment);
  try {
    await prime(subject);
    return subject;
  } catch (error) {
    await subject.stop();
    throw error;
  }
}

const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

export const printThreads = (threads: Heap['threads']): string =>
  threads.map(({ role, data, code }) => `${role} ${mebibytes(data)}, code ${mebibytes(code)}`).join('; ');
