/** The reasoner: axioms → plan; facts and a change → what follows, what goes, what contradicts. Pure: no I/O. */
export { compile } from './compile';
export type { Compilation, PartialVocabulary } from './compile';
export { Evaluation } from './evaluate';
export type { Change, Contradiction, EvaluateOptions, Inference } from './evaluate';
export { MemoryGraph } from './graph';
export type { GraphChange, Triple } from './graph';
export type { Plan } from './plan';
export { ruleText } from './rule';
export type { Atom, Filter, RangeTest, Ref, Rule } from './rule';
export type { Vocabulary } from './rules/builder';
export type { FactSource, Pattern } from './source';
export { FactTable, NO_ROW, Now, NOW_MASK, Stored, STORED_MASK, unchanged } from './table';
export type { Row } from './table';
export { ANY, Terms } from './terms';
export type { TermId } from './terms';
