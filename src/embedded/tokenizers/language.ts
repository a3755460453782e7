/** Language tags in text analysis. */

const bases = new Map<string, string>();
const MAX_CACHED = 1000;

/** Returns the base language of a tag (`en` for `en-US`); English for an empty or invalid tag. */
export function languageBase(tag: string): string {
  if (tag === '') return 'en';
  const cached = bases.get(tag);
  if (cached !== undefined) return cached;
  let base = 'en';
  try {
    base = new Intl.Locale(tag.replace(/_/g, '-')).language;
  } catch {
    // An unknown tag is English, as in Dgraph.
  }
  if (bases.size >= MAX_CACHED) bases.clear();
  bases.set(tag, base);
  return base;
}

const collators = new Map<string, Intl.Collator | undefined>();

/** Collator of a language; undefined for an empty or unknown tag, where strings are compared by bytes. */
export function collatorFor(tag: string): Intl.Collator | undefined {
  if (tag === '') return undefined;
  if (!collators.has(tag)) {
    let collator: Intl.Collator | undefined;
    try {
      collator = new Intl.Collator(tag.replace(/_/g, '-'));
    } catch {
      collator = undefined;
    }
    if (collators.size >= MAX_CACHED) collators.clear();
    collators.set(tag, collator);
  }
  return collators.get(tag);
}
