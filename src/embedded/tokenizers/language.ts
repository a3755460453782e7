/** Language tags in text analysis. Clients choose them, so caches are bounded and skip long tags. */
import { LRUCache } from '../../util/lru';
import { detached } from '../../util/text';

/** Maximum length of a cached tag (RFC 5646, section 4.4.1). */
const LONGEST_KEPT = 35;
const MAX_TAGS = 1_000;
/** Collators take kilobytes outside of the heap. */
const MAX_COLLATORS = 100;

const bases = new LRUCache<string, string>({ most: MAX_TAGS });

/** Returns the base language of a tag (`en` for `en-US`); English for `und`, and for an empty or invalid tag. */
export function languageBase(tag: string): string {
  if (tag === '') return 'en';
  const cached = bases.get(tag);
  if (cached !== undefined) return cached;
  let base = 'en';
  try {
    // The language of `und` is undefined in some versions of Node, and `und` in others.
    const { language = 'und' } = new Intl.Locale(tag.replace(/_/g, '-')) as { readonly language?: string };
    base = language === 'und' ? 'en' : language;
  } catch {
    // An unknown tag is English, as in Dgraph.
  }
  if (tag.length <= LONGEST_KEPT) bases.set(detached(tag), base);
  return base;
}

const collators = new LRUCache<string, Intl.Collator | 'none'>({ most: MAX_COLLATORS });

/** Collator of a language; undefined for an empty or unknown tag, where strings are compared by bytes. */
export function collatorFor(tag: string): Intl.Collator | undefined {
  if (tag === '') return undefined;
  let collator = collators.get(tag);
  if (!collator) {
    try {
      collator = new Intl.Collator(tag.replace(/_/g, '-'));
    } catch {
      collator = 'none';
    }
    if (tag.length <= LONGEST_KEPT) collators.set(detached(tag), collator);
  }
  return collator === 'none' ? undefined : collator;
}
