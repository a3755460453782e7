/** Texts of queries that turned out to be long, so that they are not tried again where they do not belong. */
import { LRUCache } from '../util/lru';

const MOST = 500;
/** Characters; longer texts are not kept. */
const LONGEST = 100_000;

export class LongQueries {
  private readonly texts = new LRUCache<string, true>(MOST);

  has(text: string): boolean {
    return this.texts.get(text) ?? false;
  }

  add(text: string): void {
    if (text.length <= LONGEST) this.texts.set(text, true);
  }
}
