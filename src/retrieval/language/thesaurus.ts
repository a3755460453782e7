/**
 * Everyday words for relations that ontologies write otherwise, by the data of a language. A word that the ontology
 * itself knows is never looked up here; what is found costs a reading more than a word of the ontology.
 */
import { foldWord } from '../links/fold';
import { phrases, record, words, type ThesaurusData } from './data';

type Role = 'agent' | 'patient';

interface Synonym {
  readonly stem: string;
  /** The verb's sides are the other way round. */
  readonly isTurned: boolean;
}

const put = <V>(map: Map<string, V[]>, key: string, value: V): void =>
  void map.set(key, [...(map.get(key) ?? []), value]);

export class Thesaurus {
  private readonly verbs = new Map<string, Synonym[]>();
  private readonly agents = new Map<string, { readonly verb: string; readonly role: Role }[]>();
  private readonly nouns = new Map<string, string[]>();
  /** Verb → verbs whose subject is its object. */
  readonly behind = new Map<string, string[]>();
  private readonly adjectives = new Map<string, readonly string[]>();
  /** Stems of a phrase → stems of verbs that say the same. */
  readonly phrases = new Map<string, readonly string[]>();
  private readonly places: ReadonlySet<string>;
  /** Everything that is looked up here, as it is written. */
  readonly words: readonly string[];

  /**
   * @param stem stemmer of the language
   * @param isFormed true if nouns are formed as in English: `owner`, `employee`
   */
  constructor(
    data: ThesaurusData,
    private readonly stem: (word: string) => string,
    private readonly isFormed: boolean,
  ) {
    const stems = (text: string): string[] =>
      text.split(/[ +]/).flatMap((word) => (word === '' ? [] : [stem(word.split('-')[0]!)]));
    for (const line of data.verbs) {
      const [group = '', agent = '', patient = ''] = line.split(/;\s*/);
      const all = stems(group);
      for (const verb of all) this.alike(verb, all);
      for (const [role, nouns] of [
        ['agent', agent],
        ['patient', patient],
      ] as const)
        for (const noun of nouns.split(' ').filter((word) => word !== ''))
          for (const verb of all) put(this.agents, this.formOf(noun), { verb, role });
    }
    const places = words(data.places).map(stem);
    this.places = new Set(places);
    for (const verb of places) this.alike(verb, places);
    for (const [one, others] of record(data.turned)) {
      for (const to of stems(others)) {
        const same = (this.verbs.get(to) ?? []).filter(({ isTurned }) => !isTurned).map((each) => each.stem);
        for (const other of [to, ...same]) {
          put(this.verbs, stem(one), { stem: other, isTurned: true });
          put(this.behind, other, stem(one));
        }
      }
    }
    // "Which firms belong to it?": what is a part, a member, a branch of it.
    for (const part of words(data.parts)) put(this.verbs, stem('belong'), { stem: stem(part), isTurned: false });
    for (const line of data.nouns) {
      const group = stems(line);
      for (const one of group) for (const other of group) if (one !== other) put(this.nouns, one, other);
    }
    for (const [adjective, measured] of record(data.measures)) this.adjectives.set(adjective, stems(measured));
    for (const phrase of phrases(data.phrases)) {
      const [said = '', verb = ''] = phrase.split(': ');
      this.phrases.set(stems(said).join(' '), stems(verb));
    }
    const all = [...data.verbs, ...data.nouns, ...words(data.measures).map((pair) => pair.split(':')[1]!)];
    this.words =
      all
        .join(' ')
        .toLowerCase()
        .match(/\p{L}+/gu) ?? [];
  }

  /** Form of a noun without its plural; its English stem is that of the verb. */
  private formOf(noun: string): string {
    return this.isFormed ? foldWord(noun) : this.stem(noun);
  }

  private alike(verb: string, group: readonly string[]): void {
    for (const other of group) if (other !== verb) put(this.verbs, verb, { stem: other, isTurned: false });
  }

  /** Stems of nouns that say much the same. */
  nounsLike(stem: string): readonly string[] {
    return this.nouns.get(stem) ?? [];
  }

  /** Verbs that say the same, or the same from the other side. */
  verbsLike(stem: string): readonly Synonym[] {
    return this.verbs.get(stem) ?? [];
  }

  /** Verbs that say the same from the same side. */
  sameVerbs(stem: string): readonly string[] {
    return this.verbsLike(stem).flatMap((each) => (each.isTurned ? [] : [each.stem]));
  }

  /** Verbs whose agent a noun names. */
  verbsOfAgent(noun: string): readonly string[] {
    return this.verbsOfNoun(noun).flatMap(({ verb, role }) => (role === 'agent' ? [verb] : []));
  }

  /** Verbs that a noun names a side of: `owner` of `own`; by the data, or by how it is formed. */
  verbsOfNoun(word: string): readonly { readonly verb: string; readonly role: Role }[] {
    const plain = word.replace(/['’]s$/, '');
    const known = this.agents.get(this.formOf(plain)) ?? [];
    const formed = this.isFormed ? /^([a-z]{2,})(er|or|ee)s?$/.exec(plain.toLowerCase()) : null;
    if (!formed) return known;
    const [, base = '', ending] = formed;
    const role: Role = ending === 'ee' ? 'patient' : 'agent';
    // `competitor` of `compete`.
    const roots = new Set([base, `${base}e`, base.replace(/(.)\1$/, '$1'), base.replace(/it$/, 'e')].map(this.stem));
    return [...known, ...[...roots].filter((root) => root.length > 1).map((verb) => ({ verb, role }))];
  }

  /** True of verbs that say where something is. */
  isOfPlaces(stem: string): boolean {
    return this.places.has(stem);
  }

  /** Stems of nouns of what an adjective measures. */
  measuresOf(adjective: string): readonly string[] {
    return this.adjectives.get(adjective) ?? [];
  }

  /** Stems with which a word may be said instead: other verbs, the verb of a noun, who does it, a measure. */
  otherWords(word: string): readonly string[] {
    const stem = this.stem(word);
    const verbs = [stem, ...this.verbsOfNoun(word).map(({ verb }) => verb)];
    const alike = verbs.flatMap((verb) => this.verbsLike(verb).map((each) => each.stem));
    const doers = this.isFormed ? [`${stem}er`, `${stem}or`].map(this.stem) : [];
    const nouns = [...this.nounsLike(stem), ...this.measuresOf(word.toLowerCase())];
    return [...new Set([...verbs, ...alike, ...doers, ...nouns])].filter((other) => other !== stem);
  }
}
