/**
 * Cases of GraphQL recorded from a real Dgraph, schema by schema (`cases/*.json`): over /graphql of every engine, where
 * a real Dgraph reveals outdated records; and through the executor on every engine's DQL.
 *
 * `npm run record:graphql` sends the cases to the real Dgraph that the suite finds or starts, and writes its answers
 * into the files: write a case without an answer, record, then review the recorded answer.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'lossless-json';
import { GraphqlApi } from '../../../src/graphql';
import { readSdl } from '../../../src/graphql/sdl';
import { forEachEngine, type EngineUnderTest } from '../../support/engines';
import { serveSdl } from '../../support/engines/sdl';
import { ask, rdf } from '../../support/engines/wire';
import { hasAllCases } from '../../support/runs';
import { backendOver } from './executor';
import { essence, requestOf, saveFrom, type RecordedCase, type RecordedFeature, type Saved } from './recorded-case';

const CASES = path.join(__dirname, 'cases');
const text = (name: string): string => readFileSync(path.join(__dirname, name), 'utf8');
const isRecording = process.env['OWLGATE_RECORD_GRAPHQL'] === '1';
/** Uids up to here are taken before the first case, so that the engine assigns none that the data names. */
const TAKEN = 0x3e8;

const features = readdirSync(CASES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name: name.slice(0, -5), feature: JSON.parse(text(`cases/${name}`)) as RecordedFeature }));

async function begin({ url, ...engine }: EngineUnderTest, { schema, data }: RecordedFeature): Promise<void> {
  await engine.reset();
  await serveSdl(url, text(`schemas/${schema}.graphql`));
  const statements = Array.from({ length: TAKEN }, (_, i) => `_:n${i} <taken> "" .`);
  await ask(url, rdf(`{ set {\n${statements.join('\n')}\n} }`));
  if (data) await ask(url, rdf(`{ set {\n${text(`data/${schema}.rdf`)}} }`));
}

/** Each build of Dgraph prints messages of protocol buffers with one space or two between fields, as its library wills. */
function evenly(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/ {2,}/g, ' ');
  if (Array.isArray(value)) return value.map(evenly);
  const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, evenly(each)])) : value;
}

type Answerer = (request: ReturnType<typeof requestOf>) => Promise<{ errors?: unknown; data?: unknown }>;

const overGraphql =
  (engine: EngineUnderTest): Answerer =>
  async (request) => {
    const headers = { 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(request) };
    const response = await fetch(`${engine.url}/graphql`, sent);
    return parse(await response.text()) as object;
  };

function overDql(engine: EngineUnderTest, { schema }: RecordedFeature): Answerer {
  const api = new GraphqlApi(readSdl(text(`schemas/${schema}.graphql`)));
  return (request) => api.execute(request, backendOver(engine.url));
}

async function answerOf(one: RecordedCase, answerer: Answerer, saved: Saved): Promise<unknown> {
  const answer = await answerer(requestOf(one, saved));
  saveFrom(one, answer, saved);
  return essence(answer);
}

const ourAnswer = ({ answer, differs, embedded }: RecordedCase, { name }: EngineUnderTest): unknown =>
  (name === 'embedded' ? embedded : undefined) ?? differs?.answer ?? answer;

forEachEngine((engine) => {
  describe.each(features.map((feature, turn) => ({ ...feature, turn })))('$name', ({ name, feature, turn }) => {
    const isDgraph = engine.name === 'dgraph';
    if (isRecording) {
      (isDgraph ? it : it.skip)('is recorded', async () => {
        await begin(engine, feature);
        const saved: Saved = {};
        const cases: RecordedCase[] = [];
        for (const one of feature.cases) {
          cases.push({ ...one, answer: await answerOf(one, overGraphql(engine), saved) });
        }
        writeFileSync(path.join(CASES, `${name}.json`), JSON.stringify({ ...feature, cases }));
      });
      return;
    }
    // A record becomes outdated with another Dgraph only, and the embedded engine's GraphQL is the executor on its DQL.
    const isSampled = (half: number): boolean => hasAllCases || turn % 2 === half;
    if (!isDgraph || isSampled(0))
      describe('over /graphql', () => {
        const saved: Saved = {};
        beforeAll(() => begin(engine, feature));
        it.each(feature.cases)('$name', async (one) => {
          expect(one.answer).toBeDefined();
          const expected = isDgraph ? one.answer : ourAnswer(one, engine);
          expect(evenly(await answerOf(one, overGraphql(engine), saved))).toEqual(evenly(expected));
        });
      });
    if (isSampled(1))
      describe('over DQL', () => {
        const saved: Saved = {};
        const answerer = overDql(engine, feature);
        beforeAll(() => begin(engine, feature));
        it.each(feature.cases)('$name', async (one) => {
          expect(evenly(await answerOf(one, answerer, saved))).toEqual(evenly(ourAnswer(one, engine)));
        });
      });
  });
});
