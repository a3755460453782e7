/** Character sets of pattern classes: Unicode categories, Unicode blocks and escapes of XML Schema. */
import { BLOCKS, type CharacterSet } from './blocks';
import { NAME_CLASS, NAME_START_CLASS } from './strings';

const MAX_CODE_POINT = 0x10ffff;

export function classOf(character: string): CharacterSet {
  const code = character.codePointAt(0)!;
  return [[code, code]];
}

export function invert(set: CharacterSet): CharacterSet {
  const result: [number, number][] = [];
  let from = 0;
  for (const [low, high] of set) {
    if (low > from) result.push([from, low - 1]);
    from = high + 1;
  }
  if (from <= MAX_CODE_POINT) result.push([from, MAX_CODE_POINT]);
  return result;
}

export function unite(a: CharacterSet, b: CharacterSet): CharacterSet {
  const result: [number, number][] = [];
  for (const [low, high] of [...a, ...b].sort((x, y) => x[0] - y[0])) {
    const last = result.at(-1);
    if (last && low <= last[1] + 1) last[1] = Math.max(last[1], high);
    else result.push([low, high]);
  }
  return result;
}

export function subtract(a: CharacterSet, b: CharacterSet): CharacterSet {
  return invert(unite(invert(a), b));
}

/** Prints a class in RE2 syntax. */
export function printClass(set: CharacterSet): string {
  // RE2 has no empty class; the complement of all characters matches nothing.
  if (set.length === 0) return '[^\\x{0}-\\x{10ffff}]';
  const hex = (code: number) => `\\x{${code.toString(16)}}`;
  return `[${set.map(([low, high]) => (low === high ? hex(low) : `${hex(low)}-${hex(high)}`)).join('')}]`;
}

const CATEGORY = /^p\{(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)\}$/;

const escapes = new Map<string, CharacterSet>();

/**
 * Returns the characters of an escape: `d`, `W`, `n`, `.`, `p{Lu}`, `p{IsGreek}`, …
 *
 * @returns undefined for an unknown escape
 */
export function escapeOf(name: string): CharacterSet | undefined {
  let set = escapes.get(name);
  if (!set) {
    set = compute(name);
    if (set) escapes.set(name, set);
  }
  return set;
}

function compute(name: string): CharacterSet | undefined {
  if (name.length === 1 && '\\|.-^?*+{}()[]$'.includes(name)) return classOf(name);
  const category = CATEGORY.exec(name)?.[1];
  if (category !== undefined) return scan(`\\p{${category}}`);
  const block = /^p\{Is(.+)\}$/.exec(name)?.[1];
  if (block !== undefined) return BLOCKS.get(block);
  switch (name) {
    case 'n':
      return classOf('\n');
    case 'r':
      return classOf('\r');
    case 't':
      return classOf('\t');
    case 's':
      return scan(' \\t\\n\\r');
    case 'i':
      return scan(NAME_START_CLASS);
    case 'c':
      return scan(NAME_CLASS);
    case 'd':
      return scan('\\p{Nd}');
    case 'w':
      return scan('^\\p{P}\\p{Z}\\p{C}');
    case 'S':
    case 'I':
    case 'C':
    case 'D':
    case 'W':
      return invert(escapeOf(name.toLowerCase())!);
    default:
      return undefined;
  }
}

/** Returns the characters that a JavaScript class matches. Tests every code point, which takes some milliseconds. */
function scan(members: string): CharacterSet {
  const runs = new RegExp(`[${members}]+`, 'gu');
  const result: [number, number][] = [];
  for (let start = 0; start <= MAX_CODE_POINT; start += STRIDE) {
    const text = charactersFrom(start);
    const width = start > 0xffff ? 2 : 1;
    for (const { index, 0: run } of text.matchAll(runs)) {
      const low = start + index / width;
      const high = low + run.length / width - 1;
      const last = result.at(-1);
      if (last?.[1] === low - 1) last[1] = high;
      else result.push([low, high]);
    }
  }
  return result;
}

const STRIDE = 0x800;

/** Returns the next STRIDE characters from a code point. Surrogates, which are not characters, become U+FFFE. */
function charactersFrom(start: number): string {
  const codes = Array.from({ length: STRIDE }, (_, i) => start + i);
  return String.fromCodePoint(...codes.map((code) => (code >= 0xd800 && code < 0xe000 ? 0xfffe : code)));
}
