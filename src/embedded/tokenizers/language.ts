/** Language tags, as far as analysis depends on them. */

const bases = new Map<string, string>();
const MOST_CACHED = 1000;

/** The base language of a tag (`en` for `en-US`); English for no tag and for one that is not understood. */
export function languageBase(tag: string): string {
  if (tag === '') return 'en';
  const known = bases.get(tag);
  if (known !== undefined) return known;
  let base = 'en';
  try {
    base = new Intl.Locale(tag.replace(/_/g, '-')).language;
  } catch {
    // an unknown tag is English, as in Dgraph
  }
  if (bases.size >= MOST_CACHED) bases.clear();
  bases.set(tag, base);
  return base;
}

const collators = new Map<string, Intl.Collator | undefined>();

/** The language's order of strings; undefined for no language and for an unknown one, where bytes decide. */
export function collatorFor(tag: string): Intl.Collator | undefined {
  if (tag === '') return undefined;
  if (!collators.has(tag)) {
    let collator: Intl.Collator | undefined;
    try {
      collator = new Intl.Collator(tag.replace(/_/g, '-'));
    } catch {
      collator = undefined;
    }
    if (collators.size >= MOST_CACHED) collators.clear();
    collators.set(tag, collator);
  }
  return collators.get(tag);
}
