/** Tasks of a load and of a validation: steps 1 to 3 of a load, in parts, and the preview of step 7. */
import type { Credentials, Engine } from '../../dgraph';
import { compareWarnings, likelyPropertyNames, mergeWarnings, readDocument, withoutAxioms } from '../../ontology';
import type { LoadedOntology, NameTable, Naming, OntologyWarning } from '../../ontology';
import type { Plan } from '../../reasoner';
import type { QuadDocument } from '../../rdf';
import type { SchemaDocument } from '../../dql';
import { diffSchema, formerPredicates, ontologyApi, withExtension } from '../../schema';
import type { GraphqlSources, SchemaAnswer, SchemaDiff } from '../../schema';
import { rightsWarnings } from '../access/widening';
import type { ExtensionInput, MergedExtension } from '../graphql/merge';
import { readBundle } from '../in-force/bundle';
import type { Bundle } from '../in-force/bundle';
import { leftOutWarnings } from '../in-force/reasoning';
import type { Profile } from '../in-force/types';
import { checkConsistency } from '../load/consistency';
import { withCosts } from '../load/cost';
import { findPatterns, type Pattern } from '../load/cost-patterns';
import { acceptConflicts } from '../load/load';
import { gatherDocuments } from '../load/gather';
import type { OntologyDocument, Validation } from '../load/types';
import { EngineSchema } from '../store/engine-schema';
import type { Fact } from '../store/terms';
import type { Head } from '../store/transaction';
import { preview } from '../walk/preview';
import type { Preview } from '../walk/types';
import { compileLoaded } from './compile';
import type { CompiledOntology, WholeOntology } from './compile';
import type { Task, TaskHost } from './task';
import { validationOf } from './validation';

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

export interface PreviewInput {
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

/** Results of earlier tasks of a load or a validation. */
export interface LoadState {
  gathered?: GatheredOntology;
  read?: ReadOntology;
  accepted?: AcceptedOntology;
  /** Source of the outline, which needs the axioms and their statements. */
  outlined?: { readonly ontology: WholeOntology; readonly document: QuadDocument };
  validated?: PreparedOntology & { readonly diff: SchemaDiff };
}

type LoadTask<Input, Result> = Task<Input, Result, LoadState>;

/**
 * Reads the statements of a load. Returns names that its predicates are likely to get, and that the engine has not
 * declared; none if terms of an ontology in force may keep theirs.
 */
export const gather: LoadTask<PrepareInput, readonly string[]> = async (input, host, state) => {
  const { reading } = input;
  const { document } = (state.gathered = await gatherInput(input, host));
  if (reading.naming !== 'iri' || reading.previousNames) return [];
  return undeclared(likelyPropertyNames(document), input);
};

/** Reads the axioms of what has been gathered. Returns the names of its predicates that the engine has not declared. */
export const read: LoadTask<object, readonly string[]> = (_input, _host, state) => {
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
export const prepare: LoadTask<object, PreparedSchema> = async (_input, _host, state) => {
  const documents = state.read;
  if (!documents) throw new Error('nothing has been read');
  delete state.read;
  const { schema, former } = (state.accepted = await accept(documents, state));
  return { schema, former };
};

/** Returns the ontology that was prepared before. */
export const prepared: LoadTask<object, PreparedOntology> = async (_input, host, state) => {
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

async function accept(documents: ReadOntology, state: LoadState): Promise<AcceptedOntology> {
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
export const validate: LoadTask<PrepareInput, Validation> = async (input, host, state) => {
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
export const previewLoad: LoadTask<PreviewInput, Preview> = async (input, { engine }, { validated }) => {
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

/** Merges an extension with the GraphQL of an ontology. */
export const merge: LoadTask<
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
