/** Memory of the engine: what it keeps of requests is as small as what they have left behind. */
import { parseRdfMutation } from '../../../src/dql/mutation/rdf';
import { Engine } from '../../../src/embedded/engine';
import { LongQueries } from '../../../src/embedded/long-queries';
import { languageFingerprint } from '../../../src/embedded/storage/fingerprint';
import { collatorFor, languageBase } from '../../../src/embedded/tokenizers/language';
import { growthBy } from '../../support/heap';
import { removeTemporaryDirectories, temporaryDirectory } from '../../support/embedded/store';

afterAll(removeTemporaryDirectories);

const REQUESTS = 40;
/** Characters of a request that nothing is kept of. */
const PADDING = 300_000;
/** The texts of all requests come to six times as much. */
const MAX_GROWTH = (REQUESTS * PADDING) / 6;

/** Beyond what V8 copies rather than refers to. */
const long = (name: string, i: number): string => `${name}_of_more_than_a_dozen_characters_${i}`;
const padded = (text: string): string => `${text}\n# ${'-'.repeat(PADDING)}\n`;

type Request = (engine: Engine, i: number) => Promise<unknown>;

const rdf = (text: string): Request => {
  return (engine, i) =>
    engine.mutate(parseRdfMutation(padded(`{ set {\n${text.replaceAll('$', String(i))}\n} }`)), 0, true);
};

const REQUEST_KINDS: Readonly<Record<string, Request>> = {
  'new predicates of a mutation': rdf(`_:a <${long('predicate', 0)}$> "x" .`),
  'facets of a mutation': rdf(`_:a <name> "x" (${long('facet', 0)}$=1) .`),
  'values and languages of a mutation': rdf(`_:a <title> "${long('value', 0)}$"@en-${'x'.repeat(20)}$ .`),
  'names that a delete has named': async (engine, i) => {
    const text = padded(`{ delete {\n<0x1> <${long('named', i)}> * .\n} }`);
    await engine.mutate(parseRdfMutation(text), 0, true);
  },
  'predicates and types of a schema': (engine, i) =>
    engine.alter(
      padded(`${long('declared', i)}: string @index(exact) .\ntype ${long('Type', i)} {\n${long('declared', i)}\n}`),
    ),
};

it.each(Object.entries(REQUEST_KINDS))('an engine keeps no request for its %s', async (_name, request) => {
  const engine = await Engine.open(temporaryDirectory());
  try {
    await engine.alter('title: string @lang .');
    await request(engine, 1_000);
    const growth = await growthBy(async () => {
      for (let i = 0; i < REQUESTS; i++) await request(engine, i);
    });
    expect(growth).toBeLessThan(MAX_GROWTH);
  } finally {
    await engine.close();
  }
});

/** Caches that know what clients have sent, with what fills them: texts cut out of others. */
const CACHES: Readonly<Record<string, (text: string, i: number) => unknown>> = {
  'language bases': (text, i) => languageBase(`en-${text}-${i}`),
  collators: (text, i) => collatorFor(`en-x-${text}-${i}`),
  'fingerprints of languages': (text, i) => languageFingerprint(`${text}${i}`),
};

it.each(Object.entries(CACHES))(
  'the cache of %s is bounded, however many and long the tags are',
  async (_name, fill) => {
    const growth = await growthBy(() => {
      for (let i = 0; i < 2_000; i++) fill(`${i}`.repeat(2_000).slice(0, 5_000), i);
      for (let i = 0; i < 2_000; i++) fill('a'.repeat(8), i);
    });
    expect(growth).toBeLessThan(3 * 2 ** 20);
  },
);

it('the cache of long queries is bounded', async () => {
  const texts = new LongQueries();
  const growth = await growthBy(() => {
    for (let i = 0; i < 400; i++) texts.add(`{ q${i}(func: uid(${'1, '.repeat(30_000)} 1)) { uid } }`);
  });
  expect(growth).toBeLessThan(5 * 2 ** 20);
  expect(texts.has(`{ q399(func: uid(${'1, '.repeat(30_000)} 1)) { uid } }`)).toBe(true);
  expect(texts.has(`{ q0(func: uid(${'1, '.repeat(30_000)} 1)) { uid } }`)).toBe(false);
});
