/** The datatypes whose value spaces are known, what is in them, and how they lie to each other. */
import type { Iri } from '../model';
import { owl, rdf, rdfs, xsd } from '../vocabulary';
import { between } from './intervals';
import { INTEGER_BOUNDS, TIME_TYPES, UNINTERPRETED } from './parse';
import { cellsOf, ValueSet, whole } from './sets';
import { STRING_KINDS } from './strings';
import { valueKey } from './value';
import type { DataValue } from './value';

const SPACES: ReadonlyMap<Iri, ValueSet> = new Map<Iri, ValueSet>([
  [rdfs.Literal, ValueSet.ALL],
  [owl.real, whole(cellsOf.exact)],
  [owl.rational, whole(['integer', 'decimal', 'rational'])],
  [xsd('decimal'), whole(['integer', 'decimal'])],
  ...Object.entries(INTEGER_BOUNDS).map(([name, [low, high]]): [Iri, ValueSet] => [
    xsd(name),
    ValueSet.of([['integer', between(low, high)]]),
  ]),
  ...['double', 'float', 'boolean', 'hexBinary', 'base64Binary', 'anyURI'].map((name): [Iri, ValueSet] => [
    xsd(name),
    whole([name]),
  ]),
  [rdf.PlainLiteral, whole([...cellsOf.text, 'langString'])],
  [rdf.langString, whole(['langString'])],
  ...STRING_KINDS.map((kind, depth): [Iri, ValueSet] => [xsd(kind), whole(cellsOf.text.slice(depth))]),
  ...TIME_TYPES.map((type): [Iri, ValueSet] => [xsd(type), whole(cellsOf.time(type))]),
  [xsd('dateTimeStamp'), whole(['dateTime:zoned'])],
  [xsd('duration'), whole(cellsOf.duration)],
  [xsd('dayTimeDuration'), whole(['duration:zero', 'duration:seconds'])],
  [xsd('yearMonthDuration'), whole(['duration:zero', 'duration:months'])],
  [rdf.XMLLiteral, whole(['XMLLiteral'])],
  ...UNINTERPRETED.map((iri): [Iri, ValueSet] => [iri, whole([iri])]),
]);

/** Of the same values as xsd:NCName, but about documents: they are understood, and never named in an answer. */
const SYNONYMS: ReadonlyMap<Iri, Iri> = new Map(
  ['ID', 'IDREF', 'ENTITY'].map((name): [Iri, Iri] => [xsd(name), xsd('NCName')]),
);

/** Every datatype that answers name, rdfs:Literal first. */
export const KNOWN_DATATYPES: readonly Iri[] = [...SPACES.keys()];

/** The values of a datatype; undefined where they are not known. */
export function spaceOf(datatype: Iri): ValueSet | undefined {
  return SPACES.get(SYNONYMS.get(datatype) ?? datatype);
}

export function isKnownDatatype(datatype: Iri): boolean {
  return spaceOf(datatype) !== undefined;
}

/** Undefined where it cannot be known: for an unknown datatype, and for most opaque values. */
export function isInDatatype(value: DataValue, datatype: Iri): boolean | undefined {
  if (datatype === rdfs.Literal) return true;
  if (value.kind !== 'opaque') return spaceOf(datatype)?.has(value);
  if (value.datatype === datatype || superDatatypes(value.datatype).includes(datatype)) return true;
  return areDisjointDatatypes(value.datatype, datatype) ? false : undefined;
}

/** The known datatypes that hold a value, rdfs:Literal first (rule dt-type2). */
export function datatypesOf(value: DataValue): readonly Iri[] {
  if (value.kind === 'opaque') return superDatatypes(value.datatype);
  return KNOWN_DATATYPES.filter((datatype) => SPACES.get(datatype)!.has(value));
}

const supers = new Map<Iri, readonly Iri[]>();

/** The known datatypes whose values include all of a datatype's: itself (known or not), rdfs:Literal, and others. */
export function superDatatypes(datatype: Iri): readonly Iri[] {
  const known = supers.get(datatype);
  if (known) return known;
  const space = spaceOf(datatype);
  if (!space) return [rdfs.Literal, datatype];
  const found = containing(space);
  supers.set(datatype, found);
  return found;
}

const outsides = new Map<Iri, ValueSet>();

/** The known datatypes that include a set of values. */
export function containing(set: ValueSet): readonly Iri[] {
  return KNOWN_DATATYPES.filter((datatype) => set.isDisjoint(outsideOf(datatype)));
}

function outsideOf(datatype: Iri): ValueSet {
  let outside = outsides.get(datatype);
  if (!outside) {
    outside = SPACES.get(datatype)!.complement();
    outsides.set(datatype, outside);
  }
  return outside;
}

/** Known to have no value in common. */
export function areDisjointDatatypes(a: Iri, b: Iri): boolean {
  const left = spaceOf(a);
  const right = spaceOf(b);
  return left !== undefined && right !== undefined && left.isDisjoint(right);
}

/** Known to be different values (rule dt-diff): opaque ones may be the same under different spellings. */
export function areDifferent(a: DataValue, b: DataValue): boolean {
  if (a.kind !== 'opaque' && b.kind !== 'opaque') return valueKey(a) !== valueKey(b);
  return areDisjointDatatypes(kindOf(a), kindOf(b));
}

function kindOf(value: DataValue): Iri {
  return value.kind === 'opaque' ? value.datatype : (datatypesOf(value).at(-1) ?? rdfs.Literal);
}
