/** Execution context of a write, with the rules under which it is reasoned over. */
import type { Engine, MutateAnswer, TransactionContext } from '../../dgraph';
import type { Mutation, NQuad } from '../../dql';
import type { OwlgateError } from '../../errors';
import type { DuePredicates } from '../in-force/due-predicates';
import type { Reasoning } from '../in-force/reasoning';
import { Relevance } from '../in-force/relevance';
import { TYPE_PREDICATE } from '../../mutation';
import { compile } from '../../reasoner';
import type { Plan } from '../../reasoner';
import type { EngineSchema } from '../store/engine-schema';
import { uncountedEdges } from '../store/queries';
import type { Head, ReadTransaction } from '../store/transaction';
import type { DraftContext } from './draft';
import type { ForeseenSchema } from './foreseen-schema';
import type { Groups } from './groups';
import type { Receipts } from './receipts';
import type { Consequences, DeliveryOptions, Parcel, WriteOptions } from './delivery';

/** Execution context of a write. */
export interface WriteContext {
  readonly engine: Engine;
  readonly schema: EngineSchema;
  /** Absent if no ontology is in force. */
  readonly reasoning?: Reasoning | undefined;
  /** Uid of the registry's head; absent before the first load. */
  readonly headUid?: string | undefined;
  /** True while stored facts lack entailments. Default: false. */
  readonly isIncomplete?: boolean | undefined;
  /** Predicates whose conversion has not ended: a write of one is held back. Default: none. */
  readonly due?: DuePredicates | undefined;
  /** Damage of the registry, found after the last sound read: the ontology in force is uncertain. */
  readonly damage?: OwlgateError | undefined;
  /** Present for a cluster. The embedded engine ends together with the gateway and knows all conflict keys itself. */
  readonly receipts?: Receipts | undefined;
  readonly groups?: Pick<Groups, 'hasSeveral' | 'note'> | undefined;
  /** Maximum facts that the write may read (see WorkingSetTooLarge). Default: no limit. */
  readonly maxFacts?: number;
  /** Maximum facts that the write may add by inference. Default: INFERENCE_LIMIT. */
  readonly inferenceLimit?: number;
  /** Check for a write that does not read the head: throws VersionChanged after a change of the ontology in force. */
  readonly confirm?: () => Promise<void>;
  /** Transaction of the write's reads. Default: a new one, or that of the client. */
  readonly transaction?: ReadTransaction | undefined;
  /** Receives the transaction of each delivered write. */
  readonly noteTransaction?: (txn: TransactionContext) => void;
  /** Replaces deliver.ts in a document process: the gateway delivers the write. */
  readonly deliver?: (parcel: Parcel, options: DeliveryOptions, consequences: Consequences) => Promise<MutateAnswer>;
  /**
   * Returns true if the client may write the predicate; a whole-node delete leaves the others. Default: every
   * predicate.
   */
  readonly mayWrite?: (predicate: string) => boolean;
  /** Names of the lists of edges that stars leave; see StarContext. */
  readonly spared?: ReadonlySet<string> | undefined;
  /** Present in a dry run of an import. */
  readonly foreseen?: ForeseenSchema | undefined;
  /** Further statements of the gateway for the write's transaction. */
  readonly along?: Mutation | undefined;
  /** Returns more of them, by the consequences of the write. */
  readonly note?: ((consequences: Consequences) => Promise<readonly NQuad[]>) | undefined;
}

/**
 * Returns the head that reads check, so that their results belong to the ontology in force. A damaged head is not
 * checked: reads continue under the ontology that was in force.
 */
export const headOf = ({ reasoning, headUid, damage }: WriteContext): Head | undefined =>
  reasoning && headUid !== undefined && !damage ? { uid: headUid, version: reasoning.version } : undefined;

/** Returns the predicates of uncountedEdges; none without an ontology in force. */
export const uncountedIn = ({ schema, reasoning }: WriteContext): readonly string[] =>
  reasoning ? uncountedEdges(schema, reasoning.edges) : [];

/** Returns options for reads that rules need: with the gateway's login, if it has one. */
export const readOptions = ({ engine }: WriteContext, options: WriteOptions): WriteOptions =>
  engine.identity ? { ...options, credentials: undefined } : options;

/** Context of drafts, with the rules. */
export type RuledContext = DraftContext & { readonly plan: Plan };

/** Empty plan for writes without an ontology. They, too, name nodes by IRIs. */
export const NO_RULES = compile([], { type: TYPE_PREDICATE, class: (iri) => iri, property: (iri) => iri }).plan;
const NOTHING_RELEVANT = new Relevance(NO_RULES);

export function makeDraftContext({ reasoning, schema, mayWrite, spared }: WriteContext): RuledContext {
  const rights = { ...(mayWrite && { mayWrite }), spared };
  if (!reasoning) {
    const no = () => false;
    const nothing = { plan: NO_RULES, relevance: NOTHING_RELEVANT };
    return { ...nothing, ...rights, schema, isSingle: no, isFunctional: no, isEdge: no, isOfOntology: no };
  }
  const { names, taxonomy } = reasoning.loaded;
  return {
    ...rights,
    plan: reasoning.plan,
    relevance: reasoning.relevance,
    schema,
    edges: () => reasoning.edges.filter((predicate) => schema.get(predicate)?.type === 'uid'),
    isIndividual: (node) => reasoning.individualNodes?.has(node) === true,
    isOfOntology: (predicate) => names.propertyIri(predicate) !== undefined,
    isSingle: (predicate) => {
      const declared = schema.get(predicate);
      return declared !== undefined && !declared.list && names.propertyIri(predicate) !== undefined;
    },
    isFunctional: (predicate) => {
      const iri = names.propertyIri(predicate);
      return iri !== undefined && taxonomy.isFunctional(iri);
    },
    isEdge: (predicate) => {
      const declared = schema.get(predicate);
      if (declared) return declared.type === 'uid';
      const iri = names.propertyIri(predicate);
      return iri !== undefined && taxonomy.isObjectProperty(iri);
    },
  };
}
