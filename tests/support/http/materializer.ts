/** Materializer without an engine, for tests of the HTTP server: reads and compiles ontologies, writes nothing. */
import type { Credentials } from '../../../src/dgraph';
import { OwlgateError } from '../../../src/errors';
import { EngineFailure } from '../../../src/dgraph';
import { Documents, validationOf } from '../../../src/materialize/documents';
import type { PreparedOntology, TaskEngine } from '../../../src/materialize/documents/tasks';
import { readBundle } from '../../../src/materialize/in-force/bundle';
import { checksumOf } from '../../../src/materialize/in-force/registry';
import { writeRdf } from '../../../src/rdf';
import { ontologyApi } from '../../../src/schema';
import type { WrittenSyntax } from '../../../src/rdf';
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
  readonly uncounted = [];
  inForce: InForce | undefined;
  private readonly documents = new Documents();
  readonly notices: AlterNotice[] = [];
  readonly calls: MutateCall[] = [];
  /** Handler of mutations; undefined if mutations do not concern the materializer. */
  reply: ((call: MutateCall) => Promise<MutateReply>) | undefined;
  onAltered: () => Promise<void> = () => Promise.resolve();

  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  async validate(request: LoadRequest): Promise<Validation> {
    const prepared = await this.prepare(request);
    return { ...validationOf(prepared), graphqlSchema: ontologyApi(prepared).sdl.text() };
  }

  async load(request: LoadRequest): Promise<LoadReport> {
    const validation = await this.validate(request);
    const prepared = await this.prepare(request);
    const { bundle: documents, loaded, introspection, compiled, graphql } = prepared;
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
      introspection,
      compiled,
      graphql,
    };
    const materialization = { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 };
    return { ...validation, version, materialization };
  }

  accessReport(): Promise<AccessReport> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    return Promise.resolve({ version: this.inForce.version, accessControl: false, warnings: [] });
  }

  async written({ documents }: InForce, syntax: WrittenSyntax): Promise<string> {
    return writeRdf(await readBundle(documents), syntax);
  }

  private prepare(request: LoadRequest): Promise<PreparedOntology> {
    const { profile, mayFetch = false, source, mediaType, name, along = [] } = request;
    const metadata = { ...(mediaType !== undefined && { mediaType }), ...(name !== undefined && { name }) };
    const main = { source, along, ...metadata };
    const reading = { profile, equality: false };
    const input = { main, reading, mayFetch, schema: { schema: [], types: [] }, servesGraphql: false };
    return this.documents.run('prepare', input, { lane: 'load', engine: NO_ENGINE });
  }

  violations(): Promise<ViolationsPage> {
    if (!this.inForce) return Promise.reject(new OwlgateError('NoOntology'));
    return Promise.resolve({ version: this.inForce.version, violations: [] });
  }

  extension: { readonly version: number; readonly sdl: string; readonly loadedAt: string } | undefined;

  servesGraphql(): Promise<boolean> {
    return Promise.resolve(false);
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

/** Estimates of cost work without the counts of an engine. */
const NO_ENGINE: TaskEngine = {
  kind: 'embedded',
  url: 'none',
  query: () => Promise.reject(new EngineFailure([], Buffer.alloc(0))),
  mutate: () => Promise.reject(new EngineFailure([], Buffer.alloc(0))),
  alter: () => Promise.resolve(),
  commit: () => Promise.resolve({ body: Buffer.alloc(0) }),
};
