/** Questions about the terms themselves: "What is a barrique?", "Define cooperage.", "Was bedeutet Clos?" */
import type { Term } from '../knowledge/vocabulary';
import type { Word } from '../language/words';
import type { Names } from './names';
import type { Schema } from './schema';
import type { Solution } from './answer';
import type { Chunked } from './types';

/** Maximum terms of one name that are told. */
const MAX_TERMS = 3;

/** @returns undefined if the question is none for a definition, or the ontology says nothing of the term */
export function defined(words: readonly Word[], names: Names): Solution | undefined {
  const { schema, language } = names;
  const asked = termAsked(words, names);
  if (!asked) return undefined;
  const told = termsCalled(asked, names).flatMap((term) => {
    const text = textOf(term, schema, language.data.sayings);
    return text === undefined ? [] : [{ term, text }];
  });
  const texts = new Set(told.map(({ text }) => text));
  if (told.length === 0 || told.length > MAX_TERMS) return undefined;
  const answer =
    texts.size === 1
      ? told[0]!.text
      : told.map(({ term, text }) => `${term.labels[0]!} (${term.kind}): ${text}`).join(' ');
  const reading = `what the ontology says of ${told.map(({ term }) => term.iri).join(' and ')}`;
  return { answer, names: [], statements: [], reading };
}

/** The words of the term that is to be explained. */
function termAsked(words: readonly Word[], { language }: Names): readonly Word[] | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  const opened = language.phraseAt('define', lower, 0) || 0;
  const contracted = opened === 0 && /^(?:what|was)['’]s$/.test(lower[0] ?? '') ? 1 : opened;
  if (contracted === 0) return undefined;
  let [from, to] = [contracted, words.length];
  const closed = [3, 2, 1].find((n) => to - n > from && language.phraseAt('means', lower, to - n) === n);
  if (closed !== undefined) to -= closed;
  const [article = ''] = lower.slice(from);
  const skip = (): void => {
    while (from < to && language.is('articles', lower[from]!)) from++;
  };
  skip();
  const named = language.phraseAt('terms', lower, from);
  from += named;
  skip();
  // "What is the budget?" asks for no term, "what is a budget" does; "what does it mean" needs its verb.
  const opener = lower.slice(0, contracted).join(' ');
  const isCopula = /^(?:what|was) (?:is|are|ist|sind)$|['’]s$/.test(opener);
  const isIndefinite = /^(?:an?|eine?n?)$/.test(article);
  if (isCopula && named === 0 && !isIndefinite && closed === undefined) return undefined;
  if (/ (?:does|do)$/.test(opener) && closed === undefined) return undefined;
  return from < to ? words.slice(from, to) : undefined;
}

/** Classes and properties with exactly this name, classes first. */
function termsCalled(words: readonly Word[], { schema }: Names): readonly Term[] {
  const [match, ...others] = schema.vocabulary.match(words);
  if (!match || others.length > 0 || match.from !== 0 || match.to !== words.length) return [];
  const classes = match.terms.filter(({ kind }) => kind === 'class');
  const terms = classes.length > 0 ? classes : match.terms;
  // "Cooperage" shares its stem with `cooper`: what is written so counts first.
  const name = words.map(({ text }) => text.toLowerCase()).join(' ');
  return terms.filter(({ labels }) => labels.some((label) => isForm(name, label.toLowerCase())));
}

/** Singular and plural of one word. */
const isForm = (one: string, other: string): boolean => one.replace(/e?s$/, '') === other.replace(/e?s$/, '');

/** Its definition, or else the class directly above it. */
function textOf(
  { kind, name, definitions }: Term,
  { vocabulary }: Schema,
  sayings: Chunked['sayings'],
): string | undefined {
  if (definitions.length > 0) return definitions[0];
  if (kind !== 'class') return undefined;
  const parents = vocabulary.parents(name).map((each) => vocabulary.labelOf(each));
  return parents.length === 0 ? undefined : `${sayings.aKindOf} ${parents.sort().join(` ${sayings.and} `)}.`;
}
