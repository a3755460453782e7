/** Claims about the documents of the benchmark's worlds: true answers of their questions, and neighbours of them. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { parse } from 'yaml';
import { namesIn } from '../../../src/retrieval/language/sentences';

const WORLDS = path.join(__dirname, '../../../bench/retrieval/worlds');
/** Held out. */
const LEFT_OUT = ['railway', 'farm'];

/** A question that a document answers, with evidence. */
export interface Told {
  readonly world: string;
  readonly question: string;
  /** True answer in the words of the passages. */
  readonly answer: string;
  readonly isVerdict: boolean;
  readonly texts: readonly string[];
  /** Text of another document of the world. */
  readonly other: string;
}

interface Asked {
  readonly asks: string;
  readonly answer: readonly string[];
  readonly of?: string;
  readonly in?: string;
  readonly from: readonly string[];
}

/** Questions of all worlds but those that are held out. */
export function toldByDocuments(): Told[] {
  const worlds = readdirSync(WORLDS).filter((name) => !LEFT_OUT.includes(name));
  return worlds.flatMap((world) => {
    const read = (...file: string[]): string => readFileSync(path.join(WORLDS, world, ...file), 'utf8');
    const { questions } = parse(read('questions.yaml')) as { readonly questions: readonly Asked[] };
    const documents = new Map(
      readdirSync(path.join(WORLDS, world, 'documents')).map((file) => {
        const source = file.replace(/\.md$/, '');
        const [, title = '', text = ''] = /^(?:# (.*)\n)?([^]*)$/.exec(read('documents', file))!;
        return [source, `${title} .  . ${source} . ${text.trim()}`] as const;
      }),
    );
    return questions
      .filter((each) => each.in === 'text' && each.answer.length > 0)
      .map((each, i): Told => {
        const texts = each.from.map((source) => documents.get(source)!);
        const isVerdict = each.of === 'verdict';
        return {
          world,
          question: each.asks,
          answer: each.answer.map((spellings) => spelledIn(texts, spellings, isVerdict)).join(' and '),
          isVerdict,
          texts,
          other: [...documents.values()].filter((text) => !texts.includes(text))[i % (documents.size - texts.length)]!,
        };
      });
  });
}

function spelledIn(texts: readonly string[], spellings: string, isVerdict: boolean): string {
  const all = spellings.split('|');
  const text = texts.join('\n').toLowerCase();
  const found = isVerdict ? undefined : all.find((each) => text.includes(each.toLowerCase()));
  return found ?? all[0]!;
}

/** Returns an answer as a sentence, in the words of its question. */
export function asSentence(question: string, answer: string): string | undefined {
  const [, verb, rest] =
    /^(?:Who|What) (\p{Ll}+(?:ed|s)|built|wrote|won|made|gave|led|took|ran|drew) (.+?)\W*$/u.exec(question) ?? [];
  if (verb === undefined || ['is', 'was', 'does', 'has'].includes(verb)) return undefined;
  return `${answer} ${verb} ${rest}.`;
}

const AMOUNT =
  /(?:\b(?:\d[\d,.]*\d|\d|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand)(?:-\w+)?)(?: (?:hundred|thousand))?(?: \p{Ll}{3,})?/gu;
const DAY =
  /\b\d{1,2} (?:January|February|March|April|May|June|July|August|September|October|November|December)\b(?: \d{4})?/g;
const NOUN = /\b(?:a|an|the|of|his|her) (\p{Ll}{4,})\b(?=[,.;]| (?:of|in|on|at|and|was|is|from|for|to|by)\b)/gu;

/** False answers of a question: names, amounts, dates and nouns of other statements of the evidence. */
export function neighboursOf({ question, answer, texts, other, isVerdict }: Told): string[] {
  if (isVerdict) return [answer.startsWith('yes') ? 'No.' : 'Yes.'];
  const own = texts.map((text) => text.split(' . ').at(-1)!).join('\n');
  const known = `${question} ${answer}`.toLowerCase();
  const isOther = (each: string): boolean =>
    each
      .toLowerCase()
      .split(/\W+/)
      .some((word) => word.length > 0 && !known.includes(word)) && !each.toLowerCase().includes(answer.toLowerCase());
  const found = (text: string): string[] => {
    if (/^\W*(?:who|whom|whose|from whom|by whom)\b/i.test(question)) return namesIn(text);
    if (/^\W*when\b|\bwhat year|\bwhich year|\bwhat day/i.test(question))
      return [...(text.match(DAY) ?? []), ...(text.match(/\b1[5-9]\d\d\b|\b20\d\d\b/g) ?? [])];
    if (/\d|\bhow (?:many|much|long|high|old|far|big|deep|heavy)/i.test(known)) return text.match(AMOUNT) ?? [];
    if (/^\p{Lu}/u.test(answer)) return namesIn(text);
    return [...text.matchAll(NOUN)].map((match) => match[1]!);
  };
  const away = found(other.split(' . ').at(-1)!).slice(0, 4);
  return [...new Set([...found(own).slice(0, 12), ...away])].filter(isOther);
}
