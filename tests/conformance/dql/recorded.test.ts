/**
 * Cases of DQL recorded from a real Dgraph, feature by feature (`cases/*.json`), on every engine. They also run on
 * Dgraph, which reveals outdated records.
 *
 * `npm run record:dql` sends the cases to the real Dgraph that the suite finds or starts, and writes its answers into
 * the files: write a case without an answer, record, then review the recorded answer.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { forEachEngine, type EngineUnderTest } from '../../support/engines';
import { alter, alterPatiently, ask, post, rdf } from '../../support/engines/wire';
import { hasAllCases } from '../../support/runs';
import { agrees, essence, requestOf, type RecordedCase, type RecordedFeature } from './recorded-case';

const CASES = path.join(__dirname, 'cases');
const text = (name: string): string => readFileSync(path.join(__dirname, name), 'utf8');
const PEOPLE = { schema: text('people.schema'), rdf: text('people.rdf') };
const isRecording = process.env['OWLGATE_RECORD_DQL'] === '1';
/** Uids up to here are taken before the first case, so that the engine assigns none that a case names. */
const TAKEN = 0x3e8;

const features = readdirSync(CASES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name: name.slice(0, -5), feature: JSON.parse(text(`cases/${name}`)) as RecordedFeature }))
  // Cases with equal data are adjacent.
  .sort((a, b) => Number(!a.feature.data) - Number(!b.feature.data));
/** A record becomes outdated with another Dgraph only: the real one answers half of the features in a normal run. */
const featuresOf = ({ name }: EngineUnderTest) =>
  features.filter((_, i) => isRecording || hasAllCases || name === 'embedded' || i % 2 === 0);

/** Transient refusals, while Dgraph builds an index or a transaction ends. */
const PASSING = /retry|already running|is being modified|aborted/i;

async function answerOf(url: string, one: RecordedCase): Promise<unknown> {
  for (let attempt = 1; ; attempt++) {
    const { body } = await post(url, requestOf(one));
    if (attempt === 300 || !body?.errors || !PASSING.test(body.errors[0].message)) return essence(body);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function begin(engine: EngineUnderTest, { data }: RecordedFeature): Promise<void> {
  await engine.reset();
  if (!data) return;
  await alterPatiently(engine.url, alter(PEOPLE.schema));
  await ask(engine.url, rdf(`{ set {\n${PEOPLE.rdf}} }`));
}

forEachEngine((engine) => {
  let holdsPeople = false;
  beforeAll(async () => {
    await engine.reset();
    const statements = Array.from({ length: TAKEN }, (_, i) => `_:n${i} <taken> "" .`);
    await ask(engine.url, rdf(`{ set {\n${statements.join('\n')}\n} }`));
  });

  describe.each(featuresOf(engine))('$name', ({ name, feature }) => {
    beforeAll(async () => {
      if (feature.data && holdsPeople) return;
      await begin(engine, feature);
      holdsPeople = feature.data !== undefined;
    });

    if (isRecording) {
      (engine.name === 'dgraph' ? it : it.skip)('is recorded', async () => {
        const cases: RecordedCase[] = [];
        for (const one of feature.cases) cases.push({ ...one, answer: await answerOf(engine.url, one) });
        // On one line, which the formatter breaks only where needed.
        writeFileSync(path.join(CASES, `${name}.json`), JSON.stringify({ ...feature, cases }));
      });
    } else {
      it.each(feature.cases)('$name', async (one) => {
        expect(one.answer).toBeDefined();
        const answer = await answerOf(engine.url, one);
        if (!agrees(answer, one.answer)) expect(answer).toEqual(one.answer);
      });
    }
  });
});
