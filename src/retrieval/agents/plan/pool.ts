/**
 * Sentences that may belong to an answer: of passages, with what they speak of, and facts of the graph put into words.
 */
import { LRUCache } from '../../../util/lru';
import { detached } from '../../../util/text';
import type { Chunk, Statement } from '../../types';
import { leansOnContext, namesIn, sentencesOf } from '../../language/sentences';
import { isFunctionWord, wordsOf, type Word } from '../../language/words';

export interface Sentence {
  readonly text: string;
  readonly words: readonly Word[];
  /** Stems of its words. */
  readonly stems: ReadonlySet<string>;
  readonly names: readonly string[];
  /**
   * Whom or what its pronouns may mean, the likeliest first: what the document is about, whom the sentence before
   * named.
   */
  readonly subjects: readonly string[];
  /** Whether it says "she", "it", "the tug" where another sentence has a name. */
  readonly leans: boolean;
  /** Stems of title and heading. */
  readonly context: ReadonlySet<string>;
  readonly origin: { readonly chunk: Chunk } | { readonly statement: Statement };
}

const PRONOUN = /\b(?:he|she|it|they|him|her|his|hers|its|their|them|himself|herself|itself)\b/i;
const DEFINITE = /(?:^|[,;:] |\b(?:and|when|but|then) )(?:the|this|that) \p{Ll}/iu;

export class Pool {
  private readonly byKey = new Map<string, Sentence>();
  private readonly chunks = new Map<string, Chunk>();

  /** Names before which an article stands: no persons. */
  private readonly articled = new Set<string>();

  /** Whether it is known that a name is no person's. */
  isThing(name: string): boolean {
    return this.articled.has(nameStems(name).join(' '));
  }

  /** Names of one word that stand elsewhere than where every word has a capital. */
  private readonly certain = new Set<string>();

  /** Whether a word with a capital is a name, and not only the first of its sentence. */
  isName(name: string): boolean {
    return /\s/.test(name) || this.certain.has(name);
  }

  get sentences(): Iterable<Sentence> {
    return this.byKey.values();
  }

  hasChunk(source: string, index: number): boolean {
    return this.chunks.has(`${source}#${index}`);
  }

  addChunk(chunk: Chunk): void {
    const key = `${chunk.source}#${chunk.index}`;
    if (this.chunks.has(key)) return;
    this.chunks.set(key, chunk);
    const texts = sentencesOf(chunk.text);
    const topics = [chunk.heading, chunk.title, nameOfSource(chunk.source)].filter((each) => each !== undefined);
    const context = new Set(topics.flatMap((topic) => wordsOf(topic).map(({ stem }) => stem)));
    const titled = [chunk.heading, chunk.title].flatMap((topic) => (topic && subjectOf(topic)) ?? []);
    const before = this.chunks.get(`${chunk.source}#${chunk.index - 1}`);
    let previous = before ? firstName(sentencesOf(before.text).at(-1) ?? '') : undefined;
    // Without a title, what the text begins with is what it is about.
    for (const title of [chunk.heading, chunk.title])
      if (title && subjectOf(title)) this.certain.add(subjectOf(title)!);
    for (const title of [chunk.heading, chunk.title])
      if (title && /^The\s/.test(title)) this.articled.add(nameStems(subjectOf(title) ?? '').join(' '));
    let main = titled.length > 0 ? undefined : previous;
    for (const [i, text] of texts.entries()) {
      if (text === chunk.title || text === chunk.heading || isShouted(text)) continue;
      const names = namesIn(text);
      const words = wordsOf(text);
      const leans = PRONOUN.test(text) || leansOnContext(text) || DEFINITE.test(text);
      const subjects = [
        ...new Set([...titled, main, leansOnContext(text) ? previous : undefined].filter((each) => each !== undefined)),
      ];
      const stems = new Set(words.map(({ stem }) => stem));
      this.byKey.set(`${key}#${i}`, { text, words, stems, names, subjects, leans, context, origin: { chunk } });
      for (const name of names) {
        const at = text.indexOf(name);
        if (at > 0) this.certain.add(name);
        if (/\b(?:the|a|an)\s$/i.test(text.slice(Math.max(0, at - 5), at)))
          this.articled.add(nameStems(name).join(' '));
      }
      const own = firstName(text);
      if (own !== undefined && titled.length === 0) main ??= own;
      previous = own ?? previous;
    }
  }

  /** A fact, in words. */
  addStatement(statement: Statement, text: string, names: readonly string[]): void {
    const { subject, predicate, object } = statement;
    const key = JSON.stringify([subject.uid, predicate, typeof object === 'object' ? object.uid : object]);
    const words = wordsOf(text);
    const stems = new Set(words.map(({ stem }) => stem));
    const told = { text, words, stems, names, subjects: [], leans: false, context: new Set<string>() };
    this.byKey.set(key, { ...told, origin: { statement } });
  }
}

/** What a heading names: "The brig Magpie" is about the Magpie. */
function subjectOf(title: string): string | undefined {
  if (isShouted(title) || /[?!:]/.test(title)) return undefined;
  return namesIn(title.replace(/^(?:(?:The|A|An)\s+(?=\p{Ll})|\p{L}+ing\s+)/u, ''))[0];
}

const isShouted = (text: string): boolean => /\s/.test(text) && !/\p{Ll}/u.test(text);

const firstName = (sentence: string): string | undefined =>
  namesIn(sentence).find((name) => sentence.indexOf(name) < sentence.length * 0.4);

/** The last part of an address without its ending: `reports/grey-heron.md` is about a grey heron. */
const nameOfSource = (source: string): string => source.replace(/^.*[/\\]|\.\w{1,5}$/g, '').replace(/[-_]+/g, ' ');

const stemsOfNames = new LRUCache<string, readonly string[]>({ most: 5_000 });
/** Characters of a name that is kept. */
const LONGEST_NAME = 200;

/** Stems of a name's telling words; all of its words where none is. */
export function nameStems(name: string): readonly string[] {
  const known = stemsOfNames.get(name);
  if (known) return known;
  const words = wordsOf(name);
  const telling = words.filter((word) => !isFunctionWord(word));
  const stems = (telling.length > 0 ? telling : words).map(({ stem }) => stem);
  if (name.length <= LONGEST_NAME) stemsOfNames.set(detached(name), stems.map(detached));
  return stems;
}

/** Whether two names are of the same: one has the words of the other, apart from titles. */
export function isSameName(one: string, other: string): boolean {
  const [a, b] = [nameStems(one), nameStems(other)];
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  return short.length > 0 && short.every((stem) => long.includes(stem));
}
