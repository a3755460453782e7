/** Datatypes: literals → values, value spaces, data ranges (OWL 2 Syntax, sections 4 and 7). */
export { canonicalLiteral } from './canonical';
export {
  areDifferent,
  areDisjointDatatypes,
  datatypesOf,
  isInDatatype,
  isKnownDatatype,
  KNOWN_DATATYPES,
  superDatatypes,
} from './value-spaces';
export { parseLiteral } from './parse';
export { RangeEvaluator, rangeKey } from './ranges';
export { storedRangeTest } from './stored';
export type { StorageType, StoredRangeTest } from './stored';
export { valueKey } from './value';
export type { DataValue } from './value';
