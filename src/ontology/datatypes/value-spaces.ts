/** Known datatypes: value spaces, membership, inclusion and disjointness. */
import type { Iri } from '../model';
import { owl, rdf, rdfs, xsd } from '../vocabulary';
import { between } from './intervals';
import { INTEGER_BOUNDS, TIME_TYPES, UNINTERPRETED } from './parse';
import { cellsOf, ValueSet, wholeCells } from './sets';
import { STRING_KINDS } from './strings';
import { valueKey } from './value';
import type { DataValue } from './value';

const SPACES: ReadonlyMap<Iri, ValueSet> = new Map<Iri, ValueSet>([
  [rdfs.Literal, ValueSet.ALL],
  [owl.real, wholeCells(cellsOf.exact)],
  [owl.rational, wholeCells(['integer', 'decimal', 'rational'])],
  [xsd('decimal'), wholeCells(['integer', 'decimal'])],
  ...Object.entries(INTEGER_BOUNDS).map(([name, [low, high]]): [Iri, ValueSet] => [
    xsd(name),
    ValueSet.of([['integer', between(low, high)]]),
  ]),
  ...['double', 'float', 'boolean', 'hexBinary', 'base64Binary', 'anyURI'].map((name): [Iri, ValueSet] => [
    xsd(name),
    wholeCells([name]),
  ]),
  [rdf.PlainLiteral, wholeCells([...cellsOf.text, 'langString'])],
  [rdf.langString, wholeCells(['langString'])],
  ...STRING_KINDS.map((kind, depth): [Iri, ValueSet] => [xsd(kind), wholeCells(cellsOf.text.slice(depth))]),
  ...TIME_TYPES.map((type): [Iri, ValueSet] => [xsd(type), wholeCells(cellsOf.time(type))]),
  [xsd('dateTimeStamp'), wholeCells(['dateTime:zoned'])],
  [xsd('duration'), wholeCells(cellsOf.duration)],
  [xsd('dayTimeDuration'), wholeCells(['duration:zero', 'duration:seconds'])],
  [xsd('yearMonthDuration'), wholeCells(['duration:zero', 'duration:months'])],
  [rdf.XMLLiteral, wholeCells(['XMLLiteral'])],
  ...UNINTERPRETED.map((iri): [Iri, ValueSet] => [iri, wholeCells([iri])]),
]);

/** Datatypes for XML documents, with the values of xsd:NCName: accepted in input, never returned. */
const SYNONYMS: ReadonlyMap<Iri, Iri> = new Map(
  ['ID', 'IDREF', 'ENTITY'].map((name): [Iri, Iri] => [xsd(name), xsd('NCName')]),
);

/** Datatypes that queries return, rdfs:Literal first. */
export const KNOWN_DATATYPES: readonly Iri[] = [...SPACES.keys()];

/** Returns the value space of a datatype; undefined for unknown datatypes. */
export function spaceOf(datatype: Iri): ValueSet | undefined {
  return SPACES.get(SYNONYMS.get(datatype) ?? datatype);
}

export function isKnownDatatype(datatype: Iri): boolean {
  return spaceOf(datatype) !== undefined;
}

/** Tests if a value is in a datatype; undefined if undecidable: for unknown datatypes and most opaque values. */
export function isInDatatype(value: DataValue, datatype: Iri): boolean | undefined {
  if (datatype === rdfs.Literal) return true;
  if (value.kind !== 'opaque') return spaceOf(datatype)?.has(value);
  if (value.datatype === datatype || superDatatypes(value.datatype).includes(datatype)) return true;
  return areDisjointDatatypes(value.datatype, datatype) ? false : undefined;
}

/** Returns the known datatypes that contain a value, rdfs:Literal first (rule dt-type2). */
export function datatypesOf(value: DataValue): readonly Iri[] {
  if (value.kind === 'opaque') return superDatatypes(value.datatype);
  return KNOWN_DATATYPES.filter((datatype) => SPACES.get(datatype)!.has(value));
}

const superDatatypeCache = new Map<Iri, readonly Iri[]>();

/**
 * Returns the known datatypes that include all values of a datatype: itself (known or not), rdfs:Literal, and others.
 */
export function superDatatypes(datatype: Iri): readonly Iri[] {
  const cached = superDatatypeCache.get(datatype);
  if (cached) return cached;
  const space = spaceOf(datatype);
  if (!space) return [rdfs.Literal, datatype];
  const datatypes = containing(space);
  superDatatypeCache.set(datatype, datatypes);
  return datatypes;
}

const complements = new Map<Iri, ValueSet>();

/** Returns the known datatypes that include a set of values. */
export function containing(set: ValueSet): readonly Iri[] {
  return KNOWN_DATATYPES.filter((datatype) => set.isDisjoint(complementOf(datatype)));
}

function complementOf(datatype: Iri): ValueSet {
  let complement = complements.get(datatype);
  if (!complement) {
    complement = SPACES.get(datatype)!.complement();
    complements.set(datatype, complement);
  }
  return complement;
}

/** True if two datatypes are known to have no common value. */
export function areDisjointDatatypes(a: Iri, b: Iri): boolean {
  const left = spaceOf(a);
  const right = spaceOf(b);
  return left !== undefined && right !== undefined && left.isDisjoint(right);
}

/** True if two values are known to differ (rule dt-diff). Opaque values with different lexical forms may be equal. */
export function areDifferent(a: DataValue, b: DataValue): boolean {
  if (a.kind !== 'opaque' && b.kind !== 'opaque') return valueKey(a) !== valueKey(b);
  return areDisjointDatatypes(kindOf(a), kindOf(b));
}

function kindOf(value: DataValue): Iri {
  return value.kind === 'opaque' ? value.datatype : (datatypesOf(value).at(-1) ?? rdfs.Literal);
}
