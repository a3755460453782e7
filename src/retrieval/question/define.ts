/** Questions about the terms themselves: "What is a barrique?", "Define cooperage.", "Was bedeutet Clos?" */
import type { Word } from '../language/words';
import type { Solution } from './answer';
import type { Names } from './names';

/** Maximum terms of one name that are told. */
const MAX_TERMS = 3;

/** @returns undefined if the question is none for a definition, or the ontology says nothing of the term */
export function defined(words: readonly Word[], names: Names): Solution | undefined {
  const { schema, language } = names;
  const { vocabulary } = schema;
  const asked = termAsked(words, names) ?? [];
  const [match] = vocabulary.match(asked);
  const isWhole = match?.from === 0 && match.to === asked.length;
  // "Cooperage" shares its stem with `cooper`: singular and plural of the name alone.
  const formOf = (name: string): string => name.toLowerCase().replace(/e?s$/, '');
  const written = formOf(asked.map(({ text }) => text).join(' '));
  const terms = (isWhole ? match.terms : []).filter(({ labels }) => labels.some((label) => formOf(label) === written));
  const classes = terms.filter(({ kind }) => kind === 'class');
  const { aKindOf, and } = language.data.sayings;
  const told = (classes.length > 0 ? classes : terms).flatMap(({ kind, name, iri, labels, definitions }) => {
    const parents = kind === 'class' ? vocabulary.parents(name).map((each) => vocabulary.labelOf(each)) : [];
    const above = parents.length > 0 ? `${aKindOf} ${parents.sort().join(` ${and} `)}.` : undefined;
    const text = definitions[0] ?? above;
    return text === undefined ? [] : [{ text, iri, called: `${labels[0]!} (${kind}): ${text}` }];
  });
  if (told.length === 0 || told.length > MAX_TERMS) return undefined;
  const isOne = new Set(told.map(({ text }) => text)).size === 1;
  const answer = isOne ? told[0]!.text : told.map(({ called }) => called).join(' ');
  const reading = `what the ontology says of ${told.map(({ iri }) => iri).join(' and ')}`;
  return { answer, names: [], statements: [], reading };
}

/** The words of the term that is to be explained. */
function termAsked(words: readonly Word[], { language }: Names): readonly Word[] | undefined {
  const lower = words.map(({ text }) => text.toLowerCase());
  let from = language.phraseAt('define', lower, 0);
  if (from === 0) return undefined;
  const opener = lower.slice(0, from).join(' ');
  const length = [3, 2, 1].find(
    (n) => words.length - n > from && language.phraseAt('means', lower, words.length - n) === n,
  );
  const to = words.length - (length ?? 0);
  const isIndefinite = /^(?:an?|eine?n?)$/.test(lower[from] ?? '');
  const skip = (): void => {
    while (from < to && language.is('articles', lower[from]!)) from++;
  };
  skip();
  const named = language.phraseAt('terms', lower, from);
  from += named;
  skip();
  // "What is the budget?" asks for no term, "what is a budget" does; "what does it mean" needs its verb.
  const isCopula = /^(?:what|was) (?:is|are|ist|sind)$/.test(opener);
  if (length === undefined && ((isCopula && named === 0 && !isIndefinite) || / (?:does|do)$/.test(opener)))
    return undefined;
  return words.slice(from, to);
}
