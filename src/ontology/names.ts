/**
 * Dgraph names of classes and properties (design "Names"). Classes and properties are separate name spaces, like types
 * and predicates in Dgraph: a class and a property may have the same name.
 */
import { OwlgateError } from '../errors';
import type { Iri, Ontology, Position } from './model';
import { isReservedName, PLAIN_NAME, plainName, prefixName, splitIri } from './spelling';
import { OWL_NS, owlgate } from './vocabulary';
import type { OntologyWarning } from './warning';

type NameSpace = 'class' | 'property';

/** Persistent form of the names: IRI → name. */
export interface NameTable {
  readonly classes: Readonly<Record<Iri, string>>;
  readonly properties: Readonly<Record<Iri, string>>;
  /** Prefixes for look-ups by `prefix:local`. */
  readonly prefixes: Readonly<Record<string, Iri>>;
}

/** IRI ↔ Dgraph name. Immutable; one-to-one within each name space. */
export class Names {
  private readonly names: Readonly<Record<NameSpace, ReadonlyMap<Iri, string>>>;
  private readonly iris: Readonly<Record<NameSpace, ReadonlyMap<string, Iri>>>;
  private readonly prefixes: ReadonlyMap<string, Iri>;

  private constructor(table: NameTable) {
    this.names = { class: new Map(Object.entries(table.classes)), property: new Map(Object.entries(table.properties)) };
    this.iris = { class: inverted(this.names.class), property: inverted(this.names.property) };
    this.prefixes = new Map(Object.entries(table.prefixes));
  }

  static fromTable(table: NameTable): Names {
    return new Names(table);
  }

  toTable(): NameTable {
    return {
      classes: Object.fromEntries(this.names.class),
      properties: Object.fromEntries(this.names.property),
      prefixes: Object.fromEntries(this.prefixes),
    };
  }

  /** Returns the Dgraph type of a class; undefined for unknown classes. */
  class(iri: Iri): string | undefined {
    return this.names.class.get(iri);
  }

  /** Returns the Dgraph predicate of an object or data property; undefined for unknown properties. */
  property(iri: Iri): string | undefined {
    return this.names.property.get(iri);
  }

  /** Returns all Dgraph names of a name space. */
  all(space: NameSpace): readonly string[] {
    return [...this.iris[space].keys()];
  }

  /** Resolves a class in a request: Dgraph name, full IRI (with or without `<>`) or `prefix:local`. */
  classIri(text: string): Iri | undefined {
    return this.resolve('class', text);
  }

  /** Resolves a property in a request, like classIri. */
  propertyIri(text: string): Iri | undefined {
    return this.resolve('property', text);
  }

  private resolve(space: NameSpace, text: string): Iri | undefined {
    const byName = this.iris[space].get(text);
    if (byName !== undefined) return byName;
    const iri = /^<(.*)>$/s.exec(text)?.[1] ?? text;
    if (this.names[space].has(iri)) return iri;
    const colon = text.indexOf(':');
    const namespace = colon < 0 ? undefined : this.prefixes.get(text.slice(0, colon));
    if (namespace === undefined) return undefined;
    const expanded = namespace + text.slice(colon + 1);
    return this.names[space].has(expanded) ? expanded : undefined;
  }
}

function inverted(map: ReadonlyMap<Iri, string>): Map<string, Iri> {
  return new Map([...map].map(([iri, name]) => [name, iri]));
}

/** Term that needs a name. */
interface Term {
  readonly iri: Iri;
  readonly position: Position;
  readonly namespace: Iri;
  /** Preferred name: the local name in plain spelling. */
  readonly preferred: string;
  /** True if the preferred name equals the local name. */
  readonly isExact: boolean;
}

/**
 * Assigns names to all classes, object properties and data properties of an ontology.
 *
 * A term keeps its name in `previous`, with priority over all other claims; names of removed terms are free again.
 * Otherwise the term in the ontology's own namespace gets its local name, and other claimants are named `prefix_local`.
 *
 * @param previous name table of the ontology that was in force, if any
 * @param equality true to include owl:sameAs and owl:differentFrom
 * @throws OwlgateError OntologyName for an invalid owlgate:name annotation
 */
export function assignNames(
  ontology: Ontology,
  previous?: NameTable,
  equality = false,
): { readonly names: Names; readonly warnings: readonly OntologyWarning[] } {
  const warnings: OntologyWarning[] = [];
  const namespaces = ownNamespaces(ontology);
  const assign = (space: NameSpace, kinds: readonly string[]): Record<Iri, string> => {
    const terms = termsOf(ontology, kinds);
    if (equality && space === 'property') terms.push(...EQUALITY_TERMS);
    const assigner = new Assigner(space, namespaces, ontology.prefixes, warnings);
    assigner.applyOverrides(overrides(ontology, new Set(terms.map(({ iri }) => iri)), space));
    assigner.keepPrevious(terms, space === 'class' ? previous?.classes : previous?.properties);
    assigner.assign(terms);
    return assigner.table();
  };
  const names = Names.fromTable({
    classes: assign('class', ['class']),
    properties: assign('property', ['objectProperty', 'dataProperty']),
    prefixes: Object.fromEntries(ontology.prefixes),
  });
  return { names, warnings };
}

const EQUALITY_TERMS: readonly Term[] = ['sameAs', 'differentFrom'].map((local) => ({
  iri: `${OWL_NS}${local}`,
  position: { line: 1, column: 1 },
  namespace: OWL_NS,
  preferred: local,
  isExact: true,
}));

/** Returns the terms ordered by IRI, so that names do not depend on the order of the document. */
function termsOf(ontology: Ontology, kinds: readonly string[]): Term[] {
  return [...ontology.entities.values()]
    .filter((entity) => kinds.some((kind) => (entity.kinds as ReadonlySet<string>).has(kind)))
    .map(({ iri, position }) => {
      const { namespace, local } = splitIri(iri);
      const preferred = plainName(local) || prefixName(namespace, ontology.prefixes);
      return { iri, position, namespace, preferred, isExact: preferred === local };
    })
    .sort((a, b) => (a.iri < b.iri ? -1 : 1));
}

/** Returns the ontology's IRI as a namespace, else the default prefix, else the namespace of most declared terms. */
function ownNamespaces({ iri, prefixes, entities }: Ontology): ReadonlySet<Iri> {
  const counts = new Map<Iri, number>();
  for (const entity of entities.values()) {
    const { namespace } = splitIri(entity.iri);
    counts.set(namespace, (counts.get(namespace) ?? 0) + (entity.declared ? 1 : 0));
  }
  const used = (candidates: readonly Iri[]) => new Set(candidates.filter((candidate) => counts.has(candidate)));
  const byIri = iri === undefined ? new Set<Iri>() : used([iri, `${iri}#`, `${iri}/`, iri.replace(/[#/]$/, '')]);
  if (byIri.size > 0) return byIri;
  const byPrefix = used([prefixes.get('') ?? '']);
  if (byPrefix.size > 0) return byPrefix;
  const [largest] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return new Set(largest && [largest[0]]);
}

interface Override {
  readonly iri: Iri;
  readonly name: string;
  readonly position: Position;
}

/** Collects `owlgate:name "x"` annotations. @throws OwlgateError OntologyName for an invalid one */
function overrides(ontology: Ontology, terms: ReadonlySet<Iri>, space: NameSpace): Override[] {
  const byIri = new Map<Iri, Override>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion' || axiom.property !== owlgate.name || !terms.has(axiom.subject)) continue;
    const { subject: iri, position, value } = axiom;
    const name = typeof value === 'string' ? '' : value.value;
    const invalid = (reason: string) => nameError(position, `owlgate:name "${name}" of <${iri}>: ${reason}`);
    if (!PLAIN_NAME.test(name)) {
      throw invalid('names consist of ASCII letters, digits, "_" and ".", and do not begin with a digit or "."');
    }
    if (isReservedName(name, space)) throw invalid('the name is reserved');
    const other = byIri.get(iri);
    if (other && other.name !== name) throw invalid(`line ${other.position.line} gives another name, "${other.name}"`);
    byIri.set(iri, { iri, name, position });
  }
  return [...byIri.values()];
}

function nameError(position: Position, reason: string): OwlgateError {
  const place = `line ${position.line}, column ${position.column}`;
  return new OwlgateError('OntologyName', { reason: `${place}: ${reason}` }, { ...position, reason });
}

/** Assigns the names of one name space, each to one term. */
class Assigner {
  private readonly byIri = new Map<Iri, string>();
  private readonly byName = new Map<string, Iri>();

  constructor(
    private readonly space: NameSpace,
    private readonly ownNamespaces: ReadonlySet<Iri>,
    private readonly prefixes: ReadonlyMap<string, Iri>,
    private readonly warnings: OntologyWarning[],
  ) {}

  table(): Record<Iri, string> {
    return Object.fromEntries(this.byIri);
  }

  applyOverrides(annotations: readonly Override[]): void {
    for (const { iri, name, position } of annotations) {
      const other = this.byName.get(name);
      if (other !== undefined) throw nameError(position, `owlgate:name "${name}" is given to <${other}> and <${iri}>`);
      this.add(iri, name);
    }
  }

  /** Keeps the names of an earlier load for terms that still exist. */
  keepPrevious(terms: readonly Term[], previous: Readonly<Record<Iri, string>> | undefined): void {
    if (!previous) return;
    for (const { iri } of terms) {
      const name = Object.hasOwn(previous, iri) ? previous[iri] : undefined;
      if (typeof name === 'string' && !this.byIri.has(iri) && this.isFree(name)) this.add(iri, name);
    }
  }

  assign(terms: readonly Term[]): void {
    const unnamed = terms.filter(({ iri }) => !this.byIri.has(iri));
    const claims = new Map<string, Term[]>();
    for (const term of unnamed) {
      const claimants = claims.get(term.preferred);
      if (claimants) claimants.push(term);
      else claims.set(term.preferred, [term]);
    }
    const losers: Term[] = [];
    for (const [preferred, claimants] of claims) {
      // The sort is stable: among equals, the lesser IRI comes first.
      claimants.sort((a, b) => this.rank(a) - this.rank(b));
      const isFree = this.isFree(preferred);
      if (isFree) {
        this.add(claimants[0]!.iri, preferred);
        if (!claimants[0]!.isExact) this.warnSpelling(claimants[0]!, preferred);
      }
      losers.push(...claimants.slice(isFree ? 1 : 0));
    }
    losers.sort((a, b) => (a.iri < b.iri ? -1 : 1));
    /** Prefixed name → next number to try. */
    const numbers = new Map<string, number>();
    for (const term of losers) {
      const prefixed = `${prefixName(term.namespace, this.prefixes)}_${term.preferred}`;
      let name = prefixed;
      let number = numbers.get(prefixed) ?? 2;
      while (!this.isFree(name)) name = `${prefixed}_${number++}`;
      numbers.set(prefixed, number);
      this.add(term.iri, name);
      this.warnCollision(term, name);
    }
  }

  private rank(term: Term): number {
    return (this.ownNamespaces.has(term.namespace) ? 0 : 2) + (term.isExact ? 0 : 1);
  }

  private isFree(name: string): boolean {
    return !this.byName.has(name) && !isReservedName(name, this.space);
  }

  private add(iri: Iri, name: string): void {
    this.byIri.set(iri, name);
    this.byName.set(name, iri);
  }

  private warnSpelling({ iri, position }: Term, name: string): void {
    this.warnings.push({
      code: 'name-spelling',
      message: `Dgraph cannot spell the local name of <${iri}>; it is known as "${name}"`,
      ...position,
    });
  }

  private warnCollision({ iri, position, preferred }: Term, name: string): void {
    const holder = this.byName.get(preferred);
    const reason =
      holder === undefined ? `the name "${preferred}" is reserved` : `<${holder}> has the name "${preferred}"`;
    this.warnings.push({
      code: 'name-collision',
      message: `${reason}; <${iri}> is known as "${name}" (owlgate:name gives it another)`,
      ...position,
    });
  }
}
