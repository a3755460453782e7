/**
 * Words that no name has: what the ontology's definitions have them for. "Wines with bubbles" are sparkling wines where
 * the definition of these has bubbles; "what does it age in" is asked of the property that is explained as "the vessel
 * in which a wine ages".
 */
import { asVerb, type Names } from './names';
import type { Paraphrase, Parsed } from './parse';
import { isClass, isRelation, type Meaning } from './types';
import { COST } from './weights';

/** Maximum classes that are explained by one noun. */
const MAX_CLASSES = 3;

/** Returns words as definitions explain them; empty where none has anything for the words. */
export function paraphrased(question: Parsed, names: Names): Paraphrase[] {
  const { unknownAt, chunks, form } = question;
  const { glosses, schema, language } = names;
  const out: Paraphrase[] = [];
  const isOpen = (at: number): boolean => !out.some(({ from, to }) => from <= at && at < to);
  const put = (made: Paraphrase | undefined): void => {
    if (made && isOpen(made.from) && isOpen(made.to - 1)) out.push(made);
  };
  for (const at of unknownAt) if (isOpen(at)) put(asClass(question, names, at));
  for (const each of asProperty(question, names)) put(each);
  // "Above the sea" of a height that is explained with it: it says no more than the property does.
  for (const at of unknownAt) {
    const meanings = [...chunks, ...out].flatMap((each) => each.meanings);
    const by = meanings.flatMap((meaning) => {
      if (!isRelation(meaning)) return [];
      const { property } = meaning.relation;
      const all = [property, ...(schema.vocabulary.properties.get(property)?.inverses ?? [])];
      return all.filter((name) => glosses.properties.get(name)?.stems.has(form.words[at]!.stem));
    });
    if (by.length > 0 && !language.is('decisive', form.lower[at]!))
      put({ from: at, to: at + 1, meanings: [], by: [...new Set(by)] });
  }
  for (const each of asProperty(question, names, true)) put(each);
  return out.sort((a, b) => a.from - b.from);
}

/** A class by its genus, or by what the members of the class named before have: "wines with bubbles". */
function asClass({ chunks, form }: Parsed, { glosses, schema, language }: Names, at: number): Paraphrase | undefined {
  const { words, lower } = form;
  const before = chunks.findLast(({ to }) => to <= at);
  const [kind] = before?.meanings ?? [];
  const between = lower.slice(before?.to ?? at, at).filter((word) => !language.is('articles', word));
  const isHaving = between.every(language.oneOf('having', 'relatives'));
  const isBelow = kind?.kind === 'class' && between.length > 0 && isHaving;
  const isNamed = (i: number): boolean => chunks.some(({ from, to }) => from <= i && i < to);
  /** End of the words of content that a definition has, and their number. */
  const runOf = (stems: ReadonlySet<string>): { readonly to: number; readonly count: number } => {
    const run = { to: at, count: 0 };
    for (let i = at; i < words.length && !isNamed(i); i++) {
      if (language.isGrammar(words[i]!)) continue;
      if (!stems.has(words[i]!.stem)) break;
      run.to = i + 1;
      run.count++;
    }
    return run;
  };
  const { text, stem } = words[at]!;
  const isVerb = /(?:ed|ing|wn)$/i.test(text);
  const found = glosses.classes
    .map((gloss) => {
      const isSpecial = isBelow && schema.isWithin(gloss.name, kind.name) && gloss.name !== kind.name;
      const isFit = isSpecial || (gloss.genus === stem && !isVerb);
      return { name: gloss.name, isSpecial, ...(isFit ? runOf(gloss.stems) : { to: at, count: 0 }) };
    })
    .filter(({ count }) => count > 0);
  const top = Math.max(...found.map(({ count }) => count));
  const best = found.filter(({ count }) => count === top);
  const general = best.filter(
    ({ name }) => !best.some((other) => other.name !== name && schema.isWithin(name, other.name)),
  );
  const [first, ...others] = general;
  if (!first || general.length > MAX_CLASSES) return undefined;
  const or = others.length > 0 ? { or: others.map(({ name }) => name) } : {};
  const cost = first.isSpecial || top > 1 ? COST.definedByWords : COST.definedByWord;
  const by = general.map(({ name }) => name);
  const from = first.isSpecial ? before!.from : at;
  return { from, to: first.to, meanings: [{ kind: 'class', name: first.name, ...or, cost }], by };
}

/**
 * Properties of which the question has all that their definitions say.
 *
 * @param isPart one word is enough that no other definition has
 */
function asProperty({ chunks, form, unknownAt }: Parsed, { glosses, schema }: Names, isPart = false): Paraphrase[] {
  const isName = (at: number): boolean =>
    chunks.some(({ from, to, meanings }) => meanings[0]!.kind === 'nodes' && from <= at && at < to);
  const placeOf = (stem: string): number => form.words.findIndex((word, i) => word.stem === stem && !isName(i));
  const all = [...glosses.properties.values()].map(({ name, paraphrase }) => ({
    name,
    places: [...paraphrase].map(placeOf).sort((a, b) => a - b),
  }));
  // "Which donations went to it?": donations are asked for, whatever a definition says of them.
  const [question, noun] = form.isDeterminer ? chunks : [];
  const isAsked = question?.to === noun?.from && noun?.meanings.some(isClass) === true;
  const isNew = ({ places }: (typeof all)[number]): boolean =>
    places.some((place) => unknownAt.includes(place)) && !(isAsked && places.includes(noun.from));
  const own = all.filter(isNew);
  const parts = own.map(({ name, places }) => ({ name, places: places.filter((at) => at >= 0) }));
  const found = isPart ? (own.length === 1 ? parts : []) : own.filter(({ places }) => places[0]! >= 0);
  const most = Math.max(...found.map(({ places }) => places.length));
  const [first] = found.filter(({ places }) => places.length === most);
  if (!first) return [];
  const by = found.filter(({ places }) => places.join() === first.places.join()).map(({ name }) => name);
  const cost = isPart ? COST.definedByWord : COST.definedByWords;
  const meanings = by.map((name): Meaning => ({ kind: 'verb', relation: asVerb(name, schema), cost }));
  return first.places.map((place, i) => ({ from: place, to: place + 1, meanings: i === 0 ? meanings : [], by }));
}
