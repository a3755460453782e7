/** Requests to documents, questions in words and conversations. */
import { MODULES } from '../../../src/retrieval/types';
import { html, markdown, pdf, plainText, question } from '../formats/documents';
import { jsonText, randomObject } from '../formats/json';
import { generate } from '../generate/format';
import { ODD_TEXTS } from '../generate/oddities';
import type { Random } from '../generate/random';
import { asTarget, type FuzzRequest } from '../wire/request';
import { build } from './build';
import type { Generator } from './generator';
import { parameters } from './parameters';

const JSON_TYPE = 'application/json';
const SOURCES = ['a.txt', 'b.md', 'https://example.org/c', 'd'];

const databasePath = (random: Random): string =>
  `/api/v1/databases/${random.chance(0.95) ? 'default' : asTarget(encodeURIComponent(Buffer.from(random.pick(ODD_TEXTS)).toString()))}`;

const post = (random: Random, target: string, value: unknown, words: readonly string[] = []): FuzzRequest =>
  build(random, { method: 'POST', target, type: JSON_TYPE, body: jsonText(random, value, words) });

function documents(random: Random): FuzzRequest {
  const target = `${databasePath(random)}/documents`;
  const progress = random.chance(0.15)
    ? [['Accept', random.pick(['application/x-ndjson', 'text/event-stream'])] as const]
    : [];
  if (random.chance(0.4)) {
    const list = random.list(0, 3, () => ({
      source: random.pick(SOURCES),
      text: generate(random, random.pick([plainText, markdown, html])).slice(0, 20_000),
      ...(random.chance(0.5) && {
        media_type: random.pick(['text/plain', 'text/markdown', 'text/html', 'application/pdf', 'x']),
      }),
      ...(random.chance(0.3) && { title: random.pick(ODD_TEXTS) }),
      ...(random.chance(0.3) && { metadata: randomObject(random, ['a', '__proto__', 'uid']) }),
    }));
    const body = jsonText(random, { documents: list }, ['documents', 'source', 'text', 'title', 'metadata']);
    return build(random, { method: 'POST', target, type: JSON_TYPE, body, headers: progress });
  }
  const [type, body] = random.weighted<() => readonly [string, Buffer | string]>([
    [3, () => ['text/plain', generate(random, plainText).slice(0, 50_000)]],
    [3, () => ['text/markdown', generate(random, markdown).slice(0, 50_000)]],
    [3, () => ['text/html', generate(random, html).slice(0, 50_000)]],
    [1, () => ['application/pdf', pdf(random)]],
    [1, () => [`text/plain; charset=${random.pick(['utf-16', 'shift_jis', 'x', 'utf-8"'])}`, random.bytes(200)]],
  ])();
  const fields = { source: SOURCES, title: ['T'], metadata: ['{"a":1}', '[]', '{'] };
  return build(random, {
    method: 'POST',
    target: target + parameters(random, fields, ['source']),
    type,
    body,
    headers: progress,
  });
}

const makeQuestion = (random: Random): unknown => ({
  question: generate(random, question).slice(0, 10_050),
  ...(random.chance(0.5) && { module: random.pick([...MODULES, 'x']) }),
  ...(random.chance(0.3) && { trace: random.pick(['summary', 'full', 'x']) }),
});

const QUESTION_WORDS = ['question', 'module', 'trace', 'naive', 'owl', 'full'];
const CONVERSATIONS = ['c1', 'c2', 'c3', 'a.b:c@d-e', 'x'.repeat(129)];
const conversationPath = (random: Random): string =>
  `${databasePath(random)}/chat/conversations/${random.chance(0.95) ? random.pick(CONVERSATIONS) : asTarget(random.pick(['%00', 'a%2Fb', 'é', '..', '%']))}`;

const DATABASE = '/api/v1/databases/:id';
const CHAT = `${DATABASE}/chat/conversations`;
const EVENTS = ['0123456789abcdef:0', '0123456789abcdef:5', 'x'];

export const QUESTION_GENERATORS: readonly Generator[] = [
  { route: `POST ${DATABASE}/documents`, weight: 20, kind: 'load', make: (random) => [documents(random)] },
  {
    route: `GET ${DATABASE}/documents`,
    weight: 6,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${databasePath(random)}/documents${parameters(random, { source: SOURCES, first: ['1', '1000'], after: ['0x1', '0', '5'] })}`,
      }),
    ],
  },
  {
    route: `DELETE ${DATABASE}/documents`,
    weight: 4,
    kind: 'work',
    make: (random) => [
      build(random, {
        method: 'DELETE',
        target: `${databasePath(random)}/documents${parameters(random, { source: SOURCES }, ['source'])}`,
      }),
    ],
  },
  {
    route: `POST ${DATABASE}/documents/relink`,
    weight: 1,
    kind: 'load',
    make: (random) => [
      build(random, { method: 'POST', target: `${databasePath(random)}/documents/relink${parameters(random, {})}` }),
    ],
  },
  {
    route: `POST ${DATABASE}/retrieve`,
    weight: 25,
    kind: 'work',
    make: (random) => [post(random, `${databasePath(random)}/retrieve`, makeQuestion(random), QUESTION_WORDS)],
  },
  {
    route: `GET ${CHAT}`,
    weight: 3,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${databasePath(random)}/chat/conversations${parameters(random, { first: ['1'], offset: ['0', '3'], owner: ['a'] })}`,
      }),
    ],
  },
  {
    route: `DELETE ${CHAT}/:conversation`,
    weight: 3,
    kind: 'work',
    make: (random) => [build(random, { method: 'DELETE', target: conversationPath(random) })],
  },
  {
    route: `GET ${CHAT}/:conversation/messages`,
    weight: 3,
    kind: 'quick',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${conversationPath(random)}/messages${parameters(random, { owner: ['a'] })}`,
      }),
    ],
  },
  {
    route: `POST ${CHAT}/:conversation/messages`,
    weight: 12,
    kind: 'load',
    make: (random) => [post(random, `${conversationPath(random)}/messages`, makeQuestion(random), QUESTION_WORDS)],
  },
  {
    route: `GET ${CHAT}/:conversation/messages/:message/events`,
    weight: 4,
    kind: 'load',
    make: (random) => [
      build(random, {
        method: 'GET',
        target: `${conversationPath(random)}/messages/${random.pick(['0123456789abcdef', '@{message}', 'x', '%'])}/events`,
        headers: random.chance(0.4) ? [['Last-Event-ID', random.pick(EVENTS)]] : [],
      }),
    ],
  },
];
