/** Read service: reports on stored facts and on the ontology in force. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { WrittenSyntax } from '../../rdf';
import { rightsWarnings } from '../access/widening';
import type { DocumentProcesses } from '../documents';
import type { Authority } from '../in-force/in-force';
import type { InForce } from '../in-force/types';
import type { RunningWork } from '../running-work';
import { VersionChanged } from '../store/transaction';
import type { ViolationsPage, ViolationsRequest } from '../walk/types';
import { listViolations } from '../walk/violations';
import { requireGuardian } from '../write/access';
import { explain } from './explain';
import type { ExplainAnswer, ExplainQuestion } from './explain';
import type { AccessReport, ReadService } from './types';

/** Maximum attempts of an explanation while the ontology in force changes. */
const EXPLAIN_ATTEMPTS = 12;

export class Reports implements ReadService {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly documents: DocumentProcesses,
    private readonly running: RunningWork,
  ) {}

  async explain(question: ExplainQuestion): Promise<ExplainAnswer> {
    const { authority, engine } = this;
    return this.running.track(async () => {
      await requireGuardian(engine, question.credentials, 'may read reports on stored data');
      await authority.checkIfStale();
      for (let attempt = 1; ; attempt++) {
        try {
          return await explain(question, authority.context());
        } catch (error) {
          if (!(error instanceof VersionChanged)) throw error;
          if (attempt >= EXPLAIN_ATTEMPTS) throw new OwlgateError('OntologyBusy');
          await authority.check();
        }
      }
    });
  }

  async violations(request: ViolationsRequest): Promise<ViolationsPage> {
    const { authority } = this;
    await requireGuardian(this.engine, request.credentials, 'may read reports on stored data');
    for (;;) {
      await authority.checkIfStale();
      const { active } = authority;
      if (!active) throw new OwlgateError('NoOntology');
      try {
        return await listViolations(authority.context(), request);
      } catch (error) {
        if (!(error instanceof VersionChanged)) throw error;
        await authority.check();
        // A cursor of the previous version is then refused; without one, the listing restarts under the version in
        // force.
        if (authority.active === active) throw new OwlgateError('OntologyBusy');
      }
    }
  }

  async accessReport(credentials?: Credentials): Promise<AccessReport> {
    const { authority, engine } = this;
    await requireGuardian(engine, credentials, 'may read the report on groups');
    await authority.checkIfStale();
    const reasoning = authority.active?.reasoning;
    if (!reasoning) throw new OwlgateError('NoOntology');
    const accessControl = engine.identity !== undefined;
    return { version: reasoning.version, accessControl, warnings: await rightsWarnings(engine, reasoning.plan) };
  }

  ontologyText({ documents: [main, ...others] }: Pick<InForce, 'documents'>, syntax: WrittenSyntax): Promise<string> {
    // A JSON-LD document may need its contexts to be read.
    const documents = [main, ...others.filter(({ role }) => role === 'context')] as const;
    return this.documents.run('write', { documents, syntax }, { lane: 'body', engine: this.engine });
  }
}
