/** Irregular forms of words, as a language's data has them. */
import { phrases, record, words, type LanguageData } from './data';

/** Basic forms of irregular forms; undefined of all other words. */
export class IrregularForms {
  private readonly words: ReadonlyMap<string, string>;
  private readonly verbs = new Map<string, string>();
  private readonly participles = new Set<string>();
  private readonly prefixes: readonly string[];
  private readonly augment: string | null;

  constructor({ irregular, verbs, prefixes, separable, augment }: LanguageData) {
    this.words = record(irregular);
    this.prefixes = words([...prefixes, ...separable]);
    this.augment = augment;
    for (const line of phrases(verbs)) {
      const [infinitive = '', ...forms] = line.split(' ');
      this.participles.add(forms.at(-1) ?? infinitive);
      for (const form of [...forms, infinitive]) if (!this.verbs.has(form)) this.verbs.set(form, infinitive);
    }
  }

  /** @param isNoun true of a capitalized word: of verbs, it may be no more than a participle */
  baseOf(lower: string, isNoun = false): string | undefined {
    const own = this.words.get(lower);
    if (own !== undefined || (isNoun && (this.augment === null || !lower.startsWith(this.augment)))) return own;
    return this.infinitiveOf(lower);
  }

  /** True of another form of a verb than its infinitive. */
  isForm(lower: string): boolean {
    return (this.infinitiveOf(lower) ?? lower) !== lower;
  }

  isParticiple(lower: string): boolean {
    const isBehind = (prefix: string): boolean =>
      lower.startsWith(prefix) && this.isParticiple(lower.slice(prefix.length));
    return this.participles.has(lower) || this.prefixes.some(isBehind);
  }

  /** "Took" and "undertook"; "nahm", "übernahm" and "übernommen". */
  private infinitiveOf(lower: string): string | undefined {
    const verb = this.verbs.get(lower);
    if (verb !== undefined) return verb;
    for (const prefix of this.prefixes) {
      const rest = lower.startsWith(prefix) ? lower.slice(prefix.length) : '';
      const behind =
        rest === '' ? undefined : (this.infinitiveOf(rest) ?? this.verbs.get(`${this.augment ?? ''}${rest}`));
      if (behind !== undefined) return prefix + behind;
    }
    return undefined;
  }
}
