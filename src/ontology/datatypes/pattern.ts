/**
 * Regular expressions of XML Schema (XSD 1.1 part 2, appendix G), matched in linear time by RE2.
 *
 * The translator computes character classes itself, because RE2 has no subtraction, no classes of XML names, and an
 * older Unicode version.
 */
import { RE2JS } from 're2js';
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';
import { classOf, escapeOf, invert, printClass, subtract, unite } from './characters';
import type { CharacterSet } from './blocks';

/** Maximum length and nesting of a pattern. */
const MAX_LENGTH = 4096;
const MAX_DEPTH = 64;

/** Maximum states of a pattern with its quantifiers expanded: matching costs that many steps for each character. */
const MAX_STATES = 20_000;

/** Maximum length of the translated character classes. */
const MAX_CLASS_LENGTH = 1_000_000;

interface Pattern {
  /** True if the whole text matches. */
  matches(text: string): boolean;
}

/** Compiled pattern, or the reason for its refusal, with the approximate size in bytes: many classes take megabytes. */
interface Cached {
  readonly pattern: Pattern | string;
  readonly weight: number;
}

const MAX_CACHED = 256;
const MAX_CACHED_BYTES = 32 * 2 ** 20;
/** Maximum size of a compiled instruction. */
const INSTRUCTION_BYTES = 100;

const cache = new LRUCache<string, Cached>({
  most: MAX_CACHED,
  weight: { most: MAX_CACHED_BYTES, of: (source, { weight }) => source.length + weight },
});

/** @returns the reason for an invalid or too large pattern */
export function compilePattern(source: string): Pattern | string {
  if (source.length > MAX_LENGTH) return `it is longer than ${MAX_LENGTH} characters`;
  let cached = cache.get(source);
  if (!cached) cache.set(detached(source), (cached = translate(source)));
  return cached.pattern;
}

function translate(source: string): Cached {
  try {
    const translated = new Translator(source).translate();
    const compiled = RE2JS.compile(translated);
    const weight = 4 * translated.length + INSTRUCTION_BYTES * compiled.programSize();
    return { pattern: { matches: (text) => compiled.matches(text) }, weight };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { pattern: reason, weight: reason.length };
  }
}

class Translator {
  private readonly characters: readonly string[];
  private at = 0;
  private depth = 0;
  /** States of the pattern so far, with quantifiers expanded. */
  private states = 0;
  /** Length of the translated classes so far. */
  private classLength = 0;

  constructor(source: string) {
    this.characters = Array.from(source);
  }

  translate(): string {
    const translated = this.branches();
    if (this.at < this.characters.length) throw new Error(`unexpected ${this.characters[this.at]} at ${this.at + 1}`);
    return `^(?:${translated})$`;
  }

  private branches(): string {
    const branches = [this.branch()];
    while (this.take('|')) branches.push(this.branch());
    return branches.join('|');
  }

  private branch(): string {
    let out = '';
    for (let next = this.peek(); next !== undefined && next !== '|' && next !== ')'; next = this.peek()) {
      const before = this.states;
      const atom = this.atom();
      out += atom + this.quantifier(this.states - before);
    }
    return out;
  }

  private atom(): string {
    const start = this.at;
    const next = this.next();
    this.states++;
    switch (next) {
      case '(': {
        if (++this.depth > MAX_DEPTH) throw new Error(`groups are nested more than ${MAX_DEPTH} deep`);
        const inner = this.branches();
        if (!this.take(')')) throw new Error(`the group that opens at ${start + 1} is not closed`);
        this.depth--;
        return `(?:${inner})`;
      }
      case '[':
        return this.print(this.characterClass());
      case '\\':
        return this.print(this.escape());
      case '.':
        return '[^\\n\\r]';
      case '?':
      case '*':
      case '+':
      case '{':
      case '}':
      case ']':
        throw new Error(`unexpected ${next} at ${start + 1}`);
      default:
        return printClass(classOf(next));
    }
  }

  private print(set: CharacterSet): string {
    const printed = printClass(set);
    this.classLength += printed.length;
    if (this.classLength > MAX_CLASS_LENGTH) throw new Error('its character classes are too large');
    return printed;
  }

  /** @param states states of the repeated atom */
  private quantifier(states: number): string {
    const next = this.peek();
    if (next === '?' || next === '*' || next === '+') return this.next();
    if (next !== '{') return '';
    const end = this.characters.indexOf('}', this.at);
    const quantity = end < 0 ? '' : this.characters.slice(this.at + 1, end).join('');
    const [, low = '', comma, high = ''] = /^([0-9]+)(?:(,)([0-9]*))?$/.exec(quantity) ?? [];
    if (low === '') throw new Error(`the quantity at ${this.at + 1} is not of the form {2}, {2,} or {2,5}`);
    this.at = end + 1;
    const min = Number(low);
    const max = high === '' ? undefined : Number(high);
    if (max !== undefined && max < min) throw new Error(`the quantity {${quantity}} ends before it begins`);
    this.states += states * (Math.max(min, max ?? 0) - 1);
    if (this.states > MAX_STATES) throw new Error('its quantities are too large');
    if (comma === undefined) return `{${min}}`;
    return max === undefined ? `{${min},}` : `{${min},${max}}`;
  }

  /** Reads a class after its opening bracket, including the closing one. */
  private characterClass(): CharacterSet {
    if (++this.depth > MAX_DEPTH) throw new Error(`classes are nested more than ${MAX_DEPTH} deep`);
    const negative = this.take('^');
    let set: CharacterSet = [];
    let empty = true;
    let subtracted: CharacterSet | undefined;
    while (!this.take(']')) {
      if (subtracted) throw new Error(`a subtraction must end its class, at ${this.at}`);
      if (this.peek() === '-' && this.characters[this.at + 1] === '[' && !empty) {
        this.at += 2;
        subtracted = this.characterClass();
      } else {
        set = unite(set, this.member());
        empty = false;
      }
    }
    if (empty) throw new Error(`the class that ends at ${this.at} is empty`);
    this.depth--;
    const base = negative ? invert(set) : set;
    return subtracted ? subtract(base, subtracted) : base;
  }

  /** Reads a character, an escape or a range of characters. */
  private member(): CharacterSet {
    const from = this.end();
    const single = from.length === 1 && from[0]![0] === from[0]![1];
    const following = this.characters[this.at + 1];
    if (!single || this.peek() !== '-' || following === undefined || following === ']' || following === '[')
      return from;
    this.at++;
    const to = this.end();
    const low = from[0]![0];
    const high = to[0]?.[1] ?? -1;
    if (to.length !== 1 || to[0]![0] !== high || high < low)
      throw new Error(`the range that ends at ${this.at} is invalid`);
    return [[low, high]];
  }

  private end(): CharacterSet {
    const next = this.next();
    if (next === '[') throw new Error(`[ at ${this.at} needs a backslash before it`);
    return next === '\\' ? this.escape() : classOf(next);
  }

  private escape(): CharacterSet {
    const name = this.next();
    if (name !== 'p' && name !== 'P') {
      const set = escapeOf(name);
      if (!set) throw new Error(`\\${name} is not an escape`);
      return set;
    }
    const end = this.characters.indexOf('}', this.at);
    const property = this.peek() === '{' && end > 0 ? this.characters.slice(this.at + 1, end).join('') : '';
    const set = escapeOf(`p{${property}}`);
    if (!set) throw new Error(`\\${name}{${property}} is not a known property`);
    this.at = end + 1;
    return name === 'P' ? invert(set) : set;
  }

  private peek(): string | undefined {
    return this.characters[this.at];
  }

  private next(): string {
    const next = this.characters[this.at++];
    if (next === undefined) throw new Error('it ends too early');
    return next;
  }

  private take(character: string): boolean {
    if (this.characters[this.at] !== character) return false;
    this.at++;
    return true;
  }
}
