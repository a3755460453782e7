/** Tasks of a document process, by name: those of a load, and those on stored ontologies and on bodies of requests. */
import { serialize } from 'node:v8';
import type { Engine } from '../../dgraph';
import { ontologyPage, readDocument, withoutAxioms } from '../../ontology';
import { ONTOLOGY_DATATYPES, readMutationBody } from '../../mutation';
import { writeRdf } from '../../rdf';
import type { WrittenSyntax } from '../../rdf';
import type { SchemaDocument } from '../../dql';
import type { SchemaAnswer } from '../../schema';
import { collectGarbage } from '../../util/garbage';
import { readRelevant, type SchemaTextInput } from '../alter/requested';
import { readBundle } from '../in-force/bundle';
import type { Bundle } from '../in-force/bundle';
import type { Reasoning } from '../in-force/reasoning';
import { outlineOf } from '../history/outline';
import { EngineSchema } from '../store/engine-schema';
import { carryOut } from '../write/carry-out';
import type { MutationOrder } from '../write/carry-out';
import { Contention } from '../write/contention';
import { printParcel } from '../write/deliver';
import type { MutateReply } from '../write/types';
import { write as writeStatements } from '../write/write';
import { compileOntology } from './compile';
import type { CompiledOntology } from './compile';
import { gather, merge, prepare, prepared, previewLoad, read, validate } from './load-tasks';
import type { LoadState, Reading } from './load-tasks';
import { readQueryBody } from './query-body';
import type { QueryBody, QueryBodyInput } from './query-body';
import type { Task } from './task';

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

/** Results of a session's earlier tasks. */
export interface SessionState extends LoadState {
  /** Ontology of later mutations; stays after the session. */
  adopted?: AdoptInput;
}

type SessionTask<Input, Result> = Task<Input, Result, SessionState>;

/** A task identified by name only. */
export type AnyTask = SessionTask<unknown, unknown>;

interface StoredInput {
  readonly documents: Bundle;
  readonly reading: Reading;
}

/** Compiles a stored ontology as it was loaded. */
const restore: SessionTask<StoredInput, CompiledOntology> = async ({ documents, reading }) => {
  const ontology = compileOntology(await readBundle(documents), reading);
  return { ...ontology, loaded: withoutAxioms(ontology.loaded) };
};

/** Returns the text of an outline: of a stored ontology, or of the one that was prepared or validated before. */
const outline: SessionTask<{ readonly stored?: StoredInput }, string> = async ({ stored }, { engine }, state) => {
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
const page: SessionTask<{ readonly stored: StoredInput; readonly subtitle: string }, string> = async ({
  stored,
  subtitle,
}) => ontologyPage(readDocument(await readBundle(stored.documents), stored.reading), { subtitle });

/** Writes a stored ontology in another syntax. */
const write: SessionTask<{ readonly documents: Bundle; readonly syntax: WrittenSyntax }, string> = async ({
  documents,
  syntax,
}) => writeRdf(await readBundle(documents), syntax);

/** Adopts the ontology in force for later mutations. */
const adopt: SessionTask<AdoptInput, undefined> = ({ key, reasoning }, _host, state) => {
  state.adopted = { key, reasoning };
  return Promise.resolve(undefined);
};

/** Carries out a mutation under the adopted ontology and returns its answer. */
const mutate: SessionTask<MutateInput, MutateReply> = async (input, host, state) => {
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
const readQuery: SessionTask<QueryBodyInput, QueryBody> = (input) => Promise.resolve(readQueryBody(input));

/** Reads a long schema text of a client. */
const readSchema: SessionTask<SchemaTextInput, SchemaDocument> = (input) => Promise.resolve(readRelevant(input));

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
