/** Materializer over an embedded engine of its own, with counts of its requests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectEngine, type Engine } from '../../../src/dgraph';
import { startEmbedded } from '../../../src/embedded';
import type { EmbeddedServer } from '../../../src/embedded/server';
import { createMaterializer } from '../../../src/materialize';
import type { Materializer } from '../../../src/materialize';
import type { MutateCall } from '../../../src/materialize/write/types';
import { textOf } from '../dgraph/content';
import type { Answer } from '../engines/wire';

export interface Counts {
  queries: number;
  mutations: number;
  alters: number;
}

/** Wraps an engine and counts its requests. @param held delays mutations */
export function counting(
  engine: Engine,
  held: () => Promise<void> | undefined = () => undefined,
): {
  readonly engine: Engine;
  readonly counts: Counts;
  readonly texts: string[];
} {
  const counts: Counts = { queries: 0, mutations: 0, alters: 0 };
  const texts: string[] = [];
  const counted: Pick<Engine, 'query' | 'mutate' | 'alter'> = {
    query: (text, options) => {
      counts.queries++;
      texts.push(text);
      return engine.query(text, options);
    },
    mutate: async (content, options) => {
      counts.mutations++;
      texts.push(textOf(content));
      await held();
      return engine.mutate(content, options);
    },
    alter: (operation, credentials) => {
      counts.alters++;
      return engine.alter(operation, credentials);
    },
  };
  const passed = new Proxy(engine, {
    get: (target, key) => {
      if (key in counted) return counted[key as keyof typeof counted];
      const value: unknown = Reflect.get(target, key);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { engine: passed, counts, texts };
}

/** Interval for stands that check the ontology in force only when a test requests it. */
const NEVER_MS = 3_600_000;

export class CountingTestbed {
  readonly counts: Counts;
  /** Requests sent, in order. */
  readonly texts: string[];
  readonly engine: Engine;
  readonly materializer: Materializer;
  /** Holds the next mutation until it resolves. */
  hold: (() => Promise<void>) | undefined;

  private constructor(
    private readonly directory: string,
    private readonly server: EmbeddedServer,
    options: Parameters<typeof createMaterializer>[2],
  ) {
    const counted = counting(connectEngine({ endpoint: server.endpoint, kind: 'embedded' }), () => this.hold?.());
    this.engine = counted.engine;
    this.counts = counted.counts;
    this.texts = counted.texts;
    this.materializer = createMaterializer(counted.engine, undefined, {
      pollMs: NEVER_MS,
      groupPatienceMs: NEVER_MS,
      ...options,
    });
  }

  /** @param ontology loaded with the lenient profile */
  static async start(
    ontology: string,
    options: Parameters<typeof createMaterializer>[2] = {},
  ): Promise<CountingTestbed> {
    const directory = mkdtempSync(join(tmpdir(), 'owlgate-counted-'));
    const testbed = new CountingTestbed(directory, await startEmbedded({ directory }), options);
    await testbed.materializer.start();
    await testbed.materializer.loads.load({ source: ontology, profile: 'lenient' });
    return testbed;
  }

  async close(): Promise<void> {
    await this.materializer.stop();
    await this.engine.close();
    await this.server.close();
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** Sends POST /mutate and returns the parsed answer, errors included. */
  async mutate(
    contentType: string,
    body: string,
    parameters = 'commitNow=true',
    call: Pick<MutateCall, 'credentials' | 'signal'> = {},
  ): Promise<Answer> {
    const reply = await this.materializer.writes.mutate({
      body: Buffer.from(body),
      contentType,
      parameters: new URLSearchParams(parameters),
      ...call,
    });
    return JSON.parse(String(reply.body));
  }

  /** Runs a function and counts the engine's requests meanwhile. */
  async counted<T>(run: () => Promise<T>): Promise<{ readonly result: T; readonly requests: Partial<Counts> }> {
    const before = { ...this.counts };
    const result = await run();
    const { queries, mutations, alters } = this.counts;
    return {
      result,
      requests: {
        queries: queries - before.queries,
        mutations: mutations - before.mutations,
        ...(alters > before.alters && { alters: alters - before.alters }),
      },
    };
  }
}
