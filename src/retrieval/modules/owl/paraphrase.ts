/**
 * Of the third stage, where words are left that nobody knows: what the ontology's definitions have them for. "Wines
 * with bubbles" are sparkling wines where the definition of these has bubbles; "what does it age in" is asked of the
 * property that is explained as "the vessel in which a wine ages".
 */
import type { Word } from '../../language/words';
import type { ClassGloss, Glosses, PropertyGloss } from './glosses';
import { isDecisive, isGrammar } from './grammar';
import type { Schema } from './schema';
import type { Chunked, Meaning } from './types';

/** Words read otherwise than the lexicon has them; without meanings they are passed over. */
export interface Paraphrase {
  readonly from: number;
  /** The end is not among them. */
  readonly to: number;
  readonly meanings: readonly Meaning[];
  /** Terms whose definitions say so. */
  readonly by: readonly string[];
}

/** What a reading pays: for several words of a definition, for one, for a unit or a verb. */
const SEVERAL_WORDS = 0.5;
const ONE_WORD = 0.9;
const UNIT = 0.4;
const VERB = 0.5;
/** Classes that are explained by one noun. */
const MOST_CLASSES = 3;
/** Between a class and what its subclass has besides: "wines that have bubbles". */
const HAVING = /^(?:that|which|who|whose|have|has|had|with|containing|a|an|the|its|their)$/i;
const HAS = /^(?:that|which|who|whose|have|has|had|with|containing)$/i;

/** @returns undefined where no definition has anything for the words */
export function paraphrased(question: Chunked, glosses: Glosses, schema: Schema): readonly Paraphrase[] | undefined {
  const made = new ParaphraseReader(question, glosses, schema).run();
  return made.length > 0 ? made : undefined;
}

class ParaphraseReader {
  private readonly out: Paraphrase[] = [];
  private readonly words: readonly Word[];

  constructor(
    private readonly question: Chunked,
    private readonly glosses: Glosses,
    private readonly schema: Schema,
  ) {
    this.words = question.form.words;
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
      this.put(this.classAs(special.found, kind.from, special.to, SEVERAL_WORDS));
      return;
    }
    const { text, stem } = this.words[at]!;
    if (/(?:ed|ing)$/i.test(text)) return;
    const general = this.longest(
      this.glosses.classes.filter(({ genus }) => genus === stem),
      at,
    );
    if (general) this.put(this.classAs(general.found, at, general.to, general.count > 1 ? SEVERAL_WORDS : ONE_WORD));
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
    const between = this.words.slice(chunk.to, at);
    const isSaid = between.every(({ text }) => HAVING.test(text)) && between.some(({ text }) => HAS.test(text));
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
      if (isDecisive(word) || this.isName(i)) break;
      if (isGrammar(word)) continue;
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
    const head = this.schema.isObject(name) ? undefined : 'object';
    return { kind: 'verb', relation: { property: name, agent: 'subject', head, turns: false }, cost: VERB };
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
    if (form.wants !== 'count' || form.asking === undefined || at !== form.asking + 2) return;
    const measured = this.glosses.properties.filter(({ units }) => units.has(stem));
    if (measured.length === 0) return;
    const meanings = measured.map(({ name }): Meaning => ({
      kind: 'noun',
      relation: { property: name, agent: 'subject', head: 'object', turns: false },
      cost: UNIT,
    }));
    this.put({ from: at, to: at + 1, meanings, by: measured.map(({ name }) => name) });
  }

  /** "Above the sea" of a height that is explained with it: it says no more than the property does. */
  private passOver(at: number): void {
    const { stem } = this.words[at]!;
    for (const { meanings } of [...this.question.chunks, ...this.out]) {
      const by = meanings.flatMap((meaning) =>
        meaning.kind === 'noun' || meaning.kind === 'verb' ? this.explained(meaning.relation.property, stem) : [],
      );
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
  { form }: Chunked,
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
