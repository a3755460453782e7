/** Assignment of Dgraph names to the classes and properties of an ontology (design "Names"). */
import { OwlgateError } from '../errors';
import type { Entity, Iri, Ontology, Position } from './model';
import { Names } from './names';
import type { NameSpace, NameTable, Naming } from './names';
import { isReservedName, labelName, plainName, prefixName, spelledName, spellingProblem, splitIri } from './spelling';
import { OWL_NS, owlgate } from './vocabulary';
import type { OntologyWarning } from './warning';

/** Maximum earlier names of a term. */
const MAX_FORMER = 8;

/** Term that needs a name. */
interface Term {
  readonly iri: Iri;
  readonly position: Position;
  readonly namespace: Iri;
  readonly local: string;
  /** Preferred name: the local name as Dgraph can spell it, or the name made from the label. */
  readonly preferred: string;
  /** True if the preferred name is respelled. */
  readonly isRespelled: boolean;
  /** True if the preferred name is made from the label. */
  readonly isLabel: boolean;
  /** True for an object property. */
  readonly isEdge: boolean;
}

interface NamingOptions {
  /** Name table of the ontology that was in force, if any. */
  readonly previous?: NameTable | undefined;
  /** True to include owl:sameAs and owl:differentFrom. */
  readonly equality?: boolean;
  /** Source of the names. Absent for a stored ontology, whose terms keep their names in `previous`. */
  readonly naming?: Naming | undefined;
}

/**
 * Assigns names to all classes, object properties and data properties of an ontology.
 *
 * A term keeps its name in `previous`, with priority over all other claims; names of removed terms become free. The
 * term gets a new name if the source of the names changes, or if an earlier version of owlgate spelled the name in
 * ASCII although Dgraph accepts the local name. The table then keeps the earlier name. Where several terms claim one
 * preferred name, a term in the ontology's own namespace gets it. The others are named `prefix_local`, or `label_local`
 * if their preferred name is made from a label.
 *
 * @throws OwlgateError OntologyName for an invalid owlgate:name annotation
 */
export function assignNames(
  ontology: Ontology,
  { previous, equality = false, naming }: NamingOptions = {},
): { readonly names: Names; readonly warnings: readonly OntologyWarning[] } {
  const warnings: OntologyWarning[] = [];
  const namespaces = ownNamespaces(ontology);
  const source = naming ?? (previous ? previous.naming : 'iri');
  const keeps = (term: Term, name: string, space: NameSpace): boolean => {
    if (naming === undefined) return true;
    if (isReservedName(name, space, term.isEdge)) return false;
    if (previous?.naming === naming) return true;
    return previous?.naming === undefined && naming === 'iri' && !isPlainRespelling(term, name);
  };
  const isLoad = naming !== undefined;
  const assign = (space: NameSpace, kinds: readonly string[]) => {
    const terms = termsOf(ontology, kinds, space, source);
    if (equality && space === 'property') terms.push(...EQUALITY_TERMS);
    const group = space === 'class' ? 'classes' : 'properties';
    const assigner = new Assigner(space, namespaces, ontology.prefixes, warnings);
    assigner.applyOverrides(overrides(ontology, new Map(terms.map((term) => [term.iri, term])), space, isLoad));
    assigner.keepPrevious(terms, previous?.[group], keeps);
    assigner.assign(terms);
    return {
      table: assigner.table(),
      former: assigner.formerNames(terms, previous?.[group], previous?.former?.[group]),
    };
  };
  const classes = assign('class', ['class']);
  const properties = assign('property', ['objectProperty', 'dataProperty']);
  const former = { classes: classes.former, properties: properties.former };
  const names = Names.fromTable({
    classes: classes.table,
    properties: properties.table,
    prefixes: Object.fromEntries(ontology.prefixes),
    ...(source && { naming: source }),
    ...([former.classes, former.properties].some((each) => Object.keys(each).length > 0) && { former }),
  });
  return { names, warnings };
}

/** True for a name that an earlier version of owlgate spelled in ASCII, though Dgraph can spell the local name. */
function isPlainRespelling({ local, preferred }: Term, name: string): boolean {
  const plain = plainName(local);
  if (plain === preferred) return false;
  return [name, name.replace(/_\d+$/, '')].some((text) => text === plain || text.endsWith(`_${plain}`));
}

const EQUALITY_TERMS: readonly Term[] = ['sameAs', 'differentFrom'].map((local) => ({
  iri: `${OWL_NS}${local}`,
  position: { line: 1, column: 1 },
  namespace: OWL_NS,
  local,
  preferred: local,
  isRespelled: false,
  isLabel: false,
  isEdge: true,
}));

/** Returns the terms ordered by IRI, so that names do not depend on the order of the document. */
function termsOf(ontology: Ontology, kinds: readonly string[], space: NameSpace, naming: Naming | undefined): Term[] {
  return [...ontology.entities.values()]
    .filter((entity) => kinds.some((kind) => (entity.kinds as ReadonlySet<string>).has(kind)))
    .map(({ iri, position, labels, kinds: ofTerm }) => {
      const { namespace, local } = splitIri(iri);
      const label = naming === 'label' ? labelName(labelOf(labels), space) : '';
      const term = { iri, position, namespace, local, isEdge: ofTerm.has('objectProperty') };
      if (label !== '') return { ...term, preferred: label, isRespelled: false, isLabel: true };
      const preferred = spelledName(local) || prefixName(namespace, ontology.prefixes);
      return { ...term, preferred, isRespelled: preferred !== local, isLabel: false };
    })
    .sort((a, b) => (a.iri < b.iri ? -1 : 1));
}

/** Returns the label without a language, else the English one, else that of the first language. */
function labelOf(labels: Entity['labels']): string {
  const first = [...labels.keys()].sort()[0];
  return labels.get('') ?? labels.get('en') ?? (first === undefined ? '' : labels.get(first)!);
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

/**
 * Collects `owlgate:name "x"` annotations.
 *
 * @param isLoad false for a stored ontology, which may have names that are reserved since
 * @throws OwlgateError OntologyName for an invalid one
 */
function overrides(ontology: Ontology, terms: ReadonlyMap<Iri, Term>, space: NameSpace, isLoad: boolean): Override[] {
  const byIri = new Map<Iri, Override>();
  for (const axiom of ontology.axioms) {
    if (axiom.kind !== 'AnnotationAssertion' || axiom.property !== owlgate.name) continue;
    const { subject: iri, position, value } = axiom;
    const term = terms.get(iri);
    if (!term) continue;
    const name = typeof value === 'string' ? '' : value.value;
    const invalid = (reason: string) => nameError(position, `owlgate:name "${name}" of <${iri}>: ${reason}`);
    const problem = name === '' ? 'is no text' : spellingProblem(name);
    if (problem !== undefined) throw invalid(`the name ${problem}`);
    if (isLoad && isReservedName(name, space, term.isEdge)) throw invalid('the name is reserved');
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
  private readonly overridden = new Set<Iri>();

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
      this.overridden.add(iri);
    }
  }

  /** Keeps the names of an earlier load for terms that still exist. */
  keepPrevious(
    terms: readonly Term[],
    previous: Readonly<Record<Iri, string>> | undefined,
    keeps: (term: Term, name: string, space: NameSpace) => boolean,
  ): void {
    if (!previous) return;
    for (const term of terms) {
      const { iri } = term;
      const name = Object.hasOwn(previous, iri) ? previous[iri] : undefined;
      if (name === undefined || this.byIri.has(iri) || !keeps(term, name, this.space)) continue;
      if (!this.byName.has(name)) this.add(iri, name);
    }
  }

  /**
   * Returns the earlier names of terms, and warns of them. Terms with an owlgate:name have no
   * earlier names: people set it where stored data conflicts with the ontology, so no data moves to the new name.
   */
  formerNames(
    terms: readonly Term[],
    previous: Readonly<Record<Iri, string>> = {},
    former: Readonly<Record<Iri, readonly string[]>> = {},
  ): Record<Iri, readonly string[]> {
    const result: [Iri, readonly string[]][] = [];
    for (const { iri, position } of terms) {
      if (this.overridden.has(iri)) continue;
      const name = this.byIri.get(iri)!;
      const replaced = Object.hasOwn(previous, iri) && previous[iri] !== name ? [previous[iri]!] : [];
      const names = new Set([...replaced, ...(Object.hasOwn(former, iri) ? former[iri]! : [])]);
      names.delete(name);
      if (names.size > 0) result.push([iri, [...names].slice(0, MAX_FORMER)]);
      for (const earlier of names) this.warnMove(iri, earlier, name, position);
    }
    return Object.fromEntries(result);
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
      const winner = claimants.find((term) => this.isFree(preferred, term));
      if (winner) this.add(winner.iri, preferred);
      losers.push(...claimants.filter((term) => term !== winner));
    }
    losers.sort((a, b) => (a.iri < b.iri ? -1 : 1));
    /** Prefixed name → next number to try. */
    const numbers = new Map<string, number>();
    for (const term of losers) {
      const prefixed = term.isLabel
        ? `${term.preferred}_${spelledName(term.local)}`
        : `${prefixName(term.namespace, this.prefixes)}_${term.preferred}`;
      let name = spelledName(prefixed);
      let number = numbers.get(prefixed) ?? 2;
      while (!this.isFree(name, term)) name = spelledName(`${prefixed}_${number++}`);
      numbers.set(prefixed, number);
      this.add(term.iri, name);
    }
    for (const term of terms) this.warnOfName(term);
  }

  /** Warns of a name that is not the local one, also where an earlier load assigned it. */
  private warnOfName(term: Term): void {
    const { iri, preferred, isRespelled } = term;
    const name = this.byIri.get(iri)!;
    if (this.overridden.has(iri)) return;
    if (name === preferred) {
      if (isRespelled) this.warnSpelling(term, name);
    } else if (!this.isFree(preferred, term)) this.warnCollision(term, name);
  }

  private rank(term: Term): number {
    return (this.ownNamespaces.has(term.namespace) ? 0 : 2) + (term.isRespelled ? 1 : 0);
  }

  private isFree(name: string, { isEdge }: Term): boolean {
    return !this.byName.has(name) && !isReservedName(name, this.space, isEdge);
  }

  private add(iri: Iri, name: string): void {
    this.byIri.set(iri, name);
    this.byName.set(name, iri);
  }

  private warnSpelling({ iri, local, position }: Term, name: string): void {
    const problem = local === '' ? 'is empty' : spellingProblem(local);
    this.warnings.push({
      code: 'name-spelling',
      message: `the local name of <${iri}> ${problem}; it is known as "${name}"`,
      ...position,
    });
  }

  private warnMove(iri: Iri, earlier: string, name: string, position: Position): void {
    this.warnings.push({
      code: 'name-moved',
      message:
        `<${iri}> was known as "${earlier}" and is known as "${name}": stored data moves to the new name; ` +
        'queries and ' +
        'rules of access have to use it (owlgate:name keeps a name)',
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
