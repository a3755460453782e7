/** Refusal of a write: collects all contradictions, with explanations and evidence. */
import { nodeKey } from '../../dql';
import { OwlgateError } from '../../errors';
import type { LoadedTerms } from '../../ontology';
import type { Row, Rule } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { evidenceOf, EvidenceCollector } from '../access/evidence';
import type { Evidence } from '../access/evidence';
import { Lexicon } from '../access/lexicon';
import type { Settled } from '../store/settle';
import type { ReadTransaction } from '../store/transaction';
import type { Statements } from './statements';
import type { WriteDraft } from './draft';
import { RefusalProofs } from './explain-refusal';
import type { ExplainedRefusal } from './explain-refusal';
import { WriteRefusal } from './refusal';
import {
  contradictionError,
  factAt,
  identityErrors,
  individualErrors,
  singleValueError,
  singleValueErrors,
} from './contradiction-messages';
import type { Naming } from './contradiction-messages';
import type { RuledContext } from './context';

/** Maximum facts that one write may add by inference (service specification, section 8). */
export const INFERENCE_LIMIT = 10_000;

/** A write with its consequences. */
interface ReasonedWrite {
  readonly settled: Settled;
  readonly draft: WriteDraft;
  /** Facts outside the rules that are deleted or replaced. */
  readonly plainRows: readonly Row[];
  readonly rules: RuledContext;
  /** Ontology in force; absent if there is none. */
  readonly loaded?: LoadedTerms | undefined;
  readonly transaction: ReadTransaction;
  readonly name: Naming;
}

/** A refusal with its explanation and evidence. */
interface PendingRefusal {
  readonly error: OwlgateError;
  readonly explain?: () => Promise<ExplainedRefusal | undefined>;
  readonly evidence: (proofs: ExplainedRefusal['proofs'] | undefined) => Evidence | undefined;
}

/** @throws WriteRefusal */
export async function refuse(reasoned: ReasonedWrite): Promise<void> {
  const { settled, draft, plainRows, rules, loaded, transaction, name } = reasoned;
  const { workingSet, inference, resolve } = settled;
  const { plan, schema } = rules;
  const proofs = new RefusalProofs(workingSet, { plan, schema, transaction }, name);
  const witness = new EvidenceCollector(workingSet, plan, loaded && Lexicon.of(loaded));
  const evidenceFor = (rows: readonly Row[], rule?: Rule): PendingRefusal['evidence'] => {
    return (foundProofs) => witness.of(rows, foundProofs, rule);
  };
  const refused: PendingRefusal[] = [
    ...inference.contradictions.map((contradiction) => ({
      error: contradictionError(workingSet, contradiction, name),
      explain: () => proofs.contradiction(contradiction),
      evidence: evidenceFor(contradiction.facts, contradiction.rule),
    })),
    ...draft.clashes(resolve).map(([a, b]) => ({
      error: singleValueError(rules, name(a.s), a.p, a.o, b.o, name),
      evidence: () => evidenceOf(a.p),
    })),
    ...singleValueErrors(workingSet, inference, rules, name, draft.singleRows(workingSet, resolve)).map(
      ({ error, row, other }) => ({
        error,
        explain: () => proofs.values(factAt(workingSet, row).p, [other, row]),
        evidence: evidenceFor([row, other]),
      }),
    ),
    ...[
      ...(draft.identities.length === 0
        ? []
        : identityErrors(draft.identities, settled, iriNodes(draft.statements), name)),
      ...individualErrors(workingSet, plainRows, (node) => rules.isIndividual?.(node) === true),
    ].map((error) => ({
      error,
      evidence: () => evidenceOf(IRI_PREDICATE.name),
    })),
  ];
  if (inference.overflow) {
    const error = new OwlgateError('InferenceOverflow', { limit: INFERENCE_LIMIT });
    refused.push({ error, evidence: () => witness.ofAll() });
  }
  if (refused.length === 0) return;
  const distinct = new Map(refused.map((each) => [each.error.message, each]));
  const errors: OwlgateError[] = [];
  const evidence: (Evidence | undefined)[] = [];
  for (const { error, explain, evidence: weigh } of distinct.values()) {
    const explained = errors.length < MAX_EXPLAINED ? await explain?.() : undefined;
    errors.push(explained === undefined ? error : error.with({ explanation: explained.explanation }));
    evidence.push(weigh(explained?.proofs));
  }
  throw new WriteRefusal(errors, evidence);
}

/** Maximum explained refusals of one write. */
const MAX_EXPLAINED = 10;

function iriNodes({ set }: Statements): Set<string> {
  const nodes = set.flatMap(({ subject, object }) => [subject, object]).filter((term) => term.kind === 'iri');
  return new Set(nodes.map(nodeKey));
}
