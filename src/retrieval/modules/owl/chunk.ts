/** Third stage: a question's words in chunks that the graph or the ontology knows, and what is left over. */
import type { Node } from '../../knowledge/nodes';
import { numberAt } from '../../language/numbers';
import { wordsOf } from '../../language/words';
import { amountAt, degreeAt, measure, momentAt, type Amount } from './amounts';
import { dataOf, type ChunkContext } from './chunk-context';
import { coordinated } from './coordination';
import { ANYTHING, ARTICLES, KINDS_OF_NAMED, LIGHT, POSSESSIVES, SUPPORTING, isDecisive, isGrammar } from './grammar';
import { unique } from './lexicon';
import { namedNodes } from './named';
import { paraphrased, wordsRead, type Paraphrase } from './paraphrase';
import type { Chunk, Chunked, Count, Form, Meaning, Superlative } from './types';

/** Meanings of one chunk that are followed up. */
const MOST_MEANINGS = 6;
/** "Made of" for what is only called `made`. */
const NOT_LITERAL = 0.5;
const EXCEPT =
  /^(?:(?:besides|except|excluding|bar)(?: for)?|(?:other|rather) than|apart from|aside from|but not|not counting|with the exception of)$/;

export async function chunk(
  question: string,
  form: Form,
  context: ChunkContext,
  signal: AbortSignal,
): Promise<Chunked> {
  const named = await namedNodes(question, form, context, signal);
  const first = await new Chunker(question, form, context, named).run();
  if (first.unknown.length === 0) return first;
  const paraphrases = paraphrased(first, context.lexicon.glosses, context.schema);
  if (!paraphrases) return first;
  const again = await new Chunker(question, form, context, named, paraphrases).run();
  return again.unknown.length === 0 ? { ...again, explained: wordsRead(paraphrases, again) } : first;
}

/** One question. */
class Chunker {
  private readonly chunks: Chunk[] = [];
  private readonly unknown: string[] = [];
  private readonly unknownAt: number[] = [];
  private readonly excluded: Node[] = [];
  private readonly supporting: string[] = [];
  /** Words of grammar of which something has been made. */
  private readonly used = new Set<number>();
  /** Words that say again what the measure says. */
  private readonly repeated = new Set<number>();
  private superlative: Superlative | undefined;
  private count: Count | undefined;
  private readonly text: readonly string[];
  private readonly isTimely: boolean;

  constructor(
    private readonly question: string,
    private readonly form: Form,
    private readonly context: ChunkContext,
    private readonly named: readonly Chunk[],
    private readonly paraphrases: readonly Paraphrase[] = [],
  ) {
    this.text = form.words.map((word) => word.text.toLowerCase().replace(/['’]s$/, ''));
    this.isTimely = form.wants === 'time' || this.text.some((word) => /^1\d{3}s?$|^20\d\ds?$/.test(word));
  }

  async run(): Promise<Chunked> {
    const { words } = this.form;
    for (let i = 0; i < words.length;) i = await this.step(i);
    const all = coordinated(this.negated(), this.question, this.form, this.used);
    this.useOwnWords();
    for (const [i, word] of words.entries()) {
      if (!this.used.has(i) && !this.form.spent.has(i) && isDecisive(word) && !this.isNamed(i))
        this.unknown.push(word.text);
    }
    if (this.text.some((word, i) => word === 'or' && !this.used.has(i) && !this.form.spent.has(i)))
      this.unknown.push('or');
    if (!all.some(({ meanings }) => meanings.some(({ kind }) => kind === 'noun')))
      this.unknown.push(...this.supporting);
    const { form, unknown, unknownAt, superlative, excluded } = this;
    return { form, chunks: all, unknown, unknownAt, superlative, excluded };
  }

  /** @returns the word to go on with */
  private async step(i: number): Promise<number> {
    const { form, context, named, text } = this;
    const { words, spent } = form;
    const except = this.exceptionAt(i);
    if (except !== undefined) return except;
    const node = named.find(({ from }) => from === i);
    if (node) return this.take([node], node.to);
    const paraphrase = this.paraphrases.find(({ from }) => from === i);
    if (paraphrase) {
      const { from, to, meanings } = paraphrase;
      for (let at = from; at < to; at++) this.used.add(at);
      return this.take(meanings.length > 0 ? [{ from, to, meanings }] : [], to);
    }
    if (i === form.asking && text[i] === 'whose') {
      // "Whose ship is it?": who owns it.
      const next = this.longest(i + 1);
      const owning =
        next?.from === i + 1 && next.meanings[0]?.kind === 'class' ? context.lexicon.find(wordsOf('owns')) : [];
      const verbs = owning.filter(({ kind }) => kind === 'verb');
      const chunks: Chunk[] = [{ from: i, to: i + 1, meanings: [{ kind: 'asked', cost: 0 }] }];
      if (verbs.length > 0) chunks.push({ from: i + 0.5, to: i + 1, meanings: verbs });
      return this.take(chunks, i + 1);
    }
    if (i === form.asking) return this.take([{ from: i, to: i + 1, meanings: [{ kind: 'asked', cost: 0 }] }], i + 1);
    const plain = text[i]!;
    if (i === form.measure) {
      const said = this.saidLater(i, context.lexicon.measures(plain));
      const meanings = said.map(measure);
      if (meanings.length > 0) return this.take([{ from: i, to: i + 1, meanings }], i + 1);
      this.leaveUnknown(i);
      return i + 1;
    }
    if (spent.has(i) || this.repeated.has(i)) return i + 1;
    if (form.wants === 'time' && /^(?:saw|sees|see|happen(?:ed)?|took|take|place)$/.test(plain)) return i + 1;
    const longest = this.longest(i);
    // "A full professor" is what the ontology calls so.
    const name = LIGHT.has(plain) && longest?.to === i + 1 ? undefined : longest;
    // "First light", where the ontology has it: no first of anything.
    if (name && name.to > i + 1) return this.take([name], name.to);
    const counted = this.countAt(i);
    if (counted !== undefined) return counted;
    const amount =
      (await degreeAt(i, form, context, named, this.chunks, (from) => this.longest(from))) ??
      (await momentAt(i, form, context, named, this.chunks.at(-1))) ??
      amountAt(i, form, context);
    if (amount && !(amount.superlative && this.superlative)) return this.takeAmount(amount);
    if (name) return this.take([name], name.to);
    if (isGrammar(words[i]!) || isDecisive(words[i]!) || LIGHT.has(plain)) return i + 1;
    // "An optical one": of what has been named.
    if (
      /^ones?$/.test(plain) &&
      this.chunks.at(-1)?.to === i &&
      this.chunks.at(-1)!.meanings.some(({ kind }) => kind === 'class')
    )
      return i + 1;
    if (ANYTHING.has(plain)) return this.take([{ from: i, to: i + 1, meanings: [{ kind: 'any', cost: 0 }] }], i + 1);
    // "How many has she got?"
    if (plain === 'got' && text.slice(0, i).some((word) => /^(?:has|have|had)$/.test(word))) return i + 1;
    // "The Meridian group", "the Paper Key affair": what it is, its name says.
    if (KINDS_OF_NAMED.has(plain) && named.some(({ to }) => to === i)) return i + 1;
    if (SUPPORTING.has(plain)) this.supporting.push(words[i]!.text);
    else this.leaveUnknown(i);
    return i + 1;
  }

  private leaveUnknown(at: number): void {
    this.unknown.push(this.form.words[at]!.text);
    this.unknownAt.push(at);
  }

  /** "How much does it weigh": of what is measured, what a later word says alone; that word says no more. */
  private saidLater(at: number, measured: readonly string[]): readonly string[] {
    const { form, context } = this;
    for (let i = at + 1; i < form.words.length; i++) {
      const word = form.words[i]!;
      if (isGrammar(word) || this.isNamedAt(i)) continue;
      const meanings = context.lexicon.find([word]);
      const own = measured.filter((property) =>
        meanings.some(
          (meaning) => (meaning.kind === 'noun' || meaning.kind === 'verb') && meaning.relation.property === property,
        ),
      );
      if (own.length === 0) continue;
      this.repeated.add(i);
      return own;
    }
    return measured;
  }

  private isNamedAt(i: number): boolean {
    return this.named.some(({ from, to }) => from <= i && i < to);
  }

  private take(chunks: readonly Chunk[], to: number): number {
    const [first, ...rest] = chunks;
    if (first) {
      const { count } = this;
      const isThing = first.meanings.some(({ kind }) => kind === 'class' || kind === 'noun');
      this.chunks.push(count && isThing ? { ...first, count } : first, ...rest);
      if (isThing) this.count = undefined;
    }
    return to;
  }

  private takeAmount({ chunks, from, to, superlative, excluded = [] }: Amount): number {
    for (let i = from; i < to; i++) this.used.add(i);
    this.excluded.push(...excluded);
    this.chunks.push(...chunks);
    if (!superlative) return to;
    // "The largest population": the noun says of what.
    const next = this.longest(to);
    const own = dataOf(next, this.context.schema);
    if (own.length > 0) this.superlative = { ...superlative, properties: own };
    else if (superlative.properties.length > 0) this.superlative = superlative;
    else this.unknown.push(this.form.words[superlative.at]!.text);
    return own.length > 0 ? next!.to : to;
  }

  /** "More than three ships", "two ships", "the most ships": how many there have to be of what follows. */
  private countAt(i: number): number | undefined {
    const { form, text } = this;
    const isMost = text[i] === 'most' || text[i] === 'fewest' || text[i] === 'least';
    if (isMost) {
      const next = this.longest(i + 1);
      const isThing = next?.from === i + 1 && next.meanings.some(({ kind }) => kind === 'class' || kind === 'noun');
      const own = this.figuresOf(next);
      if (own.length > 0 && !this.superlative) {
        // "The most seats" of `seats`, a number.
        this.superlative = { at: i, most: text[i] === 'most', properties: own };
        this.used.add(i);
        return next!.to;
      }
      if (!isThing) return undefined;
      this.count = { most: text[i] === 'most' };
      this.used.add(i);
      return i + 1;
    }
    const number = numberAt(form.words, i);
    if (!number || number.value > 1000 || /^(?:the|these|those)$/.test(text[i - 1] ?? '')) return undefined;
    const amount = amountAt(i, form, this.context);
    if (!amount || amount.to !== number.to || amount.chunks.length !== 1) return undefined;
    const next = this.longest(number.to);
    if (this.figuresOf(next).length > 0) return undefined;
    const isThing = next?.meanings.some(({ kind, cost }) => kind === 'class' || (kind === 'noun' && cost < 0.3));
    const [meaning] = amount.chunks[0]!.meanings;
    if (!isThing || meaning?.kind !== 'value') return undefined;
    for (let at = amount.from; at < amount.to; at++) this.used.add(at);
    this.count = { bounds: meaning.values.map(({ how, value }) => ({ how, value: Number(value) })) };
    return number.to;
  }

  /** Data properties that say how many, where the chunk names nothing else as well. */
  private figuresOf(chunk: Chunk | undefined): string[] {
    const { schema } = this.context;
    const [first] = chunk?.meanings ?? [];
    if (first?.kind !== 'noun' || schema.isObject(first.relation.property)) return [];
    return dataOf(chunk, schema).filter((property) => schema.isNumber(property) && !schema.isTime(property));
  }

  /** "Other than the Aurora". */
  private exceptionAt(i: number): number | undefined {
    const { text, named, form } = this;
    for (let to = Math.min(i + 4, form.words.length); to > i; to--) {
      if (!EXCEPT.test(text.slice(i, to).join(' '))) continue;
      const at = named.some(({ from }) => from === to) || !ARTICLES.has(text[to] ?? '') ? to : to + 1;
      const node = named.find(({ from }) => from === at);
      if (node?.meanings[0]?.kind !== 'nodes') return undefined;
      this.excluded.push(...node.meanings[0].nodes);
      for (let each = i; each < node.to; each++) this.used.add(each);
      return node.to;
    }
    return undefined;
  }

  /** The chunks, each one that is denied marked. */
  private negated(): Chunk[] {
    const { negators } = this.form;
    const denied = new Set<number>();
    for (const at of negators) {
      const next = this.chunks.findIndex(({ from }) => from > at);
      if (next < 0) continue;
      denied.add(next);
      this.used.add(at);
    }
    return this.chunks.map((chunk, i) => (denied.has(i) ? { ...chunk, isNegated: true } : chunk));
  }

  /** "Named after": what a property's name says itself. */
  private useOwnWords(): void {
    for (const { from, to, meanings } of this.chunks) {
      if (meanings[0]?.kind === 'verb' || meanings[0]?.kind === 'noun')
        for (let i = Math.ceil(from); i < to; i++) this.used.add(i);
    }
    const { vocabulary } = this.context.schema;
    for (const { to, meanings } of this.chunks) {
      const labels = meanings.flatMap((meaning) =>
        meaning.kind === 'verb' || meaning.kind === 'noun'
          ? (vocabulary.properties.get(meaning.relation.property)?.labels ?? [])
          : [],
      );
      if (labels.some((label) => label.toLowerCase().endsWith(` ${this.text[to] ?? ''}`))) this.used.add(to);
    }
  }

  private isNamed(i: number): boolean {
    return this.chunks.some(({ from, to, meanings }) => meanings[0]?.kind === 'nodes' && from <= i && i < to);
  }

  /** The longest name of the ontology that begins at a word. */
  private longest(from: number): Chunk | undefined {
    const { named, context, text } = this;
    const { words } = this.form;
    const { lexicon } = context;
    if (from >= words.length) return undefined;
    const literal = this.literal(from);
    if (literal) return literal;
    if (isGrammar(words[from]!)) return undefined;
    const run = [words[from]!];
    const ends = [from + 1];
    for (let to = from + 1; to < words.length && run.length < lexicon.mostWords; to++) {
      if (named.some((each) => each.from === to)) break;
      if (ARTICLES.has(text[to]!) || POSSESSIVES.has(text[to]!)) continue;
      if (isGrammar(words[to]!)) break;
      run.push(words[to]!);
      ends.push(to + 1);
    }
    for (let length = run.length; length > 0; length--) {
      const own = lexicon.find(run.slice(0, length));
      const timely = this.isTimely && length === 1 ? lexicon.timely(run[0]!) : [];
      const meanings = unique([...own, ...timely]);
      if (meanings.length === 0) continue;
      const to = ends[length - 1]!;
      return { from, to, meanings: this.ofKind(this.inContext(meanings, from), from, to).slice(0, MOST_MEANINGS) };
    }
    return undefined;
  }

  /** "Is Rex a student?": of that class, where there is one; nobody's student, as the verb of the noun has it. */
  private ofKind(meanings: readonly Meaning[], from: number, to: number): readonly Meaning[] {
    const { text } = this;
    if (this.form.wants !== 'verdict' || to < text.length || !/^an?$/.test(text[from - 1] ?? '')) return meanings;
    const classes = meanings.filter(({ kind, cost }) => kind === 'class' && cost === 0);
    return classes.length > 0 ? classes : meanings;
  }

  /** "Named after": a name of the ontology with its words of grammar. */
  private literal(from: number): Chunk | undefined {
    const { words } = this.form;
    const { lexicon } = this.context;
    const limit = this.named.find((each) => each.from > from)?.from ?? words.length;
    for (let to = Math.min(limit, from + lexicon.mostWords + 3); to > from + 1; to--) {
      const run = words.slice(from, to);
      const meanings = lexicon.literally(run);
      if (meanings.length === 0) continue;
      const own = run.filter((word) => !isGrammar(word));
      const others = own.length === 1 ? lexicon.find(own) : [];
      const all = [...meanings, ...others.map((each) => ({ ...each, cost: each.cost + NOT_LITERAL }))];
      return { from, to, meanings: unique(all).slice(0, MOST_MEANINGS) };
    }
    return undefined;
  }

  /** A noun behind an article or a possessive is no verb; what stands before a name or `by` is rather one. */
  private inContext(meanings: readonly Meaning[], from: number): Meaning[] {
    const before = this.form.words[from - 1]?.text.toLowerCase() ?? '';
    const isNoun = /^(?:the|a|an|many|their|its|his|her|which|what|whose)$|['’]s?$/.test(before);
    return unique(
      meanings.map((meaning) => ({
        ...meaning,
        cost: meaning.cost + (meaning.kind === 'verb' && isNoun && before !== 'which' && before !== 'what' ? 0.7 : 0),
      })),
    );
  }
}
