/** Terms of the ontology in force, indexed: names, tree of classes, search by label. */
import type { Terms } from '../api/schema';

export type ClassTerm = Terms['classes'][number];
export type PropertyTerm = Terms['properties'][number];

/** Class found by a label, and the label. */
export interface Hit {
  readonly term: ClassTerm;
  readonly label: string;
}

/** Label with its text as it is compared. */
interface Searchable extends Hit {
  readonly text: string;
}

/** Orders and texts for a search are made when they are first needed: an ontology may have tens of thousands of terms. */
export class TermIndex {
  readonly classes: ReadonlyMap<string, ClassTerm>;
  readonly properties: ReadonlyMap<string, PropertyTerm>;
  /** Classes without superclasses. */
  readonly roots: readonly string[];
  /** Subclasses by name; in the order of their labels once they have been asked for. */
  private readonly children = new Map<string, string[]>();
  private readonly sorted = new Set<string>();
  private written: ReadonlyMap<string, string> | undefined;
  private searchable: readonly Searchable[] | undefined;

  constructor(
    readonly version: number,
    private readonly terms: Pick<Terms, 'classes' | 'properties'>,
    private readonly language: string,
  ) {
    this.classes = new Map(terms.classes.map((term) => [term.iri, term]));
    this.properties = new Map(terms.properties.map((term) => [term.iri, term]));
    const roots: string[] = [];
    for (const term of terms.classes) {
      const parents = this.parents(term);
      if (parents.length === 0) roots.push(term.iri);
      for (const parent of parents) {
        const siblings = this.children.get(parent);
        if (siblings) siblings.push(term.iri);
        else this.children.set(parent, [term.iri]);
      }
    }
    this.roots = this.ordered(roots);
  }

  /** Direct superclasses, without equivalent ones: those would make circles. */
  parents({ directSuperClasses, equivalentClasses = [] }: ClassTerm): string[] {
    return directSuperClasses.filter((name) => !equivalentClasses.includes(name) && this.classes.has(name));
  }

  childrenOf(name: string): readonly string[] {
    const names = this.children.get(name) ?? [];
    if (names.length < 2 || this.sorted.has(name)) return names;
    const ordered = this.ordered(names);
    this.children.set(name, ordered);
    this.sorted.add(name);
    return ordered;
  }

  /** Label of a class or property in the language of the reader, else its name. */
  labelOf(name: string): string {
    const labels = (this.classes.get(name) ?? this.properties.get(name))?.labels;
    if (!labels) return name;
    return labels[this.language] ?? labels[''] ?? labels['en'] ?? Object.values(labels)[0] ?? name;
  }

  /** Name of a class or property that an axiom writes as `:Dog`, `ex:Dog` or `<http://…#Dog>`. */
  named(written: string): string | undefined {
    this.written ??= new Map(
      [...this.properties.values(), ...this.classes.values()].flatMap(({ iri, fullIri }): [string, string][] => [
        [`<${fullIri}>`, iri],
        [`:${/[^#/:]*$/.exec(fullIri)![0]}`, iri],
      ]),
    );
    return this.written.get(written.startsWith('<') ? written : written.slice(written.indexOf(':')));
  }

  /** Classes with a label, in any language, that contains a text; those that begin with it come first. */
  search(text: string, limit: number): Hit[] {
    const wanted = folded(text.trim());
    if (wanted === '') return [];
    this.searchable ??= this.terms.classes.flatMap((term) =>
      [...new Set([...Object.values(term.labels), term.iri])].map((label) => ({ text: folded(label), label, term })),
    );
    const found = new Map<string, Hit & { readonly rank: number }>();
    for (const { text: label, ...hit } of this.searchable) {
      const at = label.indexOf(wanted);
      if (at < 0) continue;
      const rank = (at === 0 ? 0 : 1e6) + label.length;
      const earlier = found.get(hit.term.iri);
      if (!earlier || rank < earlier.rank) found.set(hit.term.iri, { ...hit, rank });
    }
    return [...found.values()].sort((a, b) => a.rank - b.rank || compare(a.label, b.label)).slice(0, limit);
  }

  /** Names of the classes from a root down to a class, without the class. */
  pathTo(name: string): string[] {
    const path: string[] = [];
    const seen = new Set([name]);
    for (let at = this.classes.get(name); at;) {
      const parent = this.parents(at).find((each) => !seen.has(each));
      if (parent === undefined) break;
      path.unshift(parent);
      seen.add(parent);
      at = this.classes.get(parent);
    }
    return path;
  }

  private ordered(names: readonly string[]): string[] {
    const labelled = names.map((name) => ({ name, label: folded(this.labelOf(name)) }));
    return labelled.sort((a, b) => compare(a.label, b.label) || compare(a.name, b.name)).map(({ name }) => name);
  }
}

/** Text without case and diacritics. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
