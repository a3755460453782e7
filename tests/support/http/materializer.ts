/** Materializer without an engine, for tests of the HTTP server: reads and compiles ontologies, writes nothing. */
import { OwlgateError } from '../../../src/errors';
import { EngineFailure } from '../../../src/dgraph';
import { DocumentProcesses, validationOf } from '../../../src/materialize/documents';
import { termsOf } from '../../../src/materialize/documents/terms';
import type { PreparedOntology } from '../../../src/materialize/documents/load-tasks';
import type { TaskEngine } from '../../../src/materialize/documents/task';
import { readBundle } from '../../../src/materialize/in-force/bundle';
import { checksumOf } from '../../../src/materialize/in-force/registry';
import { writeRdf } from '../../../src/rdf';
import { diffSchema, ontologyApi } from '../../../src/schema';
import type {
  AlterNotice,
  ExplainQuestion,
  InForce,
  LoadRequest,
  Materializer,
  MutateReply,
} from '../../../src/materialize';
import type { CommitCall, MutateCall, WriteService } from '../../../src/materialize/write/types';
import type { ExtensionState, GraphqlExtensionService } from '../../../src/materialize/graphql/types';
import { termDifference } from '../../../src/materialize/history/difference';
import type { HistoryService, VersionEntry } from '../../../src/materialize/history/types';
import type { LoadService } from '../../../src/materialize/load/types';
import type { MaterializationService } from '../../../src/materialize/walk/types';
import type { ReadService } from '../../../src/materialize/explain/types';
import type { SchemaService } from '../../../src/materialize/alter/types';

const NO_NAMES = { added: [], removed: [] };
const NO_AXIOMS = { ...NO_NAMES, addedCount: 0, removedCount: 0 };
const NOTHING = { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 };

export class FakeMaterializer implements Materializer {
  readonly uncounted: readonly string[] = [];
  isComplete = true;
  inForce: InForce | undefined;
  private readonly documents = new DocumentProcesses();
  readonly notices: AlterNotice[] = [];
  readonly calls: MutateCall[] = [];
  readonly ends: CommitCall[] = [];
  readonly questions: ExplainQuestion[] = [];
  extension: ExtensionState['extension'];
  /** Handler of mutations; undefined if mutations do not concern the materializer. */
  reply: ((call: MutateCall) => Promise<MutateReply>) | undefined;
  onAltered: () => Promise<void> = () => Promise.resolve();

  readonly loads: LoadService = {
    validate: async (request) => {
      const prepared = await this.prepare(request);
      const compared = { axioms: NO_AXIOMS, ...termDifference(namesOf(this.inForce), namesOf(prepared)) };
      const diff = diffSchema(prepared.compiled, { schema: [], types: [] });
      return { ...validationOf(prepared), diff, graphqlSchema: ontologyApi(prepared).sdl.text(), compared };
    },
    load: async (request) => {
      const validation = await this.loads.validate(request);
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
      return { ...validation, version, materialization: NOTHING, unknownTypes: [] };
    },
  };

  readonly reads: ReadService = {
    explain: async (question) => {
      this.questions.push(question);
      const { version } = await this.ontology();
      const { subject, predicate, object } = question;
      const fact = { subject, predicate, object };
      const proofs = [{ steps: 0, proof: { fact, kind: 'asserted' as const } }];
      const json = { fact, state: 'asserted' as const, complete: true, proofs, nodes: {} };
      return { version, json, text: `${subject} ${predicate} ${object}\n` };
    },
    violations: async () => ({ version: (await this.ontology()).version, violations: [] }),
    accessReport: async () => ({ version: (await this.ontology()).version, accessControl: false, warnings: [] }),
    ontologyText: async ({ documents }, syntax) => writeRdf(await readBundle(documents), syntax),
  };

  readonly history: HistoryService = {
    versions: async () => ({ versions: [entryOf(await this.ontology())] }),
    document: () => this.ontology(),
    difference: async () => {
      const names = { ...NO_NAMES, changed: [] };
      const diff = { axioms: NO_AXIOMS, classes: NO_NAMES, properties: NO_NAMES, predicates: names, types: names };
      return { from: null, to: (await this.ontology()).version, diff };
    },
    blame: async (term) => ({ term, version: (await this.ontology()).version, oldest: 1, axioms: [] }),
    page: async () => ({ version: (await this.ontology()).version, checksum: '', html: '<!DOCTYPE html>' }),
    again: async () => {
      const { documents, source, mediaType, profile } = await this.ontology();
      return { stored: documents, source, mediaType, profile };
    },
  };

  readonly materializations: MaterializationService = {
    running: undefined,
    start: async () => ({ version: (await this.ontology()).version, ended: Promise.resolve(NOTHING) }),
    status: async () => ({ state: 'idle', version: (await this.ontology()).version }),
    watch: async function* () {
      yield await Promise.resolve({ state: 'idle', version: 1 } as const);
    },
  };

  readonly graphqlExtension: GraphqlExtensionService = this.makeExtensionService();

  readonly writes: WriteService = {
    concerns: () => this.reply !== undefined,
    recall: () => Promise.resolve(undefined),
    writeBatch: () => Promise.reject(new Error('no batch is expected')),
    commit: (call) => {
      this.ends.push(call);
      return Promise.resolve({ body: '{"data":{"code":"Success","message":"Done"}}' });
    },
    mutate: (call) => {
      this.calls.push(call);
      return this.reply!(call);
    },
  };

  readonly schema: SchemaService = {
    change: (_change, _credentials, send) => send(),
    declareLanguages: () => Promise.resolve(),
    foresee: () => Promise.reject(new Error('no dry run of an import')),
    altered: (notice) => {
      this.notices.push(notice);
      return this.onAltered();
    },
  };

  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }

  private makeExtensionService(): GraphqlExtensionService {
    const current = () => this.extension;
    return {
      get current() {
        return current();
      },
      isServed: () => Promise.resolve(false),
      state: () => Promise.resolve({ extension: this.extension, generated: undefined, inForce: undefined }),
      check: () => Promise.resolve(undefined),
      replace: (sdl) => {
        const next = (current()?.version ?? 0) + 1;
        this.extension = sdl === undefined ? undefined : { version: next, sdl, loadedAt: '2025-03-01T10:20:30.400Z' };
        return Promise.resolve({ version: next, merged: false, warnings: [] });
      },
    };
  }

  private ontology(): Promise<InForce> {
    return this.inForce ? Promise.resolve(this.inForce) : Promise.reject(new OwlgateError('NoOntology'));
  }

  private prepare(request: LoadRequest): Promise<PreparedOntology> {
    const { profile, mayFetch = false, source, mediaType, name, along = [] } = request;
    const labels = { ...(mediaType !== undefined && { mediaType }), ...(name !== undefined && { name }) };
    const main = { source, along, ...labels };
    const reading = { profile, equality: false };
    const input = { main, reading, mayFetch, schema: { schema: [], types: [] }, servesGraphql: false };
    return this.documents.session({ lane: 'load', engine: NO_ENGINE }, async (session) => {
      await session.run('gather', input);
      await session.run('read', {});
      await session.run('prepare', {});
      return session.run('prepared', {});
    });
  }
}

function namesOf(ontology: Pick<InForce, 'loaded'> | undefined): Parameters<typeof termDifference>[0] {
  if (!ontology) return { classes: {}, properties: {} };
  const { classes, properties } = termsOf(ontology.loaded);
  return { classes: Object.fromEntries(classes), properties: Object.fromEntries(properties) };
}

const entryOf = ({ version, loadedAt, profile, checksum }: InForce): VersionEntry => ({
  ...{ version, inForce: true, loadedAt, profile, checksum, materialized: true },
});

/** Estimates of cost work without the counts of an engine. */
const NO_ENGINE: TaskEngine = {
  kind: 'embedded',
  url: 'none',
  query: () => Promise.reject(new EngineFailure([], Buffer.alloc(0))),
  mutate: () => Promise.reject(new EngineFailure([], Buffer.alloc(0))),
  alter: () => Promise.resolve(),
  commit: () => Promise.resolve({ body: Buffer.alloc(0) }),
};
