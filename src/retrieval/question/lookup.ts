/** Words of a question as names: of nodes of the graph, or of terms of the ontology. */
import { unique } from './name-table';
import { POSSESSIVE } from '../language/words';
import { isUnitOfTime, quantityAt } from '../language/numbers';
import type { Asked, NamedSpan } from './asked';
import { type Named } from './names';
import { isRelation, type Chunk, type Meaning, type Wants } from './types';
import { COST } from './weights';

export class Lookup {
  /** @param wants what the question wants, as far as it has been read */
  constructor(
    private readonly asked: Asked,
    private readonly lower: readonly string[],
    private readonly wants: () => Wants,
  ) {}

  /** The name of nodes of which a word is a part, a possessive ending aside. */
  spanAt(at: number): NamedSpan | undefined {
    const { start, end, text } = this.asked.words[at]!;
    const length = POSSESSIVE.exec(text)?.[0].length ?? 0;
    return this.asked.named.find((span) => span.start <= start && end - length <= span.end);
  }

  /** Nodes named by the words from a place on, if the ontology has no longer name. */
  nodeAt(at: number): Chunk | undefined {
    const { words, names } = this.asked;
    if (at >= words.length) return undefined;
    const span = this.spanAt(at);
    if (!span || (at > 0 && this.spanAt(at - 1) === span)) return undefined;
    const next = words.findIndex(({ start }) => start >= span.end);
    const to = next < 0 ? words.length : next;
    const own = names.at(words, at);
    if (own && own.to > to) return undefined;
    // "Monday" is no Cloudy Monday.
    if (span.nodes.length === 0 && !span.values && names.language.weekdayOf(words[at]!.text)) return undefined;
    const { properties } = names.schema.vocabulary;
    // "High" of a tide is no height.
    const isMeasure = to === at + 1 && names.language.is('dimensions', this.lower[at]!);
    const told = span.values?.filter(({ of }) => of !== undefined && properties.has(of)) ?? [];
    const values = isMeasure ? [] : told;
    const dearer = span.nodes.length === 0 ? COST.partOfName : COST.longerName;
    const longer = (span.longer ?? []).map((node): Meaning => ({ kind: 'nodes', nodes: [node], cost: dearer }));
    if (span.nodes.length === 0) {
      // "Baker" may be a name; a name of the ontology is none.
      const isTerm = own?.meanings.some(({ cost }) => cost < COST.nounOfVerb) ?? false;
      const meanings = [...values, ...longer, ...(own?.to === to ? own.meanings : [])];
      const isNone = values.length + longer.length === 0 || (own && (isTerm || longer.length === 0));
      return isNone ? undefined : { from: at, to, meanings };
    }
    const isWritten = /^\p{Lu}/u.test(words[at]!.text) || to - at > 1;
    const others = own?.to === to && !isWritten ? own.meanings : [];
    const nodes: Meaning = { kind: 'nodes', nodes: span.nodes, cost: others.length > 0 ? COST.lowerCase : 0 };
    return { from: at, to, meanings: unique([nodes, ...values, ...longer, ...others]) };
  }

  /** True if a preposition and a year, a day or a period begin at a word. */
  isTimeAt(at: number): boolean {
    const { asked, lower } = this;
    const { language } = asked.names;
    if (!language.is('prepositions', lower[at]!)) return false;
    const time = quantityAt(asked.words, at, asked.question, language);
    return time?.bounds.every(({ value }) => typeof value === 'string' || value >= 1_000) === true;
  }

  /** The longest name of the ontology that begins at a word. */
  nameAt(at: number): Named | undefined {
    const { asked, lower } = this;
    const { words, names } = asked;
    const { language } = names;
    if (at >= words.length) return undefined;
    const limit = words.findIndex((_, i) => i > at && (this.spanAt(i)?.nodes.length ?? 0) > 0);
    const longest = names.at(words, at, limit < 0 ? words.length : limit);
    // "Born in 1990" is no "born in".
    const isDated = longest && longest.to > at + 1 && this.isTimeAt(longest.to - 1);
    const found = isDated ? names.at(words, at, at + 1) : longest;
    // "Which donations went to it?": no "donation went to" of a definition, since donations are asked for.
    const isDetermined = at > 0 && language.askingAt(lower, at - 1)?.asking.isDeterminer === true;
    const noun = isDetermined && found?.isDefined ? names.find([words[at]!]) : [];
    if (noun.some(({ kind }) => kind === 'class')) return { to: at + 1, meanings: noun };
    // "Hired before Ada", "built in 1870".
    const behind = found?.to ?? at + 1;
    const isPlace = language.is('spatial', lower[behind] ?? '') && !this.isTimeAt(behind);
    const isCompared = !isPlace && language.comparisonAt(lower, behind) !== undefined;
    // "Hired first".
    const degree = language.degreeOf(lower[behind] ?? '');
    const isFirst = degree?.degree === 'superlative' && degree.measure === 'time' && behind + 1 === words.length;
    const isTimely =
      isCompared || isFirst || this.wants() === 'time' || lower.some((word) => /^[12]\d{3}s?$/.test(word));
    // "Which was first used?" is no question for all that have been.
    const isRanked = !isTimely && found?.isDefined && language.degreeOf(lower[at]!)?.degree === 'superlative';
    const name = isRanked ? undefined : found;
    const to = name?.to ?? at + 1;
    // "Opens" of `opens at`, not of `opening date`.
    const isTold = name?.meanings.some(
      (each) => each.kind === 'verb' && each.cost === 0 && names.schema.isTime(each.relation.property),
    );
    const meanings = [
      ...(name?.meanings ?? []),
      ...(isTimely && to === at + 1 && !isTold ? names.timely(words[at]!, words[at + 1]) : []),
    ];
    const before = lower[at - 1] ?? '';
    const isNoun = language.isAny(before, 'articles', 'possessives') || POSSESSIVE.test(words[at - 1]?.text ?? '');
    // "Who is the manager?", "is she a manager?": a word with the stem of a verb.
    const isPredicate = this.wants() === 'verdict' || language.is('be', lower[at - 2] ?? '');
    const isThing = isNoun && isPredicate && to === words.length;
    // A word behind an article or a possessive is seldom a verb.
    const dearer = isNoun ? COST.verbBehindArticle : 0;
    // "Which period": no verb, where a class is called so.
    const kind = isDetermined ? meanings.find((each) => each.kind === 'class')?.cost : undefined;
    // "Since when has she been a customer?" of `customer since`.
    const { tenures } = names.schema;
    const isWhen = (each: Meaning): boolean =>
      this.wants() === 'time' && each.kind === 'verb' && tenures.includes(each.relation.property);
    const isNamed = meanings.some((each) => each.kind === 'class' && each.cost === 0);
    // "His order" is no verb where orders are a class.
    const isOwnClass = isNoun && !language.is('relatives', before) && isNamed;
    // "The mentor of Ada": nobody whom she mentors. "In the school of Ada" is a verb's phrase.
    const isIn = language.is('prepositions', lower[at - 2] ?? '');
    const of = [to, to - 1].find((i) => language.is('possessiveMarkers', lower[i] ?? ''));
    const isOf = !isIn && of !== undefined && quantityAt(words, of + 1, asked.question, language) === undefined;
    const owned = isNoun && isOf ? meanings.find((each) => each.kind === 'noun')?.cost : undefined;
    // "Which books are orders?": none that were ordered.
    const isBe = language.is('be', before) || (to === words.length && language.is('be', lower[0]!));
    const isSaidOf = isNamed && isBe && !language.isParticiple(lower[at]!);
    // "By a vaccinated animal".
    const isFlag = (each: Meaning): boolean => isRelation(each) && names.schema.isFlag(each.relation.property);
    const isVerb = (each: Meaning): boolean =>
      each.kind === 'verb' &&
      ((isNoun && isFlag(each)) ||
        isThing ||
        isOwnClass ||
        isSaidOf ||
        each.cost >= Math.min(kind ?? Infinity, owned ?? Infinity));
    // "Per month": of a monthly fee, and not of what is told in months.
    const isRate =
      language.is('rates', before) ||
      (language.is('articles', before) && to === words.length && isUnitOfTime(lower[at]!));
    // "Are open after 8:00": not "opens after".
    // "Is the ward closed?": not that it has a closing day.
    const isOpen = this.wants() !== 'time' && language.isState(lower[at]!) && lower.some(language.oneOf('be'));
    const isState = (each: Meaning): boolean =>
      isRelation(each) &&
      ((language.is('be', before) && names.schema.isTimeOfDay(each.relation.property)) ||
        (isOpen && !names.schema.isFlag(each.relation.property)));
    const isUnit = (each: Meaning): boolean => isRate && isRelation(each) && each.cost === COST.unit;
    const priced = meanings
      .filter((each) => (!isVerb(each) || isWhen(each)) && !isUnit(each) && !isState(each))
      .map((each) => (each.kind === 'verb' && !isWhen(each) ? { ...each, cost: each.cost + dearer } : each));
    if (priced.length === 0) return undefined;
    return { to, meanings: unique(priced) };
  }
}
