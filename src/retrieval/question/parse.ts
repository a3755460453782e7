/** Words of a question as chunks: what it asks, names of nodes and terms, values. A word without a meaning ends it. */
import { numberAt } from '../language/numbers';
import type { Word } from '../language/words';
import type { Node } from '../knowledge/nodes';
import type { Chunk, Chunked, Form, Meaning, Superlative, Wants } from '../modules/owl/types';
import type { Asking, Language } from './language';
import type { Names } from './names';

/** Span of a question that names nodes. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly Node[];
}

/** People and things that pronouns may stand for. */
export interface Mentioned {
  readonly someone: readonly Node[];
  readonly something: readonly Node[];
}

export interface Parsed extends Chunked {
  /** Role of what is asked for. */
  readonly role: Asking['role'] | undefined;
}

/** Maximum words of a phrase that asks or compares. */
const MAX_PHRASE = 3;

/** @returns undefined for a question with words that have no meaning here */
export function parse(
  question: string,
  names: Names,
  named: readonly NamedSpan[],
  pronouns: Mentioned,
): Parsed | undefined {
  return new Parser(question, names, named, pronouns).run();
}

/** End of a word without a possessive ending. */
const endOf = ({ text, end }: Word): number => end - (/['’]s?$/.exec(text)?.[0].length ?? 0);

class Parser {
  private readonly language: Language;
  private readonly words: readonly Word[];
  private readonly lower: readonly string[];
  private readonly chunks: Chunk[] = [];
  private readonly spent = new Set<number>();
  private asked: { readonly asking: Asking; readonly from: number; readonly to: number } | undefined;
  private universal: number | undefined;
  private superlative: Superlative | undefined;
  private wants: Wants = 'node';

  constructor(
    private readonly question: string,
    private readonly names: Names,
    private readonly named: readonly NamedSpan[],
    private readonly pronouns: Mentioned,
  ) {
    this.language = names.language;
    this.words = names.language.words(question);
    this.lower = this.words.map(({ text }) => text.toLowerCase().replace(/['’]s$/, ''));
  }

  run(): Parsed | undefined {
    const { words } = this;
    if (words.length === 0 || words.length > 40) return undefined;
    let at = this.opening();
    if (at === undefined) return undefined;
    while (at < words.length) {
      const next = this.step(at);
      if (next === undefined) return undefined;
      at = next;
    }
    const { asked } = this;
    const form: Form = {
      words,
      wants: this.wants,
      asking: asked?.from,
      spent: this.spent,
      isDeterminer: asked?.asking.isDeterminer === true,
      isWho: asked?.asking.isWho === true,
      isWhere: asked?.asking.isWhere === true,
      negators: new Set(),
      ...(this.universal !== undefined && { universal: this.universal }),
    };
    const chunks = this.coordinated();
    if (!chunks) return undefined;
    const { superlative } = this;
    const { sayings } = this.language.data;
    const read = { form, sayings, chunks, unknown: [], unknownAt: [], superlative, excluded: [] };
    return { ...read, role: asked?.asking.role };
  }

  /** Reads how a question begins; returns the next word, or undefined if it is no question. */
  private opening(): number | undefined {
    const { data } = this.language;
    const { lower } = this;
    const start = data.prepositions.includes(lower[0]!) ? 1 : 0;
    for (let count = MAX_PHRASE; count > 0; count--) {
      const phrase = lower.slice(start, start + count).join(' ');
      if (!Object.hasOwn(data.asking, phrase)) continue;
      let asking = data.asking[phrase]!;
      let to = start + count;
      if (asking.isDeterminer && data.times.includes(lower[to] ?? '')) {
        asking = { wants: 'time' };
        to++;
      }
      // "By whom", "with whom": the word alone does not say on which side it stands.
      const role = data.agentMarkers.includes(lower[0]!) ? ('agent' as const) : undefined;
      if (start > 0) asking = { ...asking, role };
      this.asked = { asking, from: start, to };
      this.wants = asking.wants;
      this.chunks.push({ from: start, to, meanings: [{ kind: 'asked', cost: 0 }] });
      return to;
    }
    if (data.commands.includes(lower[0]!)) {
      this.spent.add(0);
      return 1;
    }
    if (data.be.includes(lower[0]!) || data.auxiliaries.includes(lower[0]!)) {
      this.wants = 'verdict';
      return 1;
    }
    return this.verbFirst();
  }

  /** "Arbeiten alle …": the verb comes first, with a capital. */
  private verbFirst(): number | undefined {
    const [first, ...others] = this.words;
    if (!this.language.data.nounsAreCapitalized) return undefined;
    const verb = { ...first!, stem: this.language.stem(first!.text.toLowerCase()) };
    const name = this.names.at([verb, ...others], 0);
    const meanings = name?.meanings.filter(({ kind }) => kind === 'verb') ?? [];
    if (!name || meanings.length === 0) return undefined;
    this.wants = 'verdict';
    this.chunks.push({ from: 0, to: name.to, meanings });
    return name.to;
  }

  private step(at: number): number | undefined {
    const { words, lower, language, names } = this;
    const { data } = language;
    const word = lower[at]!;
    const span = this.named.find(({ start, end }) => start <= words[at]!.start && endOf(words[at]!) <= end);
    if (span) {
      const to = words.findIndex(({ start }) => start >= span.end);
      const end = to < 0 ? words.length : to;
      const own = names.at(words, at);
      // A name of the ontology that is longer than that of a node.
      if (!own || own.to <= end) {
        const others = own?.to === end && !/^\p{Lu}/u.test(words[at]!.text) ? own.meanings : [];
        this.chunks.push({ from: at, to: end, meanings: [{ kind: 'nodes', nodes: span.nodes, cost: 0 }, ...others] });
        return end;
      }
    }
    if (data.all.includes(word)) {
      if (this.wants === 'verdict' && this.universal === undefined) this.universal = at;
      // "Who leads all groups?" is not read; "name all devices" is.
      else if (this.wants === 'verdict' || this.chunks.some(({ meanings }) => meanings[0]!.kind !== 'asked'))
        return undefined;
      return at + 1;
    }
    const most = data.superlatives[word];
    if (most !== undefined) return this.most(at, most === 'most');
    const value = this.valueAt(at);
    if (value) {
      this.chunks.push({ from: at, to: value.to, meanings: [value.meaning] });
      return value.to;
    }
    const name = names.at(words, at);
    if (name) {
      this.chunks.push({ from: at, to: name.to, meanings: name.meanings });
      return name.to;
    }
    const pronoun = this.pronounAt(word);
    if (pronoun) {
      this.chunks.push({ from: at, to: at + 1, meanings: [{ kind: 'nodes', nodes: pronoun, cost: 0 }] });
      return at + 1;
    }
    if (language.isGrammar(words[at]!)) return at + 1;
    const prefix = words.findIndex((each, i) => i > at && this.isPrefix(i) && names.separated(each, words[at]!));
    if (prefix > at) {
      this.chunks.push({ from: at, to: at + 1, meanings: names.separated(words[prefix]!, words[at]!)! });
      this.spent.add(prefix);
      return at + 1;
    }
    if (this.spent.has(at)) return at + 1;
    const alike = names.alike(words[at]!);
    if (alike.length === 0) return undefined;
    this.chunks.push({ from: at, to: at + 1, meanings: alike });
    return at + 1;
  }

  /** True if a word ends a clause, as the prefix of a verb. */
  private isPrefix(at: number): boolean {
    const { words, lower, question } = this;
    if (!this.language.data.separable.includes(lower[at]!)) return false;
    const next = words[at + 1];
    return !next || /[,;]/.test(question.slice(words[at]!.end, next.start));
  }

  private pronounAt(word: string): readonly Node[] | undefined {
    const { someone, something } = this.language.data;
    const nodes = [
      ...(someone.includes(word) ? this.pronouns.someone : []),
      ...(something.includes(word) ? this.pronouns.something : []),
    ];
    return nodes.length === 1 ? nodes : undefined;
  }

  /** "The highest price": of the nouns of data properties alone. */
  private most(at: number, most: boolean): number | undefined {
    const name = this.names.at(this.words, at + 1);
    const properties = (name?.meanings ?? []).flatMap((meaning) =>
      meaning.kind === 'noun' && meaning.relation.head === 'object' ? [meaning.relation.property] : [],
    );
    if (!name || properties.length === 0 || this.superlative) return undefined;
    this.superlative = { at, most, properties };
    return name.to;
  }

  /** A number or a date, with what compares it. */
  private valueAt(at: number): { readonly meaning: Meaning; readonly to: number } | undefined {
    const { lower, words } = this;
    const { comparisons } = this.language.data;
    for (let count = MAX_PHRASE - 1; count >= 0; count--) {
      const phrase = lower.slice(at, at + count).join(' ');
      const how = count === 0 ? 'eq' : Object.hasOwn(comparisons, phrase) ? comparisons[phrase]! : undefined;
      if (how === undefined) continue;
      const from = at + count;
      const date = /^\d{4}-\d\d-\d\d/.exec(this.question.slice(words[from]?.start ?? Infinity))?.[0];
      if (date !== undefined) {
        const end = words[from]!.start + date.length;
        const to = words.findIndex(({ start }) => start >= end);
        return { meaning: { kind: 'value', values: [{ how, value: date }], cost: 0 }, to: to < 0 ? words.length : to };
      }
      const number = /^\d/.test(lower[from] ?? '') ? numberAt(words, from) : undefined;
      if (number) return { meaning: { kind: 'value', values: [{ how, value: number.value }], cost: 0 }, to: number.to };
    }
    return undefined;
  }

  /** Joins names between which only "and" stands; undefined if something else is joined so. */
  private coordinated(): readonly Chunk[] | undefined {
    const { and, both } = this.language.data;
    const out: Chunk[] = [];
    for (const chunk of this.chunks) {
      const last = out.at(-1);
      const between = last ? this.lower.slice(last.to, chunk.from) : [];
      const isJoined =
        last !== undefined &&
        (between.some((word) => and.includes(word)) ||
          /^\s*,\s*$/.test(this.question.slice(this.words[last.to - 1]!.end, this.words[chunk.from]!.start)));
      const [one, other] = [last?.meanings[0], chunk.meanings[0]];
      const isPlain = between.every((word) => and.includes(word) || both.includes(word) || this.isArticle(word));
      if (isJoined && isPlain && one?.kind === 'nodes' && other?.kind === 'nodes') {
        if ((one.nodes.length !== 1 && one.joined === undefined) || other.nodes.length !== 1) return undefined;
        const joint: Meaning = { kind: 'nodes', nodes: [...one.nodes, ...other.nodes], joined: 'and', cost: 0 };
        out[out.length - 1] = { ...last, to: chunk.to, meanings: [joint] };
        continue;
      }
      if (isJoined && isPlain && one?.kind === 'class' && other?.kind === 'class') return undefined;
      out.push(chunk);
    }
    return out;
  }

  private isArticle = (word: string): boolean => this.language.data.grammar.includes(word);
}
