/** Vocabulary of an ontology: classes and properties by label, with their place in the hierarchy. */
import { OwlgateError } from '../../errors';
import type { InForce } from '../../materialize';
import { NearNames, suggest, type NameSpace, type Taxonomy } from '../../ontology';
import { onceFor } from '../../util/memo';
import { definitionsOf, labelsOf } from './annotations';
import { ENGLISH } from '../language/data';
import { contentStems, isFunctionWord, keyOf, pluralOf, spaced, wordsOf, type Word } from '../language/words';
import { afterLast } from '../../util/text';

interface NamedTerm {
  /** Dgraph name. */
  readonly name: string;
  readonly iri: string;
  readonly labels: readonly string[];
  readonly comment?: string;
  /** Definitions in annotations, best first. */
  readonly definitions: readonly string[];
}

export interface ClassTerm extends NamedTerm {
  readonly kind: 'class';
}

export interface PropertyTerm extends NamedTerm {
  readonly kind: 'property';
  readonly isObject: boolean;
  /** Names of classes. Subjects belong to all of them, or to any of them if the domain is a union. */
  readonly domain: readonly string[];
  readonly domainIsUnion: boolean;
  /** Names of classes; empty for data properties. */
  readonly range: readonly string[];
  readonly rangeIsUnion: boolean;
  /** IRIs; empty for object properties. */
  readonly datatypes: readonly string[];
  /** Names of properties. */
  readonly inverses: readonly string[];
  readonly isFunctional: boolean;
  readonly isTransitive: boolean;
}

type Term = ClassTerm | PropertyTerm;

/** Run of words that names terms. */
interface TermMatch<T extends Term = Term> {
  readonly terms: readonly T[];
  /** Positions of words; `to` is exclusive. */
  readonly from: number;
  readonly to: number;
}

export class Vocabulary {
  readonly classes = new Map<string, ClassTerm>();
  readonly properties = new Map<string, PropertyTerm>();
  /** Terms by the stems of their labels, in order. */
  private readonly index = new Map<string, Term[]>();
  private longest = 1;
  private readonly disjoint = new Map<string, ReadonlySet<string>>();
  private readonly lower = new Map<string, ReadonlySet<string>>();
  private readonly taxonomy: Taxonomy;

  private constructor(private readonly ontology: InForce) {
    const { loaded } = ontology;
    this.taxonomy = loaded.taxonomy;
    for (const name of loaded.names.all('class')) this.addClass(name, loaded.names.classIri(name)!);
    for (const name of loaded.names.all('property')) this.addProperty(name, loaded.names.propertyIri(name)!);
  }

  /** Returns the vocabulary of an ontology in force; built once. */
  static readonly of = onceFor((ontology: InForce) => new Vocabulary(ontology));

  /** Returns the terms that a text names: the longest match at each position, without overlaps. */
  match(words: readonly Word[]): TermMatch[] {
    const matches: TermMatch[] = [];
    for (let from = 0; from < words.length;) {
      let hit: TermMatch | undefined;
      for (let to = Math.min(words.length, from + this.longest); to > from && !hit; to--) {
        const terms = this.index.get(keyOf(words.slice(from, to)));
        if (terms && !(to - from === 1 && isFunctionWord(words[from]!))) hit = { terms, from, to };
      }
      if (hit) matches.push(hit);
      from = hit ? hit.to : from + 1;
    }
    return matches;
  }

  /**
   * Returns the name of a class that a caller gives by name or label.
   *
   * @throws OwlgateError UnknownClass
   */
  classNamed(nameOrLabel: string): string {
    if (this.classes.has(nameOrLabel)) return nameOrLabel;
    const words = wordsOf(nameOrLabel);
    const whole = this.match(words).find(({ from, to }) => from === 0 && to === words.length);
    const match = whole?.terms.find(({ kind }) => kind === 'class');
    if (match) return match.name;
    const suggestions = suggest(nameOrLabel, [...this.classes.keys()]);
    throw new OwlgateError('UnknownClass', { name: nameOrLabel.slice(0, 200) }, { suggestions });
  }

  /** Returns the names nearest to a text, by name or by a label in any language. */
  similar(space: NameSpace, text: string): readonly string[] {
    return NearNames.of(this.ontology.loaded).suggestions(space, text);
  }

  /** Ranks terms by the words that they share with a text. */
  search(text: string, kind: Term['kind'], limit: number): Term[] {
    const textStems = contentStems(text);
    const terms = kind === 'class' ? this.classes : this.properties;
    const scored: { term: Term; score: number }[] = [];
    for (const term of terms.values()) {
      let best = 0;
      for (const label of [...term.labels, ...(term.comment === undefined ? [] : [term.comment])]) {
        const stems = new Set(wordsOf(label).map(({ stem }) => stem));
        const shared = [...textStems].filter((stem) => stems.has(stem)).length;
        const weight = label === term.comment ? 0.3 : 1;
        if (shared > 0) best = Math.max(best, (weight * shared * shared) / (textStems.size * stems.size));
      }
      if (best > 0) scored.push({ term, score: best });
    }
    return scored
      .sort((a, b) => b.score - a.score || (a.term.name < b.term.name ? -1 : 1))
      .slice(0, limit)
      .map(({ term }) => term);
  }

  /** Returns the names of the subclasses. */
  below(name: string): readonly string[] {
    return [...this.lowerOf(name)];
  }

  /** True if one class is the other or a subclass of it. */
  isWithin(lower: string, upper: string): boolean {
    return lower === upper || this.lowerOf(upper).has(lower);
  }

  /** Returns the types of a node that have no other of them below, each once. */
  mostSpecific(types: readonly string[]): string[] {
    const all = [...new Set(types)];
    return all.filter((type) => !all.some((other) => other !== type && this.isWithin(other, type)));
  }

  /** True if one class is the other, or lies below or above it. */
  isAlong(one: string, other: string): boolean {
    return this.isWithin(one, other) || this.isWithin(other, one);
  }

  /** True if a class has a subclass that is not along another one. */
  hasBeside(name: string, upper: string): boolean {
    for (const other of this.lowerOf(upper)) if (!this.isAlong(other, name)) return true;
    return false;
  }

  private lowerOf(name: string): ReadonlySet<string> {
    let subclasses = this.lower.get(name);
    if (!subclasses) {
      const iri = this.classes.get(name)?.iri;
      subclasses = new Set(iri === undefined ? [] : this.names(this.taxonomy.classes.descendants(iri)));
      this.lower.set(name, subclasses);
    }
    return subclasses;
  }

  /** Returns the names of the superclasses. */
  above(name: string): string[] {
    const iri = this.classes.get(name)?.iri;
    return iri === undefined ? [] : this.names(this.taxonomy.classes.ancestors(iri));
  }

  /** Returns the names of the direct superclasses. */
  parents(name: string): string[] {
    const iri = this.classes.get(name)?.iri;
    return iri === undefined ? [] : this.names(this.taxonomy.classes.parents(iri));
  }

  /** Returns the names of the subproperties. */
  propertiesBelow(name: string): string[] {
    const term = this.properties.get(name);
    if (!term) return [];
    const iris = term.isObject
      ? this.taxonomy.subProperties(term.iri)
      : this.taxonomy.dataProperties.descendants(term.iri);
    return iris.flatMap((iri) => this.ontology.loaded.names.property(iri) ?? []).filter((other) => other !== name);
  }

  /** Returns the names of all disjoint classes. */
  disjointWith(name: string): ReadonlySet<string> {
    let disjoint = this.disjoint.get(name);
    if (!disjoint) {
      const iri = this.classes.get(name)?.iri;
      disjoint = new Set(iri === undefined ? [] : this.names(this.taxonomy.disjointness.all(iri)));
      this.disjoint.set(name, disjoint);
    }
    return disjoint;
  }

  /** Returns the first disjoint pair of classes, one from each list. */
  contradiction(types: readonly string[], others: readonly string[]): readonly [string, string] | undefined {
    for (const other of others) {
      const excluded = this.disjointWith(other);
      const type = types.find((each) => excluded.has(each));
      if (type !== undefined) return [type, other];
    }
    return undefined;
  }

  /** True if one of the types is the class or a subclass of it. */
  isOf(types: readonly string[], name: string): boolean {
    return types.some((type) => this.isWithin(type, name));
  }

  labelOf(name: string): string {
    return this.classes.get(name)?.labels[0] ?? this.properties.get(name)?.labels[0] ?? spaced(name);
  }

  private addClass(name: string, iri: string): void {
    const term: ClassTerm = { kind: 'class', name, iri, ...this.texts(name, iri) };
    this.classes.set(name, term);
    this.addToIndex(term, (label) => [label, pluralOf(label, ENGLISH.plurals) ?? label].map((each) => wordsOf(each)));
  }

  private addProperty(name: string, iri: string): void {
    const { taxonomy } = this;
    const isObject = taxonomy.isObjectProperty(iri);
    const domain = taxonomy.domain(iri);
    const range = isObject ? taxonomy.range(iri) : undefined;
    const term: PropertyTerm = {
      kind: 'property',
      name,
      iri,
      ...this.texts(name, iri),
      isObject,
      domain: this.names(domain.classes),
      domainIsUnion: domain.union,
      range: this.names(range?.classes ?? []),
      rangeIsUnion: range?.union ?? false,
      datatypes: isObject ? [] : taxonomy.datatypes(iri),
      inverses: isObject
        ? taxonomy.inverses(iri).flatMap((inverse) => this.ontology.loaded.names.property(inverse) ?? [])
        : [],
      isFunctional: taxonomy.isFunctional(iri),
      isTransitive: taxonomy.isTransitive(iri),
    };
    this.properties.set(name, term);
    // Function words are optional: "where does it hang" means "hangs in", and "the author of" means "has author".
    this.addToIndex(term, (label) => {
      const words = wordsOf(label);
      const last = words.findLastIndex((word) => !isFunctionWord(word));
      return [words, words.slice(0, last + 1), words.filter((word) => !isFunctionWord(word))];
    });
  }

  private texts(name: string, iri: string): { labels: string[]; comment?: string; definitions: readonly string[] } {
    const entity = this.ontology.loaded.ontology.entities.get(iri);
    const entityLabels = entity?.labels;
    const first = entityLabels?.get('') ?? entityLabels?.get('en');
    const local = spaced(afterLast(iri, '#/:'));
    const annotated = labelsOf(this.ontology).get(iri) ?? [];
    const labels = new Set([...(first === undefined ? [] : [first]), ...annotated, spaced(name), local]);
    const comment = entity?.comments.get('') ?? entity?.comments.get('en') ?? entity?.comments.values().next().value;
    labels.delete('');
    const definitions = definitionsOf(this.ontology).get(iri) ?? [];
    return { labels: [...labels], ...(comment !== undefined && { comment }), definitions };
  }

  private addToIndex(term: Term, spellings: (label: string) => readonly (readonly Word[])[]): void {
    const keys = new Set<string>();
    for (const label of term.labels) {
      for (const words of spellings(label)) {
        if (words.length === 0) continue;
        this.longest = Math.max(this.longest, Math.min(8, words.length));
        keys.add(keyOf(words));
      }
    }
    for (const key of keys) {
      const terms = this.index.get(key);
      if (terms) terms.push(term);
      else this.index.set(key, [term]);
    }
  }

  private names(iris: readonly string[]): string[] {
    return iris.flatMap((iri) => this.ontology.loaded.names.class(iri) ?? []);
  }
}
