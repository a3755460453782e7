/**
 * Words that no name has: what the ontology's definitions have them for. "Wines
 * with bubbles" are sparkling wines where the definition of these has bubbles; "what does it age in" is asked of the
 * property that is explained as "the vessel in which a wine ages".
 */
import type { Language } from '../language/language';
import type { Word } from '../language/words';
import type { ClassGloss, Glosses, PropertyGloss } from './glosses';
import { figure, type Names } from './names';
import type { Paraphrase, Parsed } from './parse';
import type { Schema } from './schema';
import type { Meaning } from './types';
import { COST } from './weights';

/** Classes that are explained by one noun. */
const MOST_CLASSES = 3;

/** @returns undefined where no definition has anything for the words */
export function paraphrased(question: Parsed, names: Names): readonly Paraphrase[] | undefined {
  const made = new ParaphraseReader(question, names).run();
  return made.length > 0 ? made : undefined;
}

class ParaphraseReader {
  private readonly out: Paraphrase[] = [];
  private readonly words: readonly Word[];
  private readonly glosses: Glosses;
  private readonly schema: Schema;
  private readonly language: Language;

  constructor(
    private readonly question: Parsed,
    names: Names,
  ) {
    this.words = question.form.words;
    this.glosses = names.glosses;
    this.schema = names.schema;
    this.language = names.language;
  }

  run(): Paraphrase[] {
    for (const at of this.question.unknownAt) this.readClass(at);
    this.readProperties();
    for (const at of this.question.unknownAt) if (this.isOpen(at)) this.readUnit(at);
    for (const at of this.question.unknownAt) if (this.isOpen(at)) this.passOver(at);
    return this.out.sort((a, b) => a.from - b.from);
  }

  private isOpen = (at: number): boolean => !this.out.some(({ from, to }) => from <= at && at < to);

  private isName(at: number): boolean {
    return this.question.chunks.some(
      ({ from, to, meanings }) => meanings[0]?.kind === 'nodes' && from <= at && at < to,
    );
  }

  private put(paraphrase: Paraphrase): void {
    for (let at = paraphrase.from; at < paraphrase.to; at++) if (!this.isOpen(at)) return;
    this.out.push(paraphrase);
  }

  private readClass(at: number): void {
    if (!this.isOpen(at)) return;
    const kind = this.classBefore(at);
    const below = kind ? this.glosses.classes.filter(({ name }) => this.schema.isWithin(name, kind.name)) : [];
    const special = this.longest(below, at);
    if (kind && special) {
      this.put(this.classAs(special.found, kind.from, special.to, COST.definedByWords));
      return;
    }
    const { text, stem } = this.words[at]!;
    if (/(?:ed|ing)$/i.test(text)) return;
    const general = this.longest(
      this.glosses.classes.filter(({ genus }) => genus === stem),
      at,
    );
    if (general)
      this.put(
        this.classAs(general.found, at, general.to, general.count > 1 ? COST.definedByWords : COST.definedByWord),
      );
  }

  private classAs(found: readonly ClassGloss[], from: number, to: number, cost: number): Paraphrase {
    const [first, ...others] = found.map(({ name }) => name);
    const or = others.length > 0 ? { or: others } : {};
    return { from, to, meanings: [{ kind: 'class', name: first!, ...or, cost }], by: [first!, ...others] };
  }

  /** The class named right before words that say what its members have. */
  private classBefore(at: number): { readonly name: string; readonly from: number } | undefined {
    const chunk = this.question.chunks.findLast(({ to }) => to <= at);
    const meaning = chunk?.meanings[0];
    if (!chunk || meaning?.kind !== 'class' || meaning.isAdjective || meaning.or || chunk.isNegated) return undefined;
    const between = this.question.form.lower.slice(chunk.to, at);
    const isHaving = (word: string): boolean => this.language.is('having', word) || this.language.is('relatives', word);
    const isSaid =
      between.every((word) => isHaving(word) || this.language.is('articles', word)) && between.some(isHaving);
    return isSaid ? { name: meaning.name, from: chunk.from } : undefined;
  }

  /** Of the classes those whose definitions have the most of the words from here on. */
  private longest(
    classes: readonly ClassGloss[],
    at: number,
  ): { readonly found: readonly ClassGloss[]; readonly to: number; readonly count: number } | undefined {
    let best: { found: ClassGloss[]; to: number; count: number } | undefined;
    for (const gloss of classes) {
      const run = this.runOf(gloss.stems, at);
      if (run.count === 0 || (best && run.count < best.count)) continue;
      if (best && run.count === best.count) best.found.push(gloss);
      else best = { found: [gloss], ...run };
    }
    if (!best) return undefined;
    const { schema } = this;
    const all = best.found;
    const found = all.filter(
      ({ name }) => !all.some((other) => other.name !== name && schema.isWithin(name, other.name)),
    );
    return found.length > 0 && found.length <= MOST_CLASSES ? { ...best, found } : undefined;
  }

  /** How many words of content from here on a definition has; words of grammar may stand between them. */
  private runOf(stems: ReadonlySet<string>, at: number): { readonly to: number; readonly count: number } {
    let to = at;
    let count = 0;
    for (let i = at; i < this.words.length; i++) {
      const word = this.words[i]!;
      if (this.language.is('decisive', word.text.toLowerCase()) || this.isName(i)) break;
      if (this.language.isGrammar(word)) continue;
      if (!stems.has(word.stem)) break;
      to = i + 1;
      count++;
    }
    return { to, count };
  }

  /** Properties of which the question has all that their definitions say. */
  private readProperties(): void {
    const at = new Map<string, number>();
    for (const [i, { stem }] of this.words.entries()) if (!this.isName(i) && !at.has(stem)) at.set(stem, i);
    const { unknownAt } = this.question;
    const found = this.glosses.properties.flatMap((gloss) => {
      const places = [...gloss.paraphrase].map((stem) => at.get(stem) ?? -1).sort((a, b) => a - b);
      const isWhole = places.length > 0 && places[0]! >= 0 && places.every(this.isOpen);
      const isNews = places.some((place) => unknownAt.includes(place));
      return isWhole && isNews && this.hasSides(gloss) ? [{ gloss, places }] : [];
    });
    const most = Math.max(0, ...found.map(({ places }) => places.length));
    const best = found.filter(({ places }) => places.length === most);
    const [first] = best;
    if (!first) return;
    const [verb, ...others] = first.places;
    const same = best.filter(({ places }) => places.join() === first.places.join());
    const by = same.map(({ gloss }) => gloss.name);
    this.put({ from: verb!, to: verb! + 1, meanings: same.map(({ gloss }) => this.verbOf(gloss)), by });
    for (const place of others) this.put({ from: place, to: place + 1, meanings: [], by });
  }

  private verbOf({ name }: PropertyGloss): Meaning {
    const relation = this.schema.isObject(name) ? { ...figure(name), head: undefined } : figure(name);
    return { kind: 'verb', relation, cost: COST.definedByWords };
  }

  /** Whether classes alone tell who does it to whom. */
  private hasSides({ name }: PropertyGloss): boolean {
    const { schema } = this;
    if (!schema.isObject(name) || schema.vocabulary.properties.get(name)!.inverses.includes(name)) return true;
    const [subject, object] = [schema.classesOf(name, 'subject'), schema.classesOf(name, 'object')];
    if (subject.length === 0 || object.length === 0) return false;
    return !subject.some((one) => object.some((other) => schema.isNear(one, other)));
  }

  /** "How many crowns" of what is told in crowns. */
  private readUnit(at: number): void {
    const { form } = this.question;
    const { stem } = this.words[at]!;
    if (form.wants !== 'count' || form.asking === undefined || at !== this.question.chunks[0]?.to) return;
    const measured = this.glosses.properties.filter(({ units }) => units.has(stem));
    if (measured.length === 0) return;
    const meanings = measured.map(({ name }): Meaning => ({
      kind: 'noun',
      relation: figure(name),
      cost: COST.definedByUnit,
    }));
    this.put({ from: at, to: at + 1, meanings, by: measured.map(({ name }) => name) });
  }

  /** "Above the sea" of a height that is explained with it: it says no more than the property does. */
  private passOver(at: number): void {
    const { stem } = this.words[at]!;
    for (const { meanings } of [...this.question.chunks, ...this.out]) {
      const all = meanings.flatMap((meaning) =>
        meaning.kind === 'noun' || meaning.kind === 'verb' ? this.explained(meaning.relation.property, stem) : [],
      );
      const by = [...new Set(all)];
      if (by.length === 0) continue;
      this.put({ from: at, to: at + 1, meanings: [], by });
      return;
    }
  }

  /** The property or an inverse of it, where its definition has the word. */
  private explained(property: string, stem: string): string[] {
    const names = [property, ...(this.schema.vocabulary.properties.get(property)?.inverses ?? [])];
    return [...new Set(names)].filter((name) => this.glosses.byProperty.get(name)?.stems.has(stem));
  }
}

/** Words of a question as they were read by definitions. */
export const wordsRead = (
  paraphrases: readonly Paraphrase[],
  { form }: Parsed,
): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    paraphrases.map(({ from, to, by }) => [
      form.words
        .slice(from, to)
        .map(({ text }) => text)
        .join(' '),
      by,
    ]),
  );
