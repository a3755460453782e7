/**
 * Caches whose keys clients choose: each stays small, however many keys there are, however long they are, and whatever
 * they were cut out of.
 */
import type { IncomingMessage } from 'node:http';
import { EngineFailure } from '../../src/dgraph';
import { Documents } from '../../src/graphql/request/documents';
import { DEFAULT_LIMITS } from '../../src/graphql/request/limits';
import { Screen } from '../../src/graphql/request/screen';
import { Hosts } from '../../src/http/auth/hosts';
import { HeaderNames } from '../../src/materialize/graphql/header-names';
import { Contention } from '../../src/materialize/write/contention';
import { compilePattern } from '../../src/ontology/datatypes/pattern';
import { languageOf } from '../../src/retrieval/language/language';
import { stemOf, wordsOf } from '../../src/retrieval/language/words';
import { buildSchema } from 'graphql';
import { growthBy } from '../support/heap';

const ROUNDS = 100;
const PADDING = 'x'.repeat(100_000);
/** Half of what the requests come to. */
const MAX_GROWTH = (ROUNDS * PADDING.length) / 2;

/** A part of a text as long as a request. */
const cut = (text: string): string => {
  const padded = `${PADDING} ${text}`.split(' ').join(' ');
  return padded.slice(PADDING.length + 1);
};

type Fill = (i: number) => unknown;

const CACHES: Readonly<Record<string, () => Fill>> = {
  stems: () => (i) => stemOf(cut(`unmistakablenesses${i}x`)),
  'words of a text': () => (i) => wordsOf(`${'-'.repeat(100_000)} unmistakablenesses${i}`),
  'stems of German': () => (i) => languageOf('de')!.stem(cut(`unverkennbarkeiten${i}x`)),
  'stems of long German words': () => (i) => languageOf('de')!.stem(`${PADDING}${i}`),
  patterns: () => (i) => compilePattern(cut(`[a-z]{${i + 1}}and some more`)),
  'long patterns': () => (i) => compilePattern(`${'(\\p{L}|\\i|\\c)'.repeat(100)}{1,15}x{${i + 1}}`),
  'screened documents': () => {
    const screen = new Screen(DEFAULT_LIMITS);
    return (i) => screen.check(`{ f(text: "${i} ${'y'.repeat(15_000)}") }`);
  },
  'documents of a schema': () => {
    const documents = new Documents(buildSchema('type Query { f: Int }'), DEFAULT_LIMITS);
    return (i) => documents.read(`{ ${Array.from({ length: 450 }, (_, n) => `a${n}_${i}: f`).join(' ')} }`);
  },
  hosts: () => {
    const hosts = new Hosts([], []);
    hosts.listensOn('127.0.0.1');
    const ask = (host: string): void => hosts.require({ headers: { host } } as unknown as IncomingMessage);
    return (i) => {
      expect(() => ask(`${PADDING}${i}`)).toThrow();
      ask(cut(`somebody${i}.localhost`));
    };
  },
  'names of headers': () => {
    const names = new HeaderNames({
      send: () => Promise.resolve({ status: 200, headers: {}, body: Buffer.alloc(0) }),
    });
    return (i) => names.of({ 'X-Dgraph-AccessToken': `${i}${PADDING}` });
  },
  'nodes in contention': () => {
    const contention = new Contention();
    return async (i) => {
      let attempts = 0;
      await contention.run(
        () => [cut(`0x${(2 ** 50 + i).toString(16)}`)],
        2,
        () => {
          if (attempts++ === 0) throw EngineFailure.aborted();
          return Promise.resolve();
        },
      );
    };
  },
};

/** A tree takes about 80 bytes a character: these come to 45 MB. */
const MAX_OF_DOCUMENTS = 25e6;

it.each(Object.entries(CACHES))('the cache of %s is bounded', async (name, make) => {
  const fill = make();
  await fill(ROUNDS);
  const growth = await growthBy(async () => {
    for (let i = 0; i < ROUNDS; i++) await fill(i);
  });
  expect(growth).toBeLessThan(name === 'documents of a schema' ? MAX_OF_DOCUMENTS : MAX_GROWTH);
  // It is still there, and of use.
  await fill(0);
});
