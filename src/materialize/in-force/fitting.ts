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

/** @returns undefined where every value of the one can stand under the other */
export function fitUnder(below: Declared | undefined, above: Declared | undefined): Fit | undefined {
  if (!below || !above) return undefined;
  if (below.lang && !above.lang) {
    return {
      key: `without language`,
      text: 'the texts without a language',
      holds: (term) => parseLiteralTerm(term).lang === undefined,
      remark:
        `values of "${below.name}" with a language, for "${above.name}" takes none. ` +
        `Give "${above.name}" the range rdf:langString`,
    };
  }
  if (below.type === 'int' && above.type === 'float') {
    return {
      key: `exactly as ${above.type}`,
      text: 'the integers that a double keeps',
      isTacit: true,
      holds: (term) => {
        const { text } = parseLiteralTerm(term);
        return canonicalValue('float', text) === text;
      },
    };
  }
  return undefined;
}
