/** What the ontology allows: classes that exclude one another, and what properties take. */
import type { Vocabulary } from '../../agents/graph/vocabulary';

const TIMES = /#(?:dateTime|dateTimeStamp|date|gYear|gYearMonth|time)$/;
const NUMBERS =
  /#(?:integer|decimal|float|double|int|long|short|byte|nonNegativeInteger|positiveInteger|unsigned\w+|negativeInteger|nonPositiveInteger|gYear|real|rational)$/;
const LIKE_TIME =
  /\b(?:year|date|day|time|when|born|birth|died|death|founded|established|launched|built|since|opened|started|published|released|created)\b/i;

/** The ontology's side of a reading; everything by Dgraph names. */
export class Schema {
  constructor(readonly vocabulary: Vocabulary) {}

  isObject(property: string): boolean {
    return this.vocabulary.properties.get(property)?.isObject ?? false;
  }

  /** Data properties of which people ask when. */
  isTime(property: string): boolean {
    const term = this.vocabulary.properties.get(property);
    if (!term || term.isObject) return false;
    if (term.datatypes.some((iri) => TIMES.test(iri))) return true;
    const isNumber =
      term.datatypes.length === 0 || term.datatypes.some((iri) => NUMBERS.test(iri) || iri.endsWith('#string'));
    return isNumber && [...term.labels, term.comment ?? ''].some((text) => LIKE_TIME.test(text));
  }

  isNumber(property: string): boolean {
    const term = this.vocabulary.properties.get(property);
    return (
      term !== undefined &&
      !term.isObject &&
      (term.datatypes.length === 0 || term.datatypes.some((iri) => NUMBERS.test(iri)))
    );
  }

  get times(): readonly string[] {
    return [...this.vocabulary.properties.keys()].filter((name) => this.isTime(name));
  }

  /** Classes of what stands on a side; only where members are in all of them. */
  classesOf(property: string, side: 'subject' | 'object'): readonly string[] {
    const term = this.vocabulary.properties.get(property);
    if (!term) return [];
    const [own, isUnion] = side === 'subject' ? [term.domain, term.domainIsUnion] : [term.range, term.rangeIsUnion];
    return isUnion ? [] : own;
  }

  /** Two of the classes that exclude one another. */
  conflict(classes: readonly string[]): readonly [string, string] | undefined {
    for (const [i, one] of classes.entries()) {
      const excluded = this.vocabulary.disjointWith(one);
      const other = classes.slice(i + 1).find((each) => excluded.has(each));
      if (other !== undefined) return [one, other];
    }
    return undefined;
  }

  /** Whether one is the other, or above or below it. */
  isNear(one: string, other: string): boolean {
    return one === other || this.vocabulary.below(one).includes(other) || this.vocabulary.below(other).includes(one);
  }

  isWithin(lower: string, upper: string): boolean {
    return lower === upper || this.vocabulary.below(upper).includes(lower);
  }

  label(name: string): string {
    return this.vocabulary.labelOf(name);
  }
}
