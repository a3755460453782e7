/** Documents replaced or deleted while their vectors are being made, and the remains of them. */
import { connectEngine, type Engine } from '../../../src/dgraph';
import type { Materializer } from '../../../src/materialize';
import { OwlgateError } from '../../../src/errors';
import { Documents, type PutProgress, type SentDocument } from '../../../src/retrieval/documents';
import { graphOf } from '../../../src/retrieval/graph';
import type { Embedder } from '../../../src/retrieval/types';
import { silent } from '../../../src/util/log';
import { forEachEngine } from '../../support/engines';
import { ask, query } from '../../support/engines/wire';
import { itOn } from '../../support/runs';

const { signal } = new AbortController();
/**
 * Passages of a document below, each a section of its own. At 64 vectors per transaction, there are more transactions
 * than attempts.
 */
const CHUNKS = 900;
const bodyOf = (word: string, chunks = CHUNKS): string =>
  Array.from({ length: chunks }, (_, i) => `# Part ${i}\n\nThe ${word} of part ${i}.\n`).join('\n');
const markdown = (source: string, content: string): SentDocument => ({ source, content, mediaType: 'text/markdown' });

/** Embedder with vectors of two numbers; calls back after each request. */
function embedder(model: string, answered: () => void = () => undefined): Embedder {
  const embed = (texts: readonly string[]): Promise<number[][]> => {
    answered();
    return Promise.resolve(texts.map((text) => [1, text.length]));
  };
  return { model, embed };
}

/** Wraps an engine for a writer that is always overtaken: other work runs before each of its commits except aborts. */
const behind = (engine: Engine, before: () => Promise<void>): Engine =>
  new Proxy(engine, {
    get: (target, name) => {
      if (name === 'commit') {
        return async (...parameters: Parameters<Engine['commit']>) => {
          if (!('abort' in parameters[0])) await before();
          return target.commit(...parameters);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });

forEachEngine((engineUnderTest) => {
  let engine: Engine;
  beforeAll(async () => {
    await engineUnderTest.reset();
    engine = connectEngine({ urls: [engineUnderTest.url], kind: 'cluster' });
  });
  afterAll(() => engine.close());

  const open = (over: Engine, model?: Embedder): Documents =>
    new Documents({
      engine: over,
      graph: graphOf(over, { inForce: undefined } as Materializer),
      embedder: model,
      language: 'en',
      logger: silent,
    });

  /** Counts the nodes left of a document. */
  const left = async (model: string): Promise<Record<string, number>> => {
    const { data } = await ask(
      engineUnderTest.url,
      query(`{ documents(func: has(owlgate.document.source)) { count(uid) } checksums(func: has(owlgate.document.checksum)) { count(uid) }
        counts(func: has(owlgate.document.chunks)) { count(uid) } texts(func: has(owlgate.chunk.text)) { count(uid) }
        terms(func: has(owlgate.chunk.terms)) { count(uid) } links(func: has(owlgate.chunk.offsets)) { count(uid) }
        vectors(func: has(<owlgate.embedding.${model}>)) { count(uid) } }`),
    );
    return Object.fromEntries(
      Object.entries(data as Record<string, { count: number }[]>).map(([name, [row]]) => [name, row!.count]),
    );
  };
  const NOTHING = { documents: 0, checksums: 0, counts: 0, texts: 0, terms: 0, links: 0, vectors: 0 };

  /** Starts making vectors; before each commit of the returned engine one more batch of them is written. */
  function race(model: string): { readonly begun: Promise<void>; readonly making: Documents; readonly slow: Engine } {
    let batches = 0;
    let tell = (): void => undefined;
    const begun = new Promise<void>((resolve) => (tell = resolve));
    const making = open(
      engine,
      embedder(model, () => {
        batches++;
        tell();
      }),
    );
    const slow = behind(engine, async () => {
      // Two more requests mean that one batch has been written; at the end no more requests come.
      const until = batches + 2;
      for (let waited = 0; batches < until && waited < 200; waited++) await new Promise((r) => setTimeout(r, 10));
    });
    return { begun, making, slow };
  }

  itOn(engineUnderTest, 'embedded')('reports progress, and requests only missing vectors', async () => {
    let requests = 0;
    const failing = embedder('told', () => {
      if (++requests === 3) throw new OwlgateError('ModelUnavailable', { reason: 'gone' });
    });
    const reported: PutProgress[] = [];
    const put = () =>
      open(engine, failing).put(markdown('told', bodyOf('first', 300)), signal, (each) => reported.push(each));
    const { embedded, warning } = await put();
    expect([embedded, warning]).toEqual([undefined, expect.stringContaining('vectors are missing')]);
    const of = (stage: string) => reported.filter((each) => each.stage === stage);
    const passages = of('passages').map(({ done }) => done);
    expect(passages).toEqual([...passages].sort((a, b) => a - b));
    expect(of('passages').at(-1)).toEqual({ source: 'told', stage: 'passages', done: 300, of: 300 });
    const embeddedCount = of('vectors').at(-1)!.done;
    expect(of('vectors').map((each) => each.of)).toEqual([300, 300]);
    reported.length = 0;
    expect(await put()).toMatchObject({ status: 'unchanged', embedded: 300 - embeddedCount });
    expect(reported.every(({ stage }) => stage === 'vectors')).toBe(true);
    expect(reported.at(-1)).toEqual({
      source: 'told',
      stage: 'vectors',
      done: 300 - embeddedCount,
      of: 300 - embeddedCount,
    });
    await open(engine).remove('told', signal);
  });

  itOn(engineUnderTest, 'dgraph')('deletes a document while its vectors are requested, with all of them', async () => {
    const { begun, making, slow } = race('out');
    const putting = making.put(markdown('out', bodyOf('first')), signal);
    await begun;
    await open(slow).remove('out', signal);
    const { embedded, warning } = await putting;
    expect(embedded).toBeLessThan(CHUNKS);
    expect(warning).toBe('the document was replaced or removed meanwhile');
    expect(await left('out')).toEqual(NOTHING);
  });

  itOn(engineUnderTest, 'embedded')(
    'replaces a document while its vectors are requested, and requests those of the new text only',
    async () => {
      const { begun, making, slow } = race('in');
      const putting = making.put(markdown('in', bodyOf('first')), signal);
      await begun;
      const { status, embedded } = await open(slow, embedder('in')).put(markdown('in', bodyOf('second', 3)), signal);
      expect([status, embedded]).toEqual(['replaced', 3]);
      expect((await putting).warning).toBe('the document was replaced or removed meanwhile');
      expect(await left('in')).toEqual({
        documents: 1,
        checksums: 1,
        counts: 1,
        texts: 3,
        terms: 3,
        links: 3,
        vectors: 3,
      });
      await open(engine).remove('in', signal);
      expect(await left('in')).toEqual(NOTHING);
    },
  );

  it('stores no vectors of a model that answers during a delete', async () => {
    const document = markdown('late', bodyOf('only', 3));
    await open(engine).put(document, signal);
    let once: Promise<unknown> | undefined;
    const late = behind(engine, async () => {
      once ??= open(engine, embedder('late')).put(document, signal);
      await once;
    });
    await open(late).remove('late', signal);
    expect(await once).toMatchObject({ status: 'unchanged', embedded: 3 });
    expect(await left('late')).toEqual(NOTHING);
  });

  itOn(engineUnderTest, 'dgraph')('restores a document whose replacement was interrupted', async () => {
    const document = markdown('cut', bodyOf('only', 3));
    await open(engine).put(document, signal);
    const client = new AbortController();
    let commits = 0;
    const cut = behind(engine, async () => {
      // The first attempt loses against another writer; the second one announces itself, and is then interrupted.
      if (++commits === 1) await open(engine, embedder('cut')).put(document, signal);
      if (commits === 3) client.abort(new Error('gone'));
      client.signal.throwIfAborted();
    });
    await expect(open(cut).put(markdown('cut', bodyOf('other', 2)), client.signal)).rejects.toThrow('gone');
    expect(await left('cut')).toMatchObject({ documents: 1, checksums: 0, texts: 3, vectors: 3 });
    expect((await open(engine).show('cut', 10)).chunks).toHaveLength(3);
    expect(await open(engine, embedder('cut')).put(document, signal)).toMatchObject({
      status: 'replaced',
      embedded: 3,
    });
    expect(await open(engine, embedder('cut')).put(document, signal)).toEqual({
      source: 'cut',
      status: 'unchanged',
      embedded: 0,
    });
    expect(await left('cut')).toMatchObject({ documents: 1, checksums: 1, texts: 3, vectors: 3 });
    await open(engine).remove('cut', signal);
  });

  itOn(engineUnderTest, 'embedded')('counts passages with vectors, and requests the missing ones', async () => {
    let requests = 0;
    const client = new AbortController();
    const ending = embedder('half', () => {
      if (++requests === 3) client.abort(new Error('gone'));
    });
    const documents = open(engine, ending);
    await expect(documents.put(markdown('half', bodyOf('half', 300)), client.signal)).rejects.toThrow('gone');
    const entry = async (): Promise<readonly unknown[]> => {
      const { chunk_count, embedded, chunks } = await documents.show('half', 1_000);
      const [listed] = (await documents.list(10)).documents;
      expect(listed).toMatchObject({ source: 'half', chunk_count, embedded });
      return [chunk_count, embedded, chunks.length];
    };
    expect(await entry()).toEqual([300, 128, 300]);
    const again = await documents.put(markdown('half', bodyOf('half', 300)), signal);
    expect(again).toEqual({ source: 'half', status: 'unchanged', embedded: 172 });
    expect(await entry()).toEqual([300, 300, 300]);
    expect((await open(engine).list(10)).documents[0]).not.toHaveProperty('embedded');
    // Other models have no vectors, and the engine has no predicate for them.
    expect((await open(engine, embedder('never')).list(10)).documents[0]).toMatchObject({ embedded: 0 });
  });
});
