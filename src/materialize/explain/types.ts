/** Interface of the read service: reports on stored facts and on the ontology in force. Writes nothing. */
import type { Credentials } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import type { WrittenSyntax } from '../../rdf';
import type { InForce } from '../in-force/types';
import type { ViolationsPage, ViolationsRequest } from '../walk/types';
import type { ExplainAnswer, ExplainQuestion } from './explain';

export interface ReadService {
  /**
   * Explains a stored fact.
   * @throws OwlgateError NoOntology, UnknownPredicate, UnknownNode, FactUnknown, AccessDenied
   */
  explain(question: ExplainQuestion): Promise<ExplainAnswer>;
  /**
   * Lists the contradictions among the stored facts, page by page.
   *
   * @throws OwlgateError NoOntology, InvalidRequest, AccessDenied
   */
  violations(request: ViolationsRequest): Promise<ViolationsPage>;
  /**
   * Checks the rules in force against the current groups of the cluster. @throws OwlgateError NoOntology, AccessDenied
   */
  accessReport(credentials?: Credentials): Promise<AccessReport>;
  /** Returns the text of an ontology in another syntax, without its imports. */
  ontologyText(ontology: Pick<InForce, 'documents'>, syntax: WrittenSyntax): Promise<string>;
}

/** Rules of the ontology in force that widen access of groups of the cluster. */
export interface AccessReport {
  readonly version: number;
  /** False: the cluster has no access control, hence no groups and no warnings. */
  readonly accessControl: boolean;
  readonly warnings: readonly OntologyWarning[];
}
