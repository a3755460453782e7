/** Indexes over stored values that are too large for them: the change succeeds, and the predicate keeps its index. */
import { underGateway } from '../../support/engines/under-gateway';
import { alter, alterJson, ask, json, query, type Answer } from '../../support/engines/wire';

/** Longest token of a value of 70,000 characters without spaces fits into none of these. */
const LARGE = ['exact', 'term', 'fulltext'];
const SMALL = ['hash', 'trigram'];
const indexes = (tokenizers: readonly string[]): string =>
  tokenizers.length === 0 ? '' : `@index(${tokenizers.join(', ')})`;

const BEFORE = [[], ['hash'], ['trigram']];
const AFTER = [
  ...LARGE.map((each) => [each]),
  ...SMALL.map((each) => [each]),
  ['exact', 'trigram'],
  ['hash', 'trigram'],
];
/** Predicates of one database, each with its change. */
const CHANGES = BEFORE.flatMap((before) => AFTER.map((after) => ({ before, after }))).map((change, i) => ({
  ...change,
  name: `note${i}`,
}));

underGateway((testbed) => {
  it('of every kind, in one change', async () => {
    await ask(testbed.url, alterJson({ drop_all: true }));
    await ask(testbed.url, alter(CHANGES.map(({ name, before }) => `${name}: string ${indexes(before)} .`).join('\n')));
    const nodeOf = (text: string) => Object.fromEntries(CHANGES.map(({ name }) => [name, text]));
    await ask(testbed.url, json({ set: [nodeOf('x'.repeat(70_000)), nodeOf('small')] }));
    await ask(testbed.url, alter(CHANGES.map(({ name, after }) => `${name}: string ${indexes(after)} .`).join('\n')));
    const { data } = await ask(testbed.url, query('schema {}'));
    const stored = new Map<string, Answer>(data.schema.map((each: Answer) => [each.predicate, each]));
    for (const { name, before, after } of CHANGES) {
      const isKept = after.some((each) => LARGE.includes(each));
      const tokenizer = stored.get(name).tokenizer ?? [];
      expect({ before, after, tokenizer }).toEqual({ before, after, tokenizer: isKept ? before : after });
    }
    // Values that fit are written as before.
    await ask(testbed.url, json({ set: [nodeOf('later')] }));
  });
});
