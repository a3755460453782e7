/** Sentences that may belong to an answer: of passages, and facts of the graph put into words. */
import type { Chunk, Statement } from '../../types';
import { leansOnContext, namesIn, sentencesOf } from '../text/sentences';
import { isFunctionWord, wordsOf } from '../text/words';

export interface Sentence {
  readonly text: string;
  /** Stems of its words. */
  readonly stems: ReadonlySet<string>;
  /** Stems of what it leans on: the sentence before, the name that was spoken of, the document's title. */
  readonly context: ReadonlySet<string>;
  readonly names: readonly string[];
  readonly origin: { readonly chunk: Chunk } | { readonly statement: Statement };
}

export class Pool {
  private readonly byKey = new Map<string, Sentence>();
  private readonly chunks = new Map<string, Chunk>();

  get sentences(): Iterable<Sentence> {
    return this.byKey.values();
  }

  hasChunk(source: string, index: number): boolean {
    return this.chunks.has(`${source}#${index}`);
  }

  /** @returns whether the first sentence of the passage speaks of something that was named before it */
  addChunk(chunk: Chunk): boolean {
    const key = `${chunk.source}#${chunk.index}`;
    if (this.chunks.has(key)) return false;
    this.chunks.set(key, chunk);
    const texts = sentencesOf(chunk.text);
    const before = this.chunks.get(`${chunk.source}#${chunk.index - 1}`);
    const lastOfBefore = before && sentencesOf(before.text).at(-1);
    const title = stemsOf(chunk.source.replace(/^.*[/\\]|\.\w{1,5}$/g, ''));
    let topic = new Set<string>();
    let previous = lastOfBefore === undefined ? new Set<string>() : stemsOf(lastOfBefore);
    for (const [i, text] of texts.entries()) {
      const leans = leansOnContext(text);
      const stems = stemsOf(text);
      const names = namesIn(text);
      // Headings name what the text below is about.
      const isHeading = !/[.!?]["'”’)\]]*$/.test(text) && text.length < 90;
      this.byKey.set(`${key}#${i}`, {
        text,
        stems,
        context: new Set([...title, ...topic, ...(leans ? previous : [])]),
        names,
        origin: { chunk },
      });
      if (names.length > 0 && (isHeading || !leans)) topic = stemsOf(isHeading ? text : names[0]!);
      previous = stems;
    }
    return chunk.index > 0 && !before && texts.length > 0 && leansOnContext(texts[0]!);
  }

  /** A fact, in words. */
  addStatement(statement: Statement, text: string, names: readonly string[]): void {
    const { subject, predicate, object } = statement;
    const key = JSON.stringify([subject.uid, predicate, typeof object === 'object' ? object.uid : object]);
    this.byKey.set(key, { text, stems: stemsOf(text), context: new Set(), names, origin: { statement } });
  }
}

const stemsOf = (text: string): Set<string> => new Set(wordsOf(text).map(({ stem }) => stem));

/** Stems of a name's telling words; all of its words where none is. */
export function nameStems(name: string): string[] {
  const words = wordsOf(name);
  const telling = words.filter((word) => !isFunctionWord(word));
  return (telling.length > 0 ? telling : words).map(({ stem }) => stem);
}

/** Whether a stem is among others, or one of them begins with it or it with one of them: `paint` and `painter`. */
export function covers(stems: ReadonlySet<string>, stem: string): boolean {
  if (stems.has(stem)) return true;
  if (stem.length < 4 || /\d/.test(stem)) return false;
  for (const other of stems) {
    if (
      other.length >= 4 &&
      Math.abs(other.length - stem.length) <= 4 &&
      (other.startsWith(stem) || stem.startsWith(other))
    )
      return true;
  }
  return false;
}
