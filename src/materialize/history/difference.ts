/** Difference of two outlines: axioms with their places, classes, properties and the schema. */
import { parseSchema, printPredicate } from '../../dql';
import type { Iri } from '../../ontology';
import { onceFor } from '../../util/memo';
import type { VersionChanges } from '../in-force/version-history';
import { placedAxiom, rendererOf, type Outline, type PlacedAxiom } from './outline';

export interface NameDifference {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface AxiomDifference {
  /** With their places in the documents of the later ontology. */
  readonly added: readonly PlacedAxiom[];
  /** With their places in the documents of the earlier ontology. */
  readonly removed: readonly PlacedAxiom[];
  /** Numbers of all added and removed ones. */
  readonly addedCount: number;
  readonly removedCount: number;
}

interface SchemaPartDifference extends NameDifference {
  readonly changed: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

export interface OutlineDifference {
  readonly axioms: AxiomDifference;
  readonly classes: NameDifference;
  readonly properties: NameDifference;
  readonly predicates: SchemaPartDifference;
  readonly types: SchemaPartDifference;
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
  const predicates = (schema: typeof earlier) => new Map(schema.predicates.map((each) => [each.name, printPredicate(each)]));
  const types = (schema: typeof earlier) =>
    new Map(schema.types.map(({ name, fields }) => [name, [...fields].sort().join(', ')]));
  return {
    predicates: partDifference(predicates(earlier), predicates(later)),
    types: partDifference(types(earlier), types(later)),
  };
}

function partDifference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): SchemaPartDifference {
  const missing = (from: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
    [...from.keys()].filter((name) => !other.has(name)).sort();
  const changed = [...before].flatMap(([name, text]) => {
    const changedTo = after.get(name);
    return changedTo === undefined || changedTo === text ? [] : [{ name, before: text, after: changedTo }];
  });
  return { added: missing(after, before), removed: missing(before, after), changed };
}
