/**
 * Preview of a load: the walk of a sweep without writes. Pages stay in memory as an overlay over what later pages read.
 * The reported facts are those that the load writes, provided that no other write intervenes.
 *
 * The engine does not know the schema of the new ontology: facts of new predicates exist in memory only, and edges of a
 * predicate without a reverse index are read ahead where rules follow them backwards.
 */
import type { Engine } from '../../dgraph';
import type { Plan } from '../../reasoner';
import type { SchemaAnswer, SchemaDiff, StoredPredicate } from '../../schema';
import { placeIndividuals } from '../documents/compile';
import type { CompiledOntology, PlacedRules } from '../documents/compile';
import { edgesOf } from '../in-force/reasoning';
import { findIndividuals } from '../load/individuals';
import { EngineSchema } from '../store/engine-schema';
import type { Fact } from '../store/terms';
import type { Head, TransactionEngine } from '../store/transaction';
import { makeDraftContext } from '../write/context';
import { OverlayTooLarge, PreviewWalk } from './preview-walk';
import { planPreview } from './checks';
import { NOTHING, Tally } from './tally';
import type { Preview } from './types';

/** Maximum facts in memory: inferred and read ahead. */
const MAX_FACTS = 1_000_000;

interface PreviewOptions {
  readonly engine: TransactionEngine;
  /** Schema of the engine. */
  readonly schema: EngineSchema;
  readonly diff: SchemaDiff;
  /** Version number that the ontology would get. */
  readonly version: number;
  readonly ontology: CompiledOntology;
  /** Rules in force whose consequences are stored; undefined if unknown. */
  readonly before: Plan | undefined;
  /** Facts that the document of the ontology in force states. */
  readonly stated: readonly Fact[];
  /** Registry head of the ontology in force. */
  readonly head: Head | undefined;
  readonly timeoutMs: number;
  /** Overrides the maximum of facts in memory; for tests. */
  readonly maxFacts?: number;
}

/** @throws VersionChanged, EngineFailure, OwlgateError EngineUnreachable */
export async function preview(options: PreviewOptions): Promise<Preview> {
  const { engine, diff, version, ontology, before, stated, head, timeoutMs } = options;
  const { rules: placed, unborn } = await rulesOf(options);
  const { loaded, relevance } = ontology;
  const reasoning = { version, loaded, relevance, edges: edgesOf(loaded), ...placed };
  const schema = schemaAfter(options.schema, diff);
  // A preview only reads: the reduced interface of the engine suffices.
  const context = { engine: engine as Engine, schema, reasoning };
  const rules = makeDraftContext(context);
  const timeout = AbortSignal.timeout(timeoutMs);
  const name = (node: string) => unborn.get(node) ?? node;
  const tally = new Tally(NOTHING, name);
  const { list, checked, revisited, former } = planPreview(before, rules.plan, schema);
  const walk = new PreviewWalk(
    {
      context,
      rules,
      head,
      steps: list,
      former,
      revisiting: { ...rules, plan: revisited },
      checked,
      tally,
      signal: timeout,
    },
    options.schema,
    new Set(diff.conflicts.map(({ name }) => name)),
    new Map(diff.merged.predicates.map((predicate) => [predicate.name, predicate])),
    options.maxFacts ?? MAX_FACTS,
    name,
  );
  let reason: string | undefined;
  try {
    await walk.noteRevisits();
    await walk.ontologyFacts(stated);
    await walk.run();
  } catch (error) {
    if (!timeout.aborted && !(error instanceof OverlayTooLarge)) throw error;
    reason = error instanceof OverlayTooLarge ? error.message : `the preview ended after ${timeoutMs / 1000} s`;
  }
  const { examples } = walk;
  return { ...tally.report, examples, exact: reason === undefined, ...(reason !== undefined && { reason }) };
}

/**
 * First uid for individuals without a node: above all existing uids, as uids of new nodes are, and out of the range
 * that the engine assigns.
 */
const FIRST_PLACEHOLDER = 0xffff_ffff_ff00_0000n;

async function rulesOf({ engine, schema, ontology }: PreviewOptions): Promise<{
  readonly rules: PlacedRules;
  readonly unborn: ReadonlyMap<string, string>;
}> {
  const unborn = new Map<string, string>();
  const nodes = new Map(await findIndividuals(engine, schema, ontology.individuals));
  for (const iri of ontology.individuals) {
    if (nodes.has(iri)) continue;
    const uid = `0x${(FIRST_PLACEHOLDER + BigInt(unborn.size)).toString(16)}`;
    nodes.set(iri, uid);
    unborn.set(uid, iri);
  }
  return { rules: placeIndividuals(ontology, nodes), unborn };
}

/**
 * Returns the schema after the load, as far as reads and rules need it: predicates are read as the engine declares them
 * and are single- or list-valued as the load would declare them.
 */
function schemaAfter({ answer }: EngineSchema, { merged }: SchemaDiff): EngineSchema {
  const after = new Map(merged.predicates.map((predicate) => [predicate.name, predicate]));
  const stored = (answer.schema ?? []).map((predicate): StoredPredicate => {
    const { list = predicate.list ?? false } = after.get(predicate.predicate) ?? {};
    return { ...predicate, list };
  });
  const declared = new Set(stored.map(({ predicate }) => predicate));
  const added = merged.predicates
    .filter(({ name }) => !declared.has(name))
    .map(({ name, type, list, lang }): StoredPredicate => ({ predicate: name, type, list, lang }));
  const schema: SchemaAnswer = { ...answer, schema: [...stored, ...added] };
  return new EngineSchema(schema);
}
