/** Texts of queries that turned out to be long, so that they are not tried on the wrong thread again. */
import { LRUCache } from '../util/lru';
import { detached } from '../util/text';

const MAX_TEXTS = 500;
/** Maximum characters of all texts together. */
const MAX_CHARACTERS = 2_000_000;

export class LongQueries {
  private readonly texts = new LRUCache<string, true>({
    most: MAX_TEXTS,
    weight: { most: MAX_CHARACTERS, of: (text) => text.length },
  });

  has(text: string): boolean {
    return this.texts.get(text) ?? false;
  }

  add(text: string): void {
    this.texts.set(detached(text), true);
  }
}
