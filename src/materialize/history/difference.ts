/** Difference of two outlines: axioms with their places, classes, properties and the schema. */
import { parseSchema, printPredicate } from '../../dql';
import type { Iri } from '../../ontology';
import { onceFor } from '../../util/memo';
import type { VersionChanges } from '../in-force/version-history';
import { placedAxiom, rendererOf, type Outline, type PlacedAxiom } from './outline';

interface NameDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

interface AxiomDifference {
  /** With their places in the documents of the later ontology. */
  readonly added: readonly PlacedAxiom[];
  /** With their places in the documents of the earlier ontology. */
  readonly removed: readonly PlacedAxiom[];
  /** Numbers of all added and removed ones. */
  readonly addedCount: number;
  readonly removedCount: number;
}

interface PredicateDifference extends NameDifference {
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

interface TypeDifference extends NameDifference {
  readonly changed: readonly {
    readonly name: string;
    readonly addedFields: readonly string[];
    readonly removedFields: readonly string[];
  }[];
}

export interface OutlineDifference {
  readonly axioms: AxiomDifference;
  readonly classes: NameDifference;
  readonly properties: NameDifference;
  readonly predicates: PredicateDifference;
  readonly types: TypeDifference;
}

/** Maximum axioms listed of each kind; the counts cover all. */
const MAX_LISTED = 10_000;

const axiomSet = onceFor(({ axioms }: Outline): ReadonlySet<string> => new Set(axioms));

/** Returns the numbers of the statements that another outline does not have. */
export function missingFrom(other: Outline, { axioms }: Outline): number[] {
  const present = axiomSet(other);
  return axioms.flatMap((text, number) => (present.has(text) ? [] : [number]));
}

/** Compares the statements. IRIs are abbreviated with the prefixes of the later ontology. */
export function axiomDifference(before: Outline, after: Outline): AxiomDifference {
  const renderer = rendererOf(after);
  const [added, removed] = [missingFrom(before, after), missingFrom(after, before)];
  const listed = (outline: Outline, numbers: readonly number[]): PlacedAxiom[] =>
    numbers.slice(0, MAX_LISTED).map((number) => placedAxiom(outline, number, renderer));
  return {
    added: listed(after, added),
    removed: listed(before, removed),
    addedCount: added.length,
    removedCount: removed.length,
  };
}

/** Terms with the same IRI are the same term. */
export const termDifference = (
  before: Pick<Outline, 'classes' | 'properties'>,
  after: Pick<Outline, 'classes' | 'properties'>,
): { readonly classes: NameDifference; readonly properties: NameDifference } => ({
  classes: nameDifference(before.classes, after.classes),
  properties: nameDifference(before.properties, after.properties),
});

type Names = Readonly<Record<Iri, string>>;

function nameDifference(before: Names, after: Names): NameDifference {
  const namesMissing = (from: Names, other: Names): string[] =>
    Object.entries(from)
      .filter(([iri]) => !Object.hasOwn(other, iri))
      .map(([, name]) => name)
      .sort();
  return { added: namesMissing(after, before), removed: namesMissing(before, after) };
}

export const outlineDifference = (before: Outline, after: Outline): OutlineDifference => ({
  axioms: axiomDifference(before, after),
  ...termDifference(before, after),
  ...schemaDifference(before.schema, after.schema),
});

/** Counts of a difference, for the record of a version. */
export function changesOf(before: Outline, after: Outline): VersionChanges {
  const { classes, properties } = termDifference(before, after);
  return {
    axiomsAdded: missingFrom(before, after).length,
    axiomsRemoved: missingFrom(after, before).length,
    classesAdded: classes.added.length,
    classesRemoved: classes.removed.length,
    propertiesAdded: properties.added.length,
    propertiesRemoved: properties.removed.length,
  };
}

/** Compares two schemas by the declarations of predicates and types. */
function schemaDifference(before: string, after: string): Pick<OutlineDifference, 'predicates' | 'types'> {
  const [earlier, later] = [parseSchema(before), parseSchema(after)];
  const predicates = partDifference(earlier.predicates, later.predicates, printPredicate);
  const types = partDifference(earlier.types, later.types, ({ fields }) => fields.join(' '));
  const without = (fields: readonly string[], other: readonly string[]) =>
    fields.filter((each) => !other.includes(each));
  return {
    predicates: {
      ...predicates,
      changed: predicates.changed.map(([one, other]) => ({
        name: one.name,
        before: printPredicate(one),
        after: printPredicate(other),
      })),
    },
    types: {
      ...types,
      changed: types.changed.map(([one, other]) => ({
        name: one.name,
        addedFields: without(other.fields, one.fields),
        removedFields: without(one.fields, other.fields),
      })),
    },
  };
}

function partDifference<T extends { readonly name: string }>(
  before: readonly T[],
  after: readonly T[],
  print: (part: T) => string,
): NameDifference & { readonly changed: readonly (readonly [T, T])[] } {
  const [earlier, later] = [before, after].map((parts) => new Map(parts.map((part) => [part.name, part]))) as [
    Map<string, T>,
    Map<string, T>,
  ];
  const missing = (from: ReadonlyMap<string, T>, other: ReadonlyMap<string, T>): string[] =>
    [...from.keys()].filter((name) => !other.has(name)).sort();
  const changed = before.flatMap((part) => {
    const other = later.get(part.name);
    return other === undefined || print(part) === print(other) ? [] : [[part, other] as const];
  });
  return { added: missing(later, earlier), removed: missing(earlier, later), changed };
}
