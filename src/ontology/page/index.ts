/** Documentation page of an ontology. */
export { ontologyPage } from './page';
export { PAGE_POLICY } from './style';
