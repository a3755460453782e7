/**
 * The names by which Dgraph knows classes and properties (design "Names"). Classes and properties are two name spaces,
 * as types and predicates are in Dgraph: a class and a property may share a name.
 */
import { OwlgateError } from '../errors';
import type { Iri, Ontology, Position } from './model';
import { isReservedName, PLAIN_NAME, plainName, prefixName, splitIri } from './spelling';
import { OWL_NS, owlgate } from './vocabulary';
import type { OntologyWarning } from './warning';

export type NameSpace = 'class' | 'property';

/** The persisted form: IRI → name. */
export interface NameTable {
  readonly classes: Readonly<Record<Iri, string>>;
  readonly properties: Readonly<Record<Iri, string>>;
  /** For look-ups by `prefix:local`. */
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

  /** The Dgraph type of a class; undefined when the ontology does not have it. */
  class(iri: Iri): string | undefined {
    return this.names.class.get(iri);
  }

  /** The Dgraph predicate of an object or data property; undefined when the ontology does not have it. */
  property(iri: Iri): string | undefined {
    return this.names.property.get(iri);
  }

  /** Every Dgraph name of a name space. */
  all(space: NameSpace): readonly string[] {
    return [...this.iris[space].keys()];
  }

  /** The class that a request means: by Dgraph name, full IRI (with or without `<>`), or `prefix:local`. */
  classIri(text: string): Iri | undefined {
    return this.resolve('class', text);
  }

  /** The property that a request means, as classIri. */
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

/** A term that needs a name. */
interface Term {
  readonly iri: Iri;
  readonly position: Position;
  readonly namespace: Iri;
  /** The plain spelling of the local name. */
  readonly wanted: string;
  /** Whether that is the local name itself. */
  readonly asWritten: boolean;
}

/**
 * Names every class and every object and data property of an ontology.
 *
 * A term keeps the name it has in `previous`, whatever else would claim it; names of terms that are gone are free.
 * Otherwise the local name goes to the term in the ontology's own namespace, and others are `prefix_local`.
 *
 * @param previous the table of the ontology that was in force, if there was one
 * @param equality whether owl:sameAs and owl:differentFrom are among the properties
 * @throws OwlgateError OntologyName when an owlgate:name annotation cannot be followed
 */
export function assignNames(
  ontology: Ontology,
  previous?: NameTable,
  equality = false,
): { readonly names: Names; readonly warnings: readonly OntologyWarning[] } {
  const warnings: OntologyWarning[] = [];
  const own = ownNamespaces(ontology);
  const assign = (space: NameSpace, kinds: readonly string[]): Record<Iri, string> => {
    const terms = termsOf(ontology, kinds);
    if (equality && space === 'property') terms.push(...EQUALITY_TERMS);
    const assigner = new Assigner(space, own, ontology.prefixes, warnings);
    assigner.follow(overrides(ontology, new Set(terms.map(({ iri }) => iri)), space));
    assigner.keep(terms, space === 'class' ? previous?.classes : previous?.properties);
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
  wanted: local,
  asWritten: true,
}));

/** In the order of their IRIs, so that a name does not depend on where a term stands in the document. */
function termsOf(ontology: Ontology, kinds: readonly string[]): Term[] {
  return [...ontology.entities.values()]
    .filter((entity) => kinds.some((kind) => (entity.kinds as ReadonlySet<string>).has(kind)))
    .map(({ iri, position }) => {
      const { namespace, local } = splitIri(iri);
      const wanted = plainName(local) || prefixName(namespace, ontology.prefixes);
      return { iri, position, namespace, wanted, asWritten: wanted === local };
    })
    .sort((a, b) => (a.iri < b.iri ? -1 : 1));
}

/** The ontology's own IRI as a namespace, or else the default prefix, or else the namespace of most declared terms. */
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
  const [most] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  return new Set(most && [most[0]]);
}

interface Override {
  readonly iri: Iri;
  readonly name: string;
  readonly position: Position;
}

/** `owlgate:name "x"` annotations; throws OntologyName where one cannot be followed. */
function overrides(ontology: Ontology, terms: ReadonlySet<Iri>, space: NameSpace): Override[] {
  const found = new Map<Iri, Override>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion' || axiom.property !== owlgate.name || !terms.has(axiom.subject)) continue;
    const { subject: iri, position, value } = axiom;
    const name = typeof value === 'string' ? '' : value.value;
    const wrong = (reason: string) => nameError(position, `owlgate:name "${name}" of <${iri}>: ${reason}`);
    if (!PLAIN_NAME.test(name)) throw wrong('a name has ASCII letters, digits, "_" and ".", and begins with no digit');
    if (isReservedName(name, space)) throw wrong('the name is reserved');
    const other = found.get(iri);
    if (other && other.name !== name) throw wrong(`there is another, "${other.name}", on line ${other.position.line}`);
    found.set(iri, { iri, name, position });
  }
  return [...found.values()];
}

function nameError(position: Position, reason: string): OwlgateError {
  const place = `line ${position.line}, column ${position.column}`;
  return new OwlgateError('OntologyName', { reason: `${place}: ${reason}` }, { ...position, reason });
}

/** Gives names out in one name space, each once. */
class Assigner {
  private readonly byIri = new Map<Iri, string>();
  private readonly byName = new Map<string, Iri>();

  constructor(
    private readonly space: NameSpace,
    private readonly own: ReadonlySet<Iri>,
    private readonly prefixes: ReadonlyMap<string, Iri>,
    private readonly warnings: OntologyWarning[],
  ) {}

  table(): Record<Iri, string> {
    return Object.fromEntries(this.byIri);
  }

  follow(annotated: readonly Override[]): void {
    for (const { iri, name, position } of annotated) {
      const other = this.byName.get(name);
      if (other !== undefined) throw nameError(position, `owlgate:name "${name}" is given to <${other}> and <${iri}>`);
      this.take(iri, name);
    }
  }

  /** Names of an earlier load that are still in use. */
  keep(terms: readonly Term[], previous: Readonly<Record<Iri, string>> | undefined): void {
    if (!previous) return;
    for (const { iri } of terms) {
      const name = Object.hasOwn(previous, iri) ? previous[iri] : undefined;
      if (typeof name === 'string' && !this.byIri.has(iri) && this.isFree(name)) this.take(iri, name);
    }
  }

  assign(terms: readonly Term[]): void {
    const unnamed = terms.filter(({ iri }) => !this.byIri.has(iri));
    const claims = new Map<string, Term[]>();
    for (const term of unnamed) {
      const claimants = claims.get(term.wanted);
      if (claimants) claimants.push(term);
      else claims.set(term.wanted, [term]);
    }
    const others: Term[] = [];
    for (const [wanted, claimants] of claims) {
      // The sort is stable: among equals, the lesser IRI comes first.
      claimants.sort((a, b) => this.rank(a) - this.rank(b));
      const free = this.isFree(wanted);
      if (free) {
        this.take(claimants[0]!.iri, wanted);
        if (!claimants[0]!.asWritten) this.warnSpelling(claimants[0]!, wanted);
      }
      others.push(...claimants.slice(free ? 1 : 0));
    }
    others.sort((a, b) => (a.iri < b.iri ? -1 : 1));
    /** Of names that many terms want, the next number to try. */
    const numbers = new Map<string, number>();
    for (const term of others) {
      const prefixed = `${prefixName(term.namespace, this.prefixes)}_${term.wanted}`;
      let name = prefixed;
      let number = numbers.get(prefixed) ?? 2;
      while (!this.isFree(name)) name = `${prefixed}_${number++}`;
      numbers.set(prefixed, number);
      this.take(term.iri, name);
      this.warnCollision(term, name);
    }
  }

  private rank(term: Term): number {
    return (this.own.has(term.namespace) ? 0 : 2) + (term.asWritten ? 0 : 1);
  }

  private isFree(name: string): boolean {
    return !this.byName.has(name) && !isReservedName(name, this.space);
  }

  private take(iri: Iri, name: string): void {
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

  private warnCollision({ iri, position, wanted }: Term, name: string): void {
    const holder = this.byName.get(wanted);
    const why = holder === undefined ? `the name "${wanted}" is reserved` : `<${holder}> has the name "${wanted}"`;
    this.warnings.push({
      code: 'name-collision',
      message: `${why}; <${iri}> is known as "${name}" (owlgate:name gives it another)`,
      ...position,
    });
  }
}
