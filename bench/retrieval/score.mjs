/** Whether an answer is right, and whether the passages that support it were found. Pure: texts in, figures out. */

/** Passages that count. */
export const PASSAGES = 5;
/** An extract longer than this is no answer. */
const MOST_WORDS = 60;
const NOTHING = new Set(['none', 'no', 'no one', 'nobody', 'nothing']);
/** "No: no ferry is a trawler." says that there is none, "No one was hurt." is a sentence of some document. */
const DENIAL = /^\s*(no|none|nobody|nothing)\s*[:;,.–—]/i;

/** Without case, accents and punctuation. */
export function normalise(text) {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

/**
 * Judges an answer.
 *
 * It is right where it names everything that is expected and nothing else of the kind that is asked for, unless the
 * question names that itself. `wrong` is any other answer than none: worse than `none`, since it misleads.
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
    // A document says it in other words than yes and no.
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
 * The share of the supporting documents among the first passages; undefined where nothing is to be found.
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

/** The names that a text has in it. A name within a longer one is not found: Varnes is not in the Varnes Line. */
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
