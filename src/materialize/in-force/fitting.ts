/**
 * Values of a sub-property that the engine cannot keep under the property above. OWL has one space of values; Dgraph has a
 * type for each predicate, and takes a language only where it is declared. What would be refused, or come back as another
 * value, is not inferred there; where more than a few values are concerned, the load says so.
 */
import type { PredicateDeclaration } from '../../dql/schema/ast';
import { canonicalValue, parseLiteralTerm } from '../../mutation';
import type { RangeTest } from '../../reasoner';

type Declared = Pick<PredicateDeclaration, 'name' | 'type' | 'lang'>;

/** A condition on values, with what the load says of those that do not meet it. */
export interface Fit extends RangeTest {
  readonly remark?: string;
}

/** Texts without a language. Like the other, an instance holds data alone, so that rules can go to another process. */
export class WithoutLanguage implements Fit {
  readonly key = 'without language';
  readonly text = 'the texts without a language';
  readonly remark: string;

  constructor(below: string, above: string) {
    this.remark =
      `values of "${below}" with a language, for "${above}" takes none. ` + `Give "${above}" the range rdf:langString`;
  }

  holds(term: string): boolean {
    return parseLiteralTerm(term).lang === undefined;
  }
}

/** Integers that a double keeps exactly. */
export class ExactDouble implements Fit {
  readonly key = 'exactly as float';
  readonly text = 'the integers that a double keeps';
  readonly isTacit = true;

  holds(term: string): boolean {
    const { text } = parseLiteralTerm(term);
    return canonicalValue('float', text) === text;
  }
}

/** @returns undefined where every value of the one can stand under the other */
export function fitUnder(below: Declared | undefined, above: Declared | undefined): Fit | undefined {
  if (!below || !above) return undefined;
  if (below.lang && !above.lang) return new WithoutLanguage(below.name, above.name);
  return below.type === 'int' && above.type === 'float' ? new ExactDouble() : undefined;
}
