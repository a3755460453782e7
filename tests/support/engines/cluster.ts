/** Dgraph of one zero and some alphas in one group, on free loopback ports, whose programs can be killed and hung. */
import { mkdtempSync, rmSync } from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { until } from '../until';
import { ALPHA_SETTINGS, freeOffset, isHealthy, PORTS, runDgraph, type DgraphProgram } from './dgraph';

/** Program that can be killed; it is started again on its data. */
export interface Member {
  kill(): Promise<void>;
  start(): void;
  hang(): void;
  goOn(): void;
}

export interface Cluster {
  readonly urls: readonly string[];
  readonly zero: Member;
  readonly alphas: readonly Member[];
  stop(): Promise<void>;
}

/**
 * Starts a cluster before the tests of a block, and stops it after them.
 *
 * @param timeoutMs of the start; default: that of jest
 */
export function clusterOfBlock(size: number, timeoutMs?: number): () => Cluster {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster(size);
  }, timeoutMs);
  afterAll(() => cluster.stop());
  return () => cluster;
}

async function startCluster(size: number): Promise<Cluster> {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'owlgate-cluster-'));
  const offset = await freeOffset(size);
  const zeroAddress = `127.0.0.1:${PORTS.zeroGrpc + offset}`;
  const common = (at: number): string[] => ['-o', String(at), '--bindall=false', '--telemetry', 'reports=false;'];
  const programs: (() => DgraphProgram)[] = [];
  const member = (name: 'zero' | 'alpha', folder: string, args: readonly string[]): Member => {
    const begin = (): DgraphProgram => runDgraph(name, path.join(directory, folder), args);
    let program = begin();
    programs.push(() => program);
    return {
      kill: () => program.kill(),
      start: () => (program = begin()),
      hang: () => program.hang(),
      goOn: () => program.goOn(),
    };
  };
  const zero = member('zero', 'zero', [`--my=${zeroAddress}`, `--replicas=${size}`, ...common(offset)]);
  const alphas = Array.from({ length: size }, (_, i) => {
    const my = `--my=127.0.0.1:${PORTS.internal + offset + i}`;
    return member('alpha', `alpha${i}`, [my, `--zero=${zeroAddress}`, ...common(offset + i), ...ALPHA_SETTINGS]);
  });
  const urls = alphas.map((_, i) => `http://127.0.0.1:${PORTS.http + offset + i}`);
  await until(async () => (await Promise.all(urls.map(isHealthy))).every(Boolean));
  const stop = async (): Promise<void> => {
    // Alphas first: they wait for zero at their end.
    for (const program of programs.reverse()) await program().stop();
    rmSync(directory, { recursive: true, force: true });
  };
  return { urls, zero, alphas, stop };
}
