/** The reasoner for RDF graphs: an ontology and its data in one, whatever documents they come from. */
export { closure } from './reason';
export type { Closure, ReasonOptions } from './reason';
export { RdfGraph } from './graph';
export { NTriplesWriter } from './print';
export { literalOf, termText } from './terms';
export { Why } from './why';
export type { Step } from './why';
