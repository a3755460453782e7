/**
 * Setup of the conformance tests. Finds or starts the real Dgraph that they share. If all tests run and Dgraph is a
 * program on the PATH, there are two of them, so that test files rarely wait for one. Prints the engines of the run and
 * passes their addresses in environment variables. Each test file starts an embedded engine of its own.
 */
import { existsSync } from 'node:fs';
import { dgraphVersion, startDgraph, type RunningDgraph } from './dgraph';
import { dropAll, userPredicates } from './wire';

interface Shared {
  readonly urls: readonly string[];
  readonly description: string;
  stop(): Promise<void>;
}

const DOCKER_IMAGE = 'dgraph/standalone:v25.4.0';
let shared: Shared | undefined;

/** Part of jest's description of the run. */
interface Run {
  readonly nonFlagArgs?: readonly string[];
  readonly testNamePattern?: string;
}

export default async function globalSetup({ nonFlagArgs = [], testNamePattern }: Run): Promise<void> {
  const isWhole = nonFlagArgs.length === 0 && !testNamePattern;
  const reasons: string[] = [];
  for (const find of [fromEnvironment, () => fromPath(isWhole ? 2 : 1), fromDocker]) {
    const candidate = await find();
    if (typeof candidate === 'object') shared = candidate;
    else reasons.push(candidate);
    if (shared) break;
  }
  process.env['OWLGATE_TEST_DGRAPH'] = shared?.urls.join(',') ?? '';
  const real = shared ? `a real Dgraph (${shared.description})` : `no real Dgraph (${reasons.join('; ')})`;
  process.stderr.write(`\nconformance runs on: the embedded engine, and ${real}\n`);
}

/** Stops the shared engines; for globalTeardown. */
export async function stopShared(): Promise<void> {
  await shared?.stop();
  shared = undefined;
}

/** The tests drop all data: a cluster with data is refused unless its use is confirmed. */
async function fromEnvironment(): Promise<Shared | string> {
  const [url] = (process.env['DGRAPH_URL'] ?? '').split(',').map((part) => part.trim().replace(/\/$/, ''));
  if (!url) return 'DGRAPH_URL is not set';
  const predicates = await userPredicates(url);
  if (predicates.length > 0 && process.env['OWLGATE_TEST_MAY_DROP'] !== 'true') {
    throw new Error(
      `DGRAPH_URL: ${url} holds data (${predicates.slice(0, 3).join(', ')}, …), and the tests would drop it. ` +
        'Unset DGRAPH_URL, or set OWLGATE_TEST_MAY_DROP=true.',
    );
  }
  return { urls: [url], description: `DGRAPH_URL ${url}`, stop: () => dropAll(url) };
}

async function fromPath(count: number): Promise<Shared | string> {
  const version = dgraphVersion();
  if (!version) return 'no dgraph program on the PATH';
  const running: RunningDgraph[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(running.map((each) => each.stop()));
  };
  try {
    // Sequential, because both look for free ports.
    while (running.length < count) running.push(await startDgraph(version));
  } catch (error) {
    await stop();
    throw error;
  }
  return { urls: running.map(({ url }) => url), description: `dgraph ${version} on the PATH`, stop };
}

async function fromDocker(): Promise<Shared | string> {
  if (!process.env['DOCKER_HOST'] && !existsSync('/var/run/docker.sock')) return 'no Docker socket';
  try {
    const { GenericContainer, Wait } = await import('testcontainers');
    const container = await new GenericContainer(DOCKER_IMAGE)
      // Alpha sees this machine under the address of the container network's router.
      .withEnvironment({ DGRAPH_ALPHA_SECURITY: 'whitelist=0.0.0.0/0', DGRAPH_ALPHA_CACHE: 'size-mb=64' })
      .withExposedPorts(8080, 6080)
      .withWaitStrategy(Wait.forHttp('/health', 8080))
      .start();
    const at = (port: number): string => `http://${container.getHost()}:${container.getMappedPort(port)}`;
    return {
      urls: [at(8080)],
      description: `${DOCKER_IMAGE} in Docker`,
      stop: async () => {
        await container.stop();
      },
    };
  } catch (error) {
    return `Docker does not run ${DOCKER_IMAGE}: ${error instanceof Error ? error.message : String(error)}`;
  }
}
