/** Judges answers, and counts the supporting passages that were found. Pure: texts in, figures out. */

/** Number of passages that are judged. */
export const PASSAGES = 5;
/** Maximum words of an answer; longer extracts are not answers. */
const MOST_WORDS = 60;
const NOTHING = new Set(['none', 'no', 'no one', 'nobody', 'nothing']);
/** "No: no ferry is a trawler." answers "none"; "No one was hurt." is a sentence of a document. */
const DENIAL = /^\s*(no|none|nobody|nothing)\s*[:;,.–—]/i;

/** Removes case, accents and punctuation. */
export function normalise(text) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/**
 * Judges an answer.
 *
 * An answer is right if it has every expected name and no other name of the requested kind, except names in the
 * question. Any other answer is `wrong`; it misleads, so it is worse than `none`.
 *
 * @param {import('./world.mjs').Question} question
 * @param {string | null} answer
 * @param {Record<string, string[]>} names all names of the world, by kind
 * @returns {'right' | 'wrong' | 'none'}
 */
export function judge(question, answer, names) {
  const text = answer === null ? '' : normalise(answer);
  if (question.answer.length === 0 && (answer === null || NOTHING.has(text))) return 'right';
  if (text === '') return 'none';
  if (text.split(' ').length > MOST_WORDS) return 'wrong';
  const asked = new Set(namesIn(question.asks, names));
  if (question.answer.length === 0) {
    const isDenied =
      DENIAL.test(answer) && namesIn(answer, names).every((name) => asked.has(name) || VERDICTS.has(name));
    return isDenied ? 'right' : 'wrong';
  }
  const expected = question.answer.map((item) => item.split('|').map((each) => bare(normalise(each))));
  if (question.of === 'verdict') {
    const [first] = text.split(' ');
    // A sentence of a document contains neither yes nor no.
    const isSaid =
      expected[0].includes(first) ||
      (!VERDICTS.has(first) && expected[0].some((each) => isPhrase(each) && has(text, each)));
    return isSaid ? 'right' : 'wrong';
  }
  const isComplete = expected.every((spellings) => spellings.some((each) => has(text, each)));
  if (!isComplete) return 'wrong';
  const allowed = new Set([...expected.flat(), ...asked]);
  const others = new Set((names[question.of] ?? []).map((name) => bare(normalise(name))));
  const extra = namesIn(answer, names).filter((name) => others.has(name) && !allowed.has(name));
  return extra.length === 0 ? 'right' : 'wrong';
}

/**
 * Share of the supporting documents among the first passages; undefined if no document supports the answer.
 *
 * @param {import('./world.mjs').Question} question
 * @param {readonly {source: string}[]} passages
 */
export function recall({ from }, passages) {
  if (from.length === 0) return undefined;
  const found = new Set(passages.slice(0, PASSAGES).map(({ source }) => source));
  return from.filter((source) => found.has(source)).length / from.length;
}

const VERDICTS = new Set(['yes', 'no']);
const isPhrase = (spelling) => spelling.includes(' ');
const has = (text, phrase) => ` ${text} `.includes(` ${phrase} `);
const bare = (name) => name.replace(/^the /, '');

/** Names in a text. A name within a longer name does not count: the Varnes Line is not Varnes. */
function namesIn(text, names) {
  const all = Object.values(names)
    .flat()
    .map((name) => bare(normalise(name)));
  const longestFirst = [...new Set(all)].sort((a, b) => b.length - a.length);
  let rest = ` ${normalise(text)} `;
  return longestFirst.filter((name) => {
    if (!rest.includes(` ${name} `)) return false;
    rest = rest.replaceAll(` ${name} `, ' | ');
    return true;
  });
}
