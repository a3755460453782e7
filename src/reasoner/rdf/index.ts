/** Reasoner for RDF graphs: an ontology and its data in one graph, from any documents. */
export { closure } from './reason';
export type { Closure } from './reason';
export { NTriplesWriter } from './print';
export { StepFinder } from './derivations';
