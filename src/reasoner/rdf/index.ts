/** Reasoner for RDF graphs: an ontology and its data in one graph, from any documents. */
export { closure } from './reason';
export type { Closure, ReasonOptions } from './reason';
export { RdfGraph } from './graph';
export { NTriplesWriter } from './print';
export { literalOf, termText } from './terms';
export { StepFinder } from './derivations';
export type { Step } from './derivations';
