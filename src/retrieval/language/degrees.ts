/** Adjectives that have degrees: what they measure, and whether more of it or less is meant. */

/** `time`: of when something began. */
const ADJECTIVES: Readonly<Record<string, readonly [boolean, string]>> = {
  old: [false, 'time'],
  new: [true, 'time'],
  young: [true, 'time'],
  recent: [true, 'time'],
  late: [true, 'time'],
  early: [false, 'time'],
  ancient: [false, 'time'],
  long: [true, 'long'],
  short: [false, 'long'],
  tall: [true, 'tall'],
  high: [true, 'high'],
  low: [false, 'high'],
  deep: [true, 'deep'],
  shallow: [false, 'deep'],
  wide: [true, 'wide'],
  broad: [true, 'wide'],
  narrow: [false, 'wide'],
  thick: [true, 'thick'],
  thin: [false, 'thick'],
  heavy: [true, 'heavy'],
  light: [false, 'heavy'],
  big: [true, 'big'],
  large: [true, 'large'],
  great: [true, 'large'],
  small: [false, 'big'],
  tiny: [false, 'big'],
  fast: [true, 'fast'],
  quick: [true, 'fast'],
  slow: [false, 'fast'],
  hot: [true, 'hot'],
  warm: [true, 'hot'],
  cold: [false, 'hot'],
  cool: [false, 'hot'],
  expensive: [true, 'expensive'],
  costly: [true, 'expensive'],
  dear: [true, 'expensive'],
  cheap: [false, 'expensive'],
  populous: [true, 'populous'],
  strong: [true, 'strong'],
  powerful: [true, 'strong'],
  weak: [false, 'strong'],
  bright: [true, 'bright'],
  dim: [false, 'bright'],
  faint: [false, 'bright'],
  rich: [true, 'rich'],
  poor: [false, 'rich'],
  loud: [true, 'loud'],
  quiet: [false, 'loud'],
  steep: [true, 'steep'],
  far: [true, 'far'],
  distant: [true, 'far'],
  near: [false, 'far'],
  close: [false, 'far'],
};
const OWN_FORMS: Readonly<Record<string, readonly [string, Degree]>> = {
  first: ['early', 'superlative'],
  last: ['late', 'superlative'],
  latest: ['late', 'superlative'],
  elder: ['old', 'comparative'],
  eldest: ['old', 'superlative'],
  farther: ['far', 'comparative'],
  further: ['far', 'comparative'],
  farthest: ['far', 'superlative'],
  furthest: ['far', 'superlative'],
};

type Degree = 'positive' | 'comparative' | 'superlative';

export interface Measured {
  readonly degree: Degree;
  /** More of the measure is meant, not less: `longer`, not `shorter`. */
  readonly isMore: boolean;
  /** An adjective that stands for the measure, or `time`. */
  readonly measure: string;
}

/**
 * @param before the word before it: `more`, `most`, `less` or `least` give it its degree
 * @returns undefined for what is no such adjective
 */
export function degreeOf(word: string, before = ''): Measured | undefined {
  const plain = word.toLowerCase();
  const own = Object.hasOwn(OWN_FORMS, plain) ? OWN_FORMS[plain] : undefined;
  if (own) return made(own[0], own[1], true);
  const helped = HELPERS[before.toLowerCase()];
  if (Object.hasOwn(ADJECTIVES, plain)) return made(plain, helped?.[0] ?? 'positive', helped?.[1] ?? true);
  const ending = /^(\p{L}{2,}?)(er|est)$/u.exec(plain);
  if (!ending) return undefined;
  const [, base = '', suffix] = ending;
  const known = [base, `${base}e`, base.replace(/(.)\1$/, '$1'), base.replace(/i$/, 'y')].find((each) =>
    Object.hasOwn(ADJECTIVES, each),
  );
  return known === undefined ? undefined : made(known, suffix === 'er' ? 'comparative' : 'superlative', true);
}

const HELPERS: Readonly<Record<string, readonly [Degree, boolean]>> = {
  more: ['comparative', true],
  less: ['comparative', false],
  most: ['superlative', true],
  least: ['superlative', false],
};

function made(adjective: string, degree: Degree, isSo: boolean): Measured {
  const [isMore, measure] = ADJECTIVES[adjective]!;
  return { degree, isMore: isMore === isSo, measure };
}
