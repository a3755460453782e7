/** A materializer without an engine, for tests of the HTTP surface: ontologies are read and compiled, nothing is written. */
import type { Credentials } from '../../../src/dgraph';
import { OwlgateError } from '../../../src/errors';
import { gatherDocuments } from '../../../src/materialize/load/gather';
import { NO_IMPORTS } from '../../../src/materialize/load/imports';
import { checksumOf } from '../../../src/materialize/in-force/registry';
import { Introspection, readDocument } from '../../../src/ontology';
import { compileGraphql, compileSchema, diffSchema } from '../../../src/schema';
import { silent } from '../../../src/util/log';
import type { ExplainAnswer, ExplainQuestion } from '../../../src/materialize/explain/explain';
import type {
  AccessReport,
  AlterNotice,
  CommitCall,
  ExtensionReport,
  ExtensionState,
  InForce,
  LoadReport,
  LoadRequest,
  MaterializationRun,
  MaterializationStatus,
  Materializer,
  MutateCall,
  MutateReply,
  SchemaChange,
  Validation,
  ViolationsPage,
} from '../../../src/materialize/types';

export class FakeMaterializer implements Materializer {
  inForce: InForce | undefined;
  readonly notices: AlterNotice[] = [];
  readonly calls: MutateCall[] = [];
  /** Undefined: no mutation is its concern. */
  reply: ((call: MutateCall) => Promise<MutateReply>) | undefined;
  onAltered: () => Promise<void> = () => Promise.resolve();

  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  async validate(request: LoadRequest): Promise<Validation> {
    const { document, warnings } = await gather(request);
    const loaded = readDocument(document, { profile: request.profile });
    const compiled = compileSchema(loaded);
    const { predicates, types } = compiled;
    const diff = diffSchema({ predicates, types }, { schema: [], types: [] });
    const graphql = compileGraphql(loaded, compiled);
    return { loaded, compiled, graphql, diff, warnings: [...warnings, ...loaded.warnings, ...compiled.warnings] };
  }

  async load(request: LoadRequest): Promise<LoadReport> {
    const validation = await this.validate(request);
    const { bundle: documents } = await gather(request);
    const { loaded } = validation;
    const version = (this.inForce?.version ?? 0) + 1;
    this.inForce = {
      version,
      source: request.source,
      mediaType: documents[0].mediaType,
      documents,
      profile: request.profile,
      loadedAt: '2025-03-01T10:20:30.400Z',
      checksum: checksumOf(documents),
      loaded,
      introspection: new Introspection(loaded.ontology, loaded.taxonomy, loaded.names),
    };
    const materialization = { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 };
    return { ...validation, version, materialization };
  }

  accessReport(): Promise<AccessReport> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    return Promise.resolve({ version: this.inForce.version, accessControl: false, warnings: [] });
  }

  violations(): Promise<ViolationsPage> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    return Promise.resolve({ version: this.inForce.version, violations: [] });
  }

  extension: { readonly version: number; readonly sdl: string; readonly loadedAt: string } | undefined;

  get extensionVersion(): number | undefined {
    return this.extension?.version;
  }

  graphqlExtension(): Promise<ExtensionState> {
    return Promise.resolve({ extension: this.extension, generated: undefined, inForce: undefined });
  }

  checkGraphqlExtension(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  setGraphqlExtension(sdl: string | undefined): Promise<ExtensionReport> {
    const version = (this.extension?.version ?? 0) + 1;
    this.extension = sdl === undefined ? undefined : { version, sdl, loadedAt: '2025-03-01T10:20:30.400Z' };
    return Promise.resolve({ version, merged: false, warnings: [] });
  }

  readonly questions: ExplainQuestion[] = [];

  explain(question: ExplainQuestion): Promise<ExplainAnswer> {
    this.questions.push(question);
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    const { subject, predicate, object } = question;
    const fact = { subject, predicate, object };
    const proofs = [{ steps: 0, proof: { fact, kind: 'asserted' as const } }];
    const json = { fact, state: 'asserted' as const, complete: true, proofs, nodes: {} };
    return Promise.resolve({ version: this.inForce.version, json, text: `${subject} ${predicate} ${object}\n` });
  }

  materialize(): Promise<MaterializationRun> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    const report = { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 };
    return Promise.resolve({ version: this.inForce.version, ended: Promise.resolve(report) });
  }

  materialization(): Promise<MaterializationStatus> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    return Promise.resolve({ state: 'idle', version: this.inForce.version });
  }

  watchMaterialization: (signal: AbortSignal) => AsyncIterable<MaterializationStatus> = async function* () {
    yield await Promise.resolve<MaterializationStatus>({ state: 'idle', version: 1 });
  };

  concerns(): boolean {
    return this.reply !== undefined;
  }

  readonly ends: CommitCall[] = [];

  recall(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  commit(call: CommitCall): Promise<MutateReply> {
    this.ends.push(call);
    return Promise.resolve({ body: '{"data":{"code":"Success","message":"Done"}}' });
  }

  mutate(call: MutateCall): Promise<MutateReply> {
    this.calls.push(call);
    return this.reply!(call);
  }

  changeSchema<T>(_change: SchemaChange, _credentials: Credentials | undefined, send: () => Promise<T>): Promise<T> {
    return send();
  }

  altered(notice: AlterNotice): Promise<void> {
    this.notices.push(notice);
    return this.onAltered();
  }
}

const gather = (request: LoadRequest) => gatherDocuments(request, request.profile, NO_IMPORTS, silent);
