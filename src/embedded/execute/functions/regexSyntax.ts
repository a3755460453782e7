/** Parser of RE2 regular expressions into trees, detailed enough to derive the trigrams that a match must contain. */

export type RegexNode =
  /** Matches only the empty string: nothing, an anchor, a word boundary. */
  | { readonly kind: 'empty' }
  /** One character of a large set. */
  | { readonly kind: 'any' }
  /** One character of a small set. */
  | { readonly kind: 'set'; readonly characters: readonly string[] }
  | { readonly kind: 'concat' | 'alternate'; readonly parts: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly part: RegexNode; readonly min: number; readonly max: number };

const EMPTY: RegexNode = { kind: 'empty' };
const ANY: RegexNode = { kind: 'any' };
/** Maximum size of a class; larger classes count as any character. */
const MAX_CLASS = 100;
const MAX_DEPTH = 200;

/** Undefined for patterns beyond this parser; the matcher decides on validity. */
export function parseRegex(pattern: string, ignoreCase: boolean): RegexNode | undefined {
  try {
    const parser = new RegexParser(pattern, ignoreCase);
    return parser.read();
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

class NotUnderstood extends Error {}

class RegexParser {
  private readonly text: readonly string[];
  private at = 0;
  private depth = 0;

  constructor(
    pattern: string,
    private ignoreCase: boolean,
  ) {
    this.text = Array.from(pattern);
  }

  read(): RegexNode {
    const node = this.readAlternation();
    if (this.at < this.text.length) throw new NotUnderstood();
    return node;
  }

  private readAlternation(): RegexNode {
    if (++this.depth > MAX_DEPTH) throw new NotUnderstood();
    const parts = [this.readConcatenation()];
    while (this.take('|')) parts.push(this.readConcatenation());
    this.depth--;
    return parts.length === 1 ? parts[0]! : { kind: 'alternate', parts };
  }

  private readConcatenation(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.at < this.text.length && this.text[this.at] !== '|' && this.text[this.at] !== ')') {
      parts.push(this.readRepetition());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'concat', parts };
  }

  private readRepetition(): RegexNode {
    let part = this.readAtom();
    for (;;) {
      const [min, max] = this.readQuantifier() ?? [1, 1];
      if (min === 1 && max === 1) return part;
      this.take('?');
      part = { kind: 'repeat', part, min, max };
    }
  }

  private readQuantifier(): readonly [number, number] | undefined {
    if (this.take('*')) return [0, Infinity];
    if (this.take('+')) return [1, Infinity];
    if (this.take('?')) return [0, 1];
    const match = /^\{(\d+)(,(\d*))?\}/.exec(this.text.slice(this.at, this.at + 12).join(''));
    if (!match) return undefined;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === undefined ? min : match[3] === '' ? Infinity : Number(match[3]);
    // {1} counts as no quantifier; otherwise the loop above would not end.
    return min === 1 && max === 1 ? undefined : [min, max];
  }

  private readAtom(): RegexNode {
    const character = this.text[this.at++]!;
    switch (character) {
      case '.':
        return ANY;
      case '^':
      case '$':
        return EMPTY;
      case '(':
        return this.readGroup();
      case '[':
        return this.readClass();
      case '\\':
        return this.readEscape();
      default:
        return this.literal(character);
    }
  }

  private literal(character: string): RegexNode {
    if (!this.ignoreCase) return { kind: 'set', characters: [character] };
    return { kind: 'set', characters: [...new Set(foldings(character))] };
  }

  private readGroup(): RegexNode {
    const outer = this.ignoreCase;
    if (this.take('?')) {
      const head = /^(?:P?<\w+>|([a-zA-Z]*)(?:-([a-zA-Z]+))?([:)]))/.exec(
        this.text.slice(this.at, this.at + 80).join(''),
      );
      if (!head) throw new NotUnderstood();
      this.at += head[0].length;
      if (head[1]?.includes('i')) this.ignoreCase = true;
      if (head[2]?.includes('i')) this.ignoreCase = false;
      // Flags without a group apply to the rest of the enclosing group.
      if (head[3] === ')') return EMPTY;
    }
    const node = this.readAlternation();
    if (!this.take(')')) throw new NotUnderstood();
    this.ignoreCase = outer;
    return node;
  }

  private readEscape(): RegexNode {
    const character = this.text[this.at++];
    if (character === undefined) throw new NotUnderstood();
    if ('bBAzZG'.includes(character)) return EMPTY;
    if (character === 'Q') return this.readQuoted();
    if (character === 'p' || character === 'P') {
      if (this.take('{')) while (this.at < this.text.length && !this.take('}')) this.at++;
      else this.at++;
      return ANY;
    }
    if ('dDwWsSC'.includes(character))
      return character === 'd' ? { kind: 'set', characters: Array.from('0123456789') } : ANY;
    return this.literal(this.unescape(character));
  }

  private readQuoted(): RegexNode {
    const parts: RegexNode[] = [];
    while (this.at < this.text.length) {
      if (this.text[this.at] === '\\' && this.text[this.at + 1] === 'E') {
        this.at += 2;
        break;
      }
      parts.push(this.literal(this.text[this.at++]!));
    }
    return { kind: 'concat', parts };
  }

  /** Returns the character of an escape. */
  private unescape(character: string): string {
    const simple = 'nrtfva'.indexOf(character);
    if (simple >= 0) return '\n\r\t\f\v\x07'[simple]!;
    if (character === 'x') {
      const match = /^(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{2}))/.exec(this.text.slice(this.at, this.at + 8).join(''));
      if (!match) throw new NotUnderstood();
      this.at += match[0].length;
      return String.fromCodePoint(Math.min(parseInt(match[1] ?? match[2]!, 16), 0x10ffff));
    }
    if (/[a-zA-Z0-9]/.test(character)) throw new NotUnderstood();
    return character;
  }

  private readClass(): RegexNode {
    const negated = this.take('^');
    const characters = new Set<string>();
    let wide = negated;
    for (let first = true; first || this.text[this.at] !== ']'; first = false) {
      if (this.at >= this.text.length) throw new NotUnderstood();
      const low = this.readMember();
      if (low === undefined) {
        wide = true;
      } else if (this.text[this.at] === '-' && this.text[this.at + 1] !== ']') {
        this.at++;
        const high = this.readMember();
        if (high === undefined) throw new NotUnderstood();
        const [from, to] = [low.codePointAt(0)!, high.codePointAt(0)!];
        if (to - from >= MAX_CLASS) wide = true;
        else for (let code = from; code <= to; code++) this.addFolded(characters, String.fromCodePoint(code));
      } else {
        this.addFolded(characters, low);
      }
    }
    this.at++;
    return wide || characters.size > MAX_CLASS ? ANY : { kind: 'set', characters: [...characters] };
  }

  private addFolded(characters: Set<string>, character: string): void {
    for (const folded of this.ignoreCase ? foldings(character) : [character]) characters.add(folded);
  }

  /** Reads a character of a class; undefined for a nested class. */
  private readMember(): string | undefined {
    const character = this.text[this.at++];
    if (character === undefined) throw new NotUnderstood();
    if (character === '[' && this.text[this.at] === ':') {
      while (this.at < this.text.length && this.text[this.at - 1] !== ']') this.at++;
      return undefined;
    }
    if (character !== '\\') return character;
    const escaped = this.text[this.at++];
    if (escaped === undefined) throw new NotUnderstood();
    if ('dDwWsS'.includes(escaped)) return undefined;
    if (escaped === 'p' || escaped === 'P') {
      if (this.take('{')) while (this.at < this.text.length && !this.take('}')) this.at++;
      else this.at++;
      return undefined;
    }
    return this.unescape(escaped);
  }

  private take(character: string): boolean {
    if (this.text[this.at] !== character) return false;
    this.at++;
    return true;
  }
}

/** Cases of a character, with the few letters that fold in more ways. */
function foldings(character: string): string[] {
  const lower = character.toLowerCase();
  const out = [character, lower, character.toUpperCase()];
  if (lower === 'k') out.push('\u212a');
  if (lower === 's') out.push('\u017f');
  return out.filter((c) => Array.from(c).length === 1);
}
