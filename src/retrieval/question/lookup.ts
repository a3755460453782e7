/** Words of a question as names: of nodes of the graph, or of terms of the ontology. */
import type { Asked, NamedSpan } from './asked';
import { unique, type Named } from './names';
import type { Chunk, Meaning, Wants } from './types';
import type { Word } from '../language/words';
import { COST } from './weights';

/** End of a word without a possessive ending. */
const endOf = ({ text, end }: Word): number => end - (/['’]s?$/.exec(text)?.[0].length ?? 0);

export class Lookup {
  private readonly words: readonly Word[];
  private readonly language;

  /** @param wants what the question wants, as far as it has been read */
  constructor(
    private readonly asked: Asked,
    private readonly lower: readonly string[],
    private readonly wants: () => Wants,
  ) {
    this.words = asked.words;
    this.language = asked.names.language;
  }

  /** The name of nodes of which a word is a part. */
  spanAt(at: number): NamedSpan | undefined {
    const word = this.words[at]!;
    return this.asked.named.find(({ start, end }) => start <= word.start && endOf(word) <= end);
  }

  /** Nodes named by the words from a place on, if the ontology has no longer name. */
  nodeAt(at: number): Chunk | undefined {
    const { words } = this;
    if (at >= words.length) return undefined;
    const span = this.spanAt(at);
    if (!span || (at > 0 && this.spanAt(at - 1) === span)) return undefined;
    const next = words.findIndex(({ start }) => start >= span.end);
    const to = next < 0 ? words.length : next;
    const own = this.asked.names.at(words, at);
    if (own && own.to > to) return undefined;
    const isWritten = /^\p{Lu}/u.test(words[at]!.text) || to - at > 1;
    const others = own?.to === to && !isWritten ? own.meanings : [];
    const nodes: Meaning = { kind: 'nodes', nodes: span.nodes, cost: others.length > 0 ? 0.2 : 0 };
    return { from: at, to, meanings: unique([nodes, ...others]) };
  }

  /** The longest name of the ontology that begins at a word. */
  nameAt(at: number): Named | undefined {
    const { asked, words, lower, language } = this;
    if (at >= words.length) return undefined;
    const limit = words.findIndex((_, i) => i > at && this.spanAt(i) !== undefined);
    const name = asked.names.at(words, at, limit < 0 ? words.length : limit);
    const isTimely = this.wants() === 'time' || lower.some((word) => /^[12]\d{3}s?$/.test(word));
    const timely = isTimely && (name?.to ?? at + 1) === at + 1 ? asked.names.timely(words[at]!) : [];
    if (!name && timely.length === 0) return undefined;
    const isClass =
      this.wants() === 'verdict' && (name?.to ?? 0) === words.length && language.is('articles', lower[at - 1] ?? '');
    let meanings = unique([...(name?.meanings ?? []), ...timely]);
    // "Is Rex a student?": of that class, where there is one; nobody's student, as the verb of the noun has it.
    const classes = meanings.filter(({ kind, cost }) => kind === 'class' && cost === 0);
    if (isClass && classes.length > 0) meanings = classes;
    // A word behind an article or a possessive is no verb.
    const before = lower[at - 1] ?? '';
    const isNoun =
      language.is('articles', before) ||
      language.is('possessives', before) ||
      /['’]s?$/.test(words[at - 1]?.text ?? '');
    const priced = meanings.map((meaning) => ({
      ...meaning,
      cost: meaning.cost + (meaning.kind === 'verb' && isNoun ? COST.verbBehindArticle : 0),
    }));
    return { to: name?.to ?? at + 1, meanings: unique(priced) };
  }
}
