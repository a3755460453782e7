/**
 * Values of a sub-property that the engine cannot store under the super-property. OWL has one value space; Dgraph has a
 * type per predicate, and accepts a language only under `@lang`. A value that Dgraph would refuse or change is not
 * inferred under the super-property. If this concerns more than a few values, the load warns.
 */
import type { PredicateDeclaration } from '../../dql';
import { canonicalValue, parseLiteralTerm } from '../../mutation';
import type { RangeTest } from '../../reasoner';
import { hasExactIndex, indexFault } from '../store/misfit';

type Declared = Pick<PredicateDeclaration, 'name' | 'type' | 'lang' | 'index'>;

/** Condition on values, with a warning for values that fail it. */
interface Fit extends RangeTest {
  readonly remark?: string;
}

/**
 * Accepts texts without a language. Instances of this class and of ExactDouble have data fields only, so that rules can
 * be transferred to another process.
 */
export class WithoutLanguage implements Fit {
  readonly key = 'without language';
  readonly text = 'the texts without a language';
  readonly remark: string;

  constructor(below: string, above: string) {
    this.remark =
      `values of "${below}" with a language, because "${above}" takes none. ` +
      `Give "${above}" the range rdf:langString`;
  }

  holds(term: string): boolean {
    return parseLiteralTerm(term).lang === undefined;
  }
}

/** Accepts texts that are short enough for the exact index of the super-property. */
export class ShortTexts implements Fit {
  readonly key: string;
  readonly text = 'the texts that the index takes';
  readonly isTacit = true;

  constructor(private readonly above: Declared) {
    this.key = `short enough for ${above.name}`;
  }

  holds(term: string): boolean {
    const { text, lang } = parseLiteralTerm(term);
    return indexFault(text, this.above, lang) === undefined;
  }
}

/** Accepts integers that a double represents exactly. */
export class ExactDouble implements Fit {
  readonly key = 'exactly as float';
  readonly text = 'the integers that a double keeps';
  readonly isTacit = true;

  holds(term: string): boolean {
    const { text } = parseLiteralTerm(term);
    return canonicalValue('float', text) === text;
  }
}

/** @returns undefined if every value of the sub-property can be stored under the super-property */
export function fitUnder(below: Declared | undefined, above: Declared | undefined): Fit | undefined {
  if (!below || !above) return undefined;
  if (below.lang && !above.lang) return new WithoutLanguage(below.name, above.name);
  if (below.type === 'string' && !hasExactIndex(below) && hasExactIndex(above)) return new ShortTexts(above);
  return below.type === 'int' && above.type === 'float' ? new ExactDouble() : undefined;
}
