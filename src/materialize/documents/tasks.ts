/** Tasks of a document process. Each is a function of its input and of the results of earlier tasks in the session. */
import { serialize } from 'node:v8';
import type { Credentials, Engine, MutateAnswer } from '../../dgraph';
import {
  compareWarnings,
  likelyPropertyNames,
  mergeWarnings,
  ontologyPage,
  readDocument,
  withoutAxioms,
} from '../../ontology';
import type { LoadedOntology, NameTable, Naming, OntologyWarning } from '../../ontology';
import { ONTOLOGY_DATATYPES, readMutationBody } from '../../mutation';
import type { Plan } from '../../reasoner';
import { writeRdf } from '../../rdf';
import type { QuadDocument, WrittenSyntax } from '../../rdf';
import type { SchemaDocument } from '../../dql';
import { diffSchema, formerPredicates, ontologyApi, withExtension } from '../../schema';
import type { GraphqlSources, SchemaAnswer, SchemaDiff } from '../../schema';
import { collectGarbage } from '../../util/garbage';
import type { Logger } from '../../util/log';
import { rightsWarnings } from '../access/widening';
import { readRelevant, type SchemaTextInput } from '../alter/requested';
import type { ExtensionInput, MergedExtension } from '../graphql/merge';
import { readBundle } from '../in-force/bundle';
import type { Bundle } from '../in-force/bundle';
import { leftOutWarnings } from '../in-force/reasoning';
import type { Reasoning } from '../in-force/reasoning';
import { outlineOf } from '../history/outline';
import { checkConsistency } from '../load/consistency';
import { withCosts } from '../load/cost';
import { findPatterns, type Pattern } from '../load/cost-patterns';
import { acceptConflicts } from '../load/load';
import { gatherDocuments } from '../load/gather';
import type { ImportSource } from '../load/imports';
import { EngineSchema } from '../store/engine-schema';
import type { Fact } from '../store/terms';
import type { Head } from '../store/transaction';
import { preview } from '../walk/preview';
import { carryOut } from '../write/carry-out';
import type { MutationOrder } from '../write/carry-out';
import { Contention } from '../write/contention';
import { printParcel } from '../write/deliver';
import type { DeliveryOptions, Parcel } from '../write/delivery';
import type { Profile } from '../in-force/types';
import type { OntologyDocument, Validation } from '../load/types';
import type { Preview } from '../walk/types';
import type { MutateReply } from '../write/types';
import { write as writeStatements } from '../write/write';
import { compileLoaded, compileOntology } from './compile';
import type { CompiledOntology, WholeOntology } from './compile';
import { readQueryBody } from './query-body';
import type { QueryBody, QueryBodyInput } from './query-body';
import { validationOf } from './validation';

/** The part of an engine that tasks use. */
export type TaskEngine = Pick<Engine, 'kind' | 'url' | 'identity' | EngineCall>;
export type EngineCall = 'query' | 'mutate' | 'commit' | 'alter';

/** The part of the gateway that mutations use. */
export interface TaskGateway {
  /** @throws VersionChanged after a change of the ontology in force since the start of the task */
  confirm(): Promise<void>;
  refreshSchema(): Promise<SchemaAnswer>;
  /**
   * Delivers a write: see write/deliver.ts.
   *
   * @param parcel with printed statements
   * @param consequences serialized by `v8`: the gateway rarely reads them
   */
  deliver(parcel: Parcel, options: DeliveryOptions, consequences: Buffer): Promise<MutateAnswer>;
}

/** Context of a task. */
export interface TaskHost {
  readonly engine: TaskEngine;
  /** Present for mutations. */
  readonly gateway?: TaskGateway | undefined;
  readonly imports: ImportSource;
  readonly logger: Logger;
}

/** Options of reading an ontology. */
export interface Reading {
  readonly profile: Profile;
  readonly equality: boolean;
  readonly previousNames?: NameTable;
  /** Source of the names of a load; absent for a stored ontology. */
  readonly naming?: Naming;
}

export interface PrepareInput {
  /** Document with those sent along, or the documents of a stored version. */
  readonly main: (OntologyDocument & { readonly along?: readonly OntologyDocument[] }) | Bundle;
  readonly reading: Reading;
  /** True if imports and contexts may be fetched from the network. */
  readonly mayFetch: boolean;
  /** The engine's schema. */
  readonly schema: SchemaAnswer;
  /** GraphQL extension, merged with the API of the ontology. */
  readonly extension?: ExtensionInput | undefined;
  /** True if the ontology's API is served: the extension's predicates are then part of the schema. */
  readonly servesGraphql: boolean;
  readonly credentials?: Credentials | undefined;
}

/** Schema of an accepted ontology. */
export interface PreparedSchema {
  /** Schema to compare with the engine's: the compiled one, and what the extension stores. */
  readonly schema: SchemaDocument;
  /** See formerPredicates. */
  readonly former: ReadonlyMap<string, readonly string[]>;
}

/** An ontology ready to be put in force, after steps 1 to 3 of a load. */
export interface PreparedOntology extends CompiledOntology {
  readonly bundle: Bundle;
  /** SDL merged with the extension; undefined without one. */
  readonly extendedSdl?: string;
  /** Warnings without those of costs. */
  readonly warnings: readonly OntologyWarning[];
  /** Patterns whose costs depend on the stored data; see load/cost.ts. */
  readonly costly: readonly Pattern[];
}

/** Ontology that nothing refuses, before its warnings. */
interface AcceptedOntology extends PreparedSchema {
  readonly input: PrepareInput;
  readonly ontology: WholeOntology;
  readonly bundle: Bundle;
  readonly extendedSdl: string | undefined;
  /** Warnings of the documents. */
  readonly warnings: readonly OntologyWarning[];
}

interface PreviewInput {
  readonly schema: SchemaAnswer;
  /** Version that the ontology would get. */
  readonly version: number;
  /** Rules whose consequences are stored; undefined if unknown. */
  readonly before: Plan | undefined;
  /** Facts that the ontology in force asserts. */
  readonly stated: readonly Fact[];
  readonly head: Head | undefined;
  readonly timeoutMs: number;
}

export interface AdoptInput {
  /** Key of the ontology in force, unique among all materializers. */
  readonly key: string;
  readonly reasoning: Reasoning | undefined;
}

interface MutateInput {
  readonly text: string;
  readonly order: MutationOrder;
  /** The engine's schema. */
  readonly schema: SchemaAnswer;
  readonly headUid: string | undefined;
  /** True while stored facts lack entailments. */
  readonly isIncomplete?: boolean | undefined;
  /** True if the cluster has several groups; see write/groups.ts. */
  readonly hasSeveralGroups: boolean;
  /** Names of the lists of edges that stars leave; see write/stars.ts. */
  readonly spared?: readonly string[] | undefined;
}

/** Statements of an ontology and its imports. */
interface GatheredOntology {
  readonly input: PrepareInput;
  readonly document: QuadDocument;
  readonly bundle: Bundle;
  readonly warnings: readonly OntologyWarning[];
}

/** Ontology that has been read, before its compilation. */
interface ReadOntology extends GatheredOntology {
  readonly loaded: LoadedOntology;
}

/** Results of a session's earlier tasks. */
export interface SessionState {
  gathered?: GatheredOntology;
  read?: ReadOntology;
  accepted?: AcceptedOntology;
  /** Source of the outline, which needs the axioms and their statements. */
  outlined?: { readonly ontology: WholeOntology; readonly document: QuadDocument };
  validated?: PreparedOntology & { readonly diff: SchemaDiff };
  /** Ontology of later mutations; stays after the session. */
  adopted?: AdoptInput;
}

type Task<Input, Result> = (input: Input, host: TaskHost, state: SessionState) => Promise<Result>;

/** A task identified by name only. */
export type AnyTask = Task<unknown, unknown>;

/**
 * Reads the statements of a load. Returns names that its predicates are likely to get, and that the engine has not
 * declared; none if terms of an ontology in force may keep theirs.
 */
const gather: Task<PrepareInput, readonly string[]> = async (input, host, state) => {
  const { reading } = input;
  const { document } = (state.gathered = await gatherInput(input, host));
  if (reading.naming !== 'iri' || reading.previousNames) return [];
  return undeclared(likelyPropertyNames(document), input);
};

/** Reads the axioms of what has been gathered. Returns the names of its predicates that the engine has not declared. */
const read: Task<object, readonly string[]> = (_input, _host, state) => {
  const { gathered } = state;
  if (!gathered) throw new Error('nothing has been gathered');
  delete state.gathered;
  state.read = readGathered(gathered);
  const { reduced, names } = state.read.loaded;
  const properties = [...reduced.objectProperties, ...reduced.dataProperties].map((iri) => names.property(iri)!);
  return Promise.resolve(undeclared(properties, gathered.input));
};

function undeclared(names: readonly string[], { schema: { schema = [] } }: PrepareInput): readonly string[] {
  const declared = new Set(schema.map(({ predicate }) => predicate));
  return names.filter((name) => !declared.has(name));
}

/** Completes the part of steps 1 to 3 of a load that may refuse it; `outline` and `prepared` do the rest. */
const prepare: Task<object, PreparedSchema> = async (_input, _host, state) => {
  const documents = state.read;
  if (!documents) throw new Error('nothing has been read');
  delete state.read;
  const { schema, former } = (state.accepted = await accept(documents, state));
  return { schema, former };
};

/** Returns the ontology that was prepared before. */
const prepared: Task<object, PreparedOntology> = async (_input, host, state) => {
  const { accepted } = state;
  if (!accepted) throw new Error('nothing has been prepared');
  delete state.accepted;
  return withWarnings(accepted, host);
};

async function gatherInput(input: PrepareInput, host: TaskHost): Promise<GatheredOntology> {
  const { main, reading, mayFetch } = input;
  if (isBundle(main)) return { input, bundle: main, document: await readBundle(main), warnings: [] };
  return { input, ...(await gatherDocuments(main, reading.profile, { imports: host.imports, mayFetch }, host.logger)) };
}

const readGathered = (gathered: GatheredOntology): ReadOntology => ({
  ...gathered,
  loaded: readDocument(gathered.document, gathered.input.reading),
});

async function accept(documents: ReadOntology, state: SessionState): Promise<AcceptedOntology> {
  const { input, document, bundle } = documents;
  const { reading, extension } = input;
  const ontology = compileLoaded(documents.loaded);
  const inconsistent = checkConsistency(ontology, reading.profile);
  const { loaded, compiled, graphql } = ontology;
  const merged = extension && (await mergeWithExtension(ontology, extension));
  const warnings = [
    ...documents.warnings,
    ...loaded.warnings,
    ...compiled.warnings,
    ...graphql.warnings,
    ...leftOutWarnings(ontology),
    ...inconsistent,
  ].sort(compareWarnings);
  state.outlined = { ontology, document };
  return {
    input,
    ontology,
    bundle,
    schema: withExtension(compiled, input.servesGraphql ? merged?.stored : undefined),
    former: formerPredicates(loaded),
    extendedSdl: merged?.sdl,
    warnings,
  };
}

const isBundle = (main: PrepareInput['main']): main is Bundle => Array.isArray(main);

/** Adds the warnings that depend on the rights of groups, and drops the axioms. */
async function withWarnings(accepted: AcceptedOntology, { engine }: TaskHost): Promise<PreparedOntology> {
  const { ontology, bundle, extendedSdl, warnings: ofDocuments } = accepted;
  const { loaded, plan } = ontology;
  const widened = await rightsWarnings(engine as Engine, plan);
  return {
    ...ontology,
    loaded: withoutAxioms(loaded),
    bundle,
    ...(extendedSdl !== undefined && { extendedSdl }),
    warnings: [...mergeWarnings(ofDocuments), ...widened].sort(compareWarnings),
    costly: findPatterns(loaded, plan),
  };
}

/** Prepares an ontology and returns a report on it; its outline and a preview may follow in the session. */
const validate: Task<PrepareInput, Validation> = async (input, host, state) => {
  const accepted = await accept(readGathered(await gatherInput(input, host)), state);
  const prepared = await withWarnings(accepted, host);
  const { schema, credentials } = input;
  const { names } = prepared.loaded;
  const counted = { engine: host.engine, schema: new EngineSchema(schema), names, credentials };
  const ontology = { ...prepared, warnings: await withCosts(prepared.warnings, prepared.costly, counted) };
  const diff = diffSchema(accepted.schema, input.schema, accepted.former);
  state.validated = { ...ontology, diff };
  const graphqlSchema = ontology.extendedSdl ?? ontologyApi(ontology).sdl.text();
  return { ...validationOf(ontology), diff, graphqlSchema };
};

/** Previews step 7 of a load. @throws OwlgateError OntologySchemaConflict if step 4 would be refused */
const previewLoad: Task<PreviewInput, Preview> = async (input, { engine }, { validated }) => {
  if (!validated) throw new Error('a preview needs a validation before it');
  const { diff } = validated;
  const { before, stated, schema, head } = input;
  const own = await acceptConflicts(engine, diff, head !== undefined, undefined);
  return preview({
    ...input,
    engine,
    schema: new EngineSchema(schema),
    diff,
    ontology: validated,
    before: own.size > 0 ? undefined : before,
    stated: stated.filter(({ p }) => !own.has(p)),
  });
};

interface StoredInput {
  readonly documents: Bundle;
  readonly reading: Reading;
}

/** Compiles a stored ontology as it was loaded. */
const restore: Task<StoredInput, CompiledOntology> = async ({ documents, reading }) => {
  const ontology = compileOntology(await readBundle(documents), reading);
  return { ...ontology, loaded: withoutAxioms(ontology.loaded) };
};

/** Returns the text of an outline: of a stored ontology, or of the one that was prepared or validated before. */
const outline: Task<{ readonly stored?: StoredInput }, string> = async ({ stored }, { engine }, state) => {
  if (stored) {
    const document = await readBundle(stored.documents);
    return JSON.stringify(outlineOf(compileOntology(document, stored.reading), document));
  }
  const { outlined } = state;
  if (!outlined) throw new Error('an outline needs a stored ontology, or a preparation before it');
  delete state.outlined;
  // A cluster waits for the outline, and takes no memory of this process tree.
  if (engine.kind === 'embedded') collectGarbage();
  return JSON.stringify(outlineOf(outlined.ontology, outlined.document));
};

/** Prints the documentation page of a stored ontology. */
const page: Task<{ readonly stored: StoredInput; readonly subtitle: string }, string> = async ({ stored, subtitle }) =>
  ontologyPage(readDocument(await readBundle(stored.documents), stored.reading), { subtitle });

/** Writes a stored ontology in another syntax. */
const write: Task<{ readonly documents: Bundle; readonly syntax: WrittenSyntax }, string> = async ({
  documents,
  syntax,
}) => writeRdf(await readBundle(documents), syntax);

/** Merges an extension with the GraphQL of an ontology. */
const merge: Task<
  { readonly sources: GraphqlSources | undefined; readonly extension: ExtensionInput },
  MergedExtension | undefined
> = ({ sources, extension }) => mergeWithExtension(sources, extension);

/** Imports on first use: few ontologies have an extension, and its checks need most of the GraphQL room. */
async function mergeWithExtension(
  sources: GraphqlSources | undefined,
  extension: ExtensionInput,
): Promise<MergedExtension | undefined> {
  const { mergeExtension } = await import('../graphql/merge.js');
  return mergeExtension(sources, extension);
}

/** Adopts the ontology in force for later mutations. */
const adopt: Task<AdoptInput, undefined> = ({ key, reasoning }, _host, state) => {
  state.adopted = { key, reasoning };
  return Promise.resolve(undefined);
};

/** Carries out a mutation under the adopted ontology and returns its answer. */
const mutate: Task<MutateInput, MutateReply> = async (input, host, state) => {
  const { text, order, schema: answer, headUid, isIncomplete, hasSeveralGroups, spared } = input;
  const { gateway } = host;
  let schema = new EngineSchema(answer);
  const engine = host.engine as Engine;
  return carryOut(readMutationBody(order.contentType, text, state.adopted?.reasoning && ONTOLOGY_DATATYPES), order, {
    engine,
    get schema() {
      return schema;
    },
    refreshSchema: async () => {
      schema = new EngineSchema(await gateway!.refreshSchema());
    },
    context: () => ({
      engine,
      schema,
      headUid,
      isIncomplete,
      reasoning: state.adopted?.reasoning,
      groups: { hasSeveral: hasSeveralGroups, note: () => undefined },
      spared: spared && new Set(spared),
      confirm: () => gateway!.confirm(),
      deliver: (parcel, options, consequences) =>
        gateway!.deliver(printParcel(parcel, engine.identity !== undefined), options, serialize(consequences)),
    }),
    contention: new Contention(),
    write: writeStatements,
  });
};

/** Rewrites a long query for the engine. */
const readQuery: Task<QueryBodyInput, QueryBody> = (input) => Promise.resolve(readQueryBody(input));

/** Reads a long schema text of a client. */
const readSchema: Task<SchemaTextInput, SchemaDocument> = (input) => Promise.resolve(readRelevant(input));

export const TASKS = {
  gather,
  read,
  prepare,
  prepared,
  validate,
  previewLoad,
  restore,
  outline,
  page,
  write,
  merge,
  adopt,
  mutate,
  readQuery,
  readSchema,
} as const;

export type TaskName = keyof typeof TASKS;
export type TaskInput<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[0];
export type TaskResult<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;
