/** Texts of queries that turned out to be long, so that they are not tried on the wrong thread again. */
import { LRUCache } from '../util/lru';

const MAX_TEXTS = 500;
/** Longer texts are not remembered. */
const MAX_CHARACTERS = 100_000;

export class LongQueries {
  private readonly texts = new LRUCache<string, true>(MAX_TEXTS);

  has(text: string): boolean {
    return this.texts.get(text) ?? false;
  }

  add(text: string): void {
    if (text.length <= MAX_CHARACTERS) this.texts.set(text, true);
  }
}
