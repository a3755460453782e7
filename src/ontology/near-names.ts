/** Near misses of names: texts that are nearly a name of the ontology, and the names that they probably mean. */
import type { LoadedTerms } from './read';
import type { Names, NameSpace } from './names';
import { nearestForm, suggest } from './suggest';

/** Difference between a text and the name that it nearly is. */
type Nearness = 'case' | 'normal form' | 'label' | 'letters';

export interface NearName {
  readonly name: string;
  readonly by: Nearness;
}

/** Maximum remembered texts. */
const MAX_REMEMBERED = 1000;
/** Maximum length of a text that is compared with names. */
const MAX_LENGTH = 300;

type NamedOntology = Pick<LoadedTerms, 'names' | 'ontology'>;

/** Names and labels by their folded form. */
export class NearNames {
  private static readonly cache = new WeakMap<Names, NearNames>();
  private readonly folded: Partial<Record<NameSpace, ReadonlyMap<string, readonly string[]>>> = {};
  private readonly remembered = new Map<string, NearName | undefined>();

  private constructor(private readonly loaded: NamedOntology) {}

  /** Returns the near names of an ontology; made once. */
  static of(loaded: NamedOntology): NearNames {
    let near = NearNames.cache.get(loaded.names);
    if (!near) NearNames.cache.set(loaded.names, (near = new NearNames(loaded)));
    return near;
  }

  /**
   * Returns the name that a text nearly matches, if any. For predicates, a difference in letters is not a near match:
   * clients may have predicates of their own.
   */
  find(space: NameSpace, text: string): NearName | undefined {
    if (text.length > MAX_LENGTH) return undefined;
    const key = `${space} ${text}`;
    if (this.remembered.has(key)) return this.remembered.get(key);
    const near = this.search(space, text);
    if (this.remembered.size >= MAX_REMEMBERED) this.remembered.clear();
    this.remembered.set(key, near);
    return near;
  }

  /**
   * Returns the names nearest to a text, by name or label, the nearest first.
   *
   * @param text name, label, IRI or `prefix:local`
   */
  suggestions(space: NameSpace, text: string): readonly string[] {
    return nearestForm(text, (form) => this.nearest(space, form));
  }

  private nearest(space: NameSpace, text: string): readonly string[] {
    const alike = this.alike(space, text);
    if (alike.length > 0) return alike.slice(0, 10);
    const { names, ontology } = this.loaded;
    const byText = new Map<string, string>();
    const all = names.all(space);
    for (const name of all) {
      const iri = space === 'class' ? names.classIri(name)! : names.propertyIri(name)!;
      for (const label of ontology.entities.get(iri)?.labels.values() ?? [])
        byText.set(label.trim().replace(/\s+/g, ' '), name);
    }
    for (const name of all) byText.set(name, name);
    return [...new Set(suggest(text, byText.keys(), 6).map((near) => byText.get(near)!))].slice(0, 3);
  }

  /**
   * Returns the names that equal a text, by themselves or by a label, apart from case, normal form, spaces and hyphens.
   */
  alike(space: NameSpace, text: string): readonly string[] {
    return this.foldedOf(space).get(fold(text)) ?? [];
  }

  private search(space: NameSpace, text: string): NearName | undefined {
    const { names } = this.loaded;
    const alike = this.alike(space, text);
    const equivalent = alike.find((name) => name.normalize('NFC') === text.normalize('NFC'));
    if (equivalent !== undefined) return { name: equivalent, by: 'normal form' };
    const cased = alike.find((name) => fold(name) === fold(text));
    if (cased !== undefined) return { name: cased, by: 'case' };
    if (alike.length > 0) return { name: alike[0]!, by: 'label' };
    if (space === 'property') return undefined;
    const [spelled] = suggest(text, names.all(space), 1);
    return spelled === undefined ? undefined : { name: spelled, by: 'letters' };
  }

  private foldedOf(space: NameSpace): ReadonlyMap<string, readonly string[]> {
    const cached = this.folded[space];
    if (cached) return cached;
    const { names, ontology } = this.loaded;
    const folded = new Map<string, string[]>();
    const add = (text: string, name: string): void => {
      const key = fold(text);
      const others = folded.get(key);
      if (!others) folded.set(key, [name]);
      else if (!others.includes(name)) others.push(name);
    };
    const all = names.all(space);
    for (const name of all) add(name, name);
    for (const name of all) {
      const iri = space === 'class' ? names.classIri(name)! : names.propertyIri(name)!;
      for (const label of ontology.entities.get(iri)?.labels.values() ?? []) add(label, name);
    }
    return (this.folded[space] = folded);
  }
}

/** Removes differences of case, normal form, spaces and hyphens. */
export const fold = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '');
