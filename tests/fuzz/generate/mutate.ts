/** Mutations of texts and bytes: small damage that keeps most of an input valid, so that readers are entered deeply. */
import { ODD_NUMBERS, ODD_TEXTS } from './oddities';
import type { Random } from './random';

/** Material of one format for mutations. */
export interface Material {
  /** Words that mean something in the format. */
  readonly words: readonly string[];
  /** Opening and closing of what may be nested, and text that stands in the middle. */
  readonly nests?: readonly (readonly [open: string, middle: string, close: string])[];
}

/** Characters of one input at most. */
const MOST = 400_000;
const DEPTHS = [5, 50, 300, 600, 5_000];

type Mutation = (random: Random, tokens: string[], material: Material, other: () => string) => void;

const MUTATIONS: readonly (readonly [number, Mutation])[] = [
  [6, (random, tokens) => void tokens.splice(random.below(tokens.length), random.between(1, 3))],
  [6, (random, tokens) => insert(random, tokens, tokens[random.below(tokens.length)] ?? '')],
  [6, (random, tokens, { words }) => insert(random, tokens, random.pick(words))],
  [8, (random, tokens, { words }) => replace(random, tokens, random.pick(words))],
  [6, (random, tokens) => replace(random, tokens, tokens[random.below(tokens.length)] ?? '')],
  [4, (random, tokens) => insert(random, tokens, random.pick(ODD_TEXTS))],
  [4, replaceNumber],
  [4, replaceText],
  [2, (random, tokens) => tokens.splice(0, tokens.length, ...tokens.slice(0, random.below(tokens.length)))],
  [2, repeatRange],
  [2, splice],
  [1, nest],
];

/** One to four mutations. */
export function mutateText(random: Random, text: string, material: Material, other: () => string): string {
  const tokens = tokensOf(text);
  const count = random.weighted([
    [5, 1],
    [3, 2],
    [2, 4],
  ]);
  for (let i = 0; i < count; i++) random.weighted(MUTATIONS)(random, tokens, material, other);
  return tokens.join('').slice(0, MOST);
}

/** Words, quoted texts, white space, and every other character by itself. */
export const tokensOf = (text: string): string[] =>
  text.slice(0, MOST).match(/"(?:[^"\\\n]|\\.)*"|[\p{L}\p{N}_.-]+|\s+|[^]/gu) ?? [];

function insert(random: Random, tokens: string[], token: string): void {
  tokens.splice(random.below(tokens.length + 1), 0, token);
}

function replace(random: Random, tokens: string[], token: string): void {
  if (tokens.length > 0) tokens[random.below(tokens.length)] = token;
}

function replaceNumber(random: Random, tokens: string[]): void {
  const places = tokens.flatMap((token, i) => (/^[\d.]+$/.test(token) ? [i] : []));
  if (places.length > 0) tokens[random.pick(places)] = random.pick(ODD_NUMBERS);
}

function replaceText(random: Random, tokens: string[]): void {
  const places = tokens.flatMap((token, i) => (token.startsWith('"') ? [i] : []));
  if (places.length > 0) tokens[random.pick(places)] = `"${random.pick([...ODD_TEXTS, ...ODD_NUMBERS])}"`;
}

function repeatRange(random: Random, tokens: string[]): void {
  const start = random.below(tokens.length);
  const range = tokens.slice(start, start + random.between(1, 12));
  const size = Math.max(1, range.join('').length);
  const times = Math.min(random.pick([3, 30, 1_000, 20_000]), Math.ceil((MOST / 2 - tokens.length) / size));
  // Texts instead of tokens: a million of those would make the next mutation slow.
  if (times > 0) tokens.splice(start, 0, range.join('').repeat(times));
}

function splice(random: Random, tokens: string[], _material: Material, other: () => string): void {
  const donor = tokensOf(other());
  const start = random.below(donor.length);
  tokens.splice(random.below(tokens.length + 1), random.below(8), ...donor.slice(start, start + random.between(1, 40)));
}

function nest(random: Random, tokens: string[], { nests = [] }: Material): void {
  if (nests.length === 0) return;
  const [open, middle, close] = random.pick(nests);
  const depth = random.pick(DEPTHS);
  // Some never close.
  insert(random, tokens, open.repeat(depth) + middle + (random.chance(0.8) ? close.repeat(depth) : ''));
}

/** One to six changes of single bytes and ranges. */
export function mutateBytes(random: Random, original: Buffer): Buffer {
  let bytes = Buffer.from(original);
  for (let i = random.between(1, 6); i > 0; i--) {
    const at = random.below(bytes.length);
    switch (random.below(7)) {
      case 0:
        if (bytes.length > 0) bytes[at] = bytes[at]! ^ (1 << random.below(8));
        break;
      case 1:
        if (bytes.length > 0) bytes[at] = random.pick([0, 9, 10, 13, 32, 34, 92, 127, 128, 192, 237, 255]);
        break;
      case 2:
        bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.between(1, 16))]);
        break;
      case 3:
        bytes = Buffer.concat([bytes.subarray(0, at), random.bytes(random.between(1, 8)), bytes.subarray(at)]);
        break;
      case 4:
        bytes = bytes.subarray(0, at);
        break;
      case 5: {
        const range = bytes.subarray(at, at + random.between(1, 64));
        bytes = Buffer.concat([bytes.subarray(0, at), range, range, bytes.subarray(at)]);
        break;
      }
      default:
        bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(random.pick(ODD_TEXTS)), bytes.subarray(at)]);
    }
  }
  return bytes.subarray(0, MOST);
}
