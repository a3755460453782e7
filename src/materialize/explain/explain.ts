/** Explanations of stored facts for GET /ontology/explain, as text and JSON. All reads see one snapshot. */
import type { Credentials } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { ANY, countSteps, NO_ROW, Now, NOW_MASK, proofToJson, proofToText, STORED_MASK } from '../../reasoner';
import type { Explanation, Pattern, Proof, ProofFormat, ProofJson } from '../../reasoner';
import { IRI_PREDICATE } from '../../schema';
import { StoredProofs } from './proofs';
import { irisOf, readFact } from './question';
import type { FactQuestion } from './question';
import { FactQueryComposer } from '../store/fact-query-composer';
import type { Reasoning } from '../in-force/reasoning';
import { factAt, shown } from '../write/contradiction-messages';
import type { ShownFact } from '../write/contradiction-messages';
import { storedIn } from '../store/settle';
import type { Fact } from '../store/terms';
import { ReadTransaction } from '../store/transaction';
import { WorkingSet } from '../store/working-set';
import { headOf, type WriteContext } from '../write/context';

export interface ExplainQuestion extends FactQuestion {
  /** Maximum number of proofs. */
  readonly max: number;
  readonly credentials?: Credentials;
}

/** Explanation as JSON and as text. */
export interface ExplainAnswer {
  /** Version of the ontology. */
  readonly version: number;
  readonly json: ExplanationJson;
  readonly text: string;
}

interface ExplanationJson {
  readonly fact: ShownFact;
  readonly state: 'asserted' | 'inferred';
  /** False if a limit ended the search: shorter or further proofs may exist. */
  readonly complete: boolean;
  /** Remark on missing or incomplete proofs. */
  readonly note?: string;
  /** Proofs, shortest first. */
  readonly proofs: readonly { readonly steps: number; readonly proof: ProofJson }[];
  /** IRIs of the nodes in the proofs, by uid. */
  readonly nodes: Readonly<Record<string, string>>;
}

/** Maximum nodes listed with their IRI. */
const MAX_NODES = 1000;
/** Maximum facts listed in place of one that is not stored. */
const MAX_NEAR = 10;

const NO_DERIVATION =
  'the fact is stored as inferred, but no stored fact entails it. Data was changed without the gateway; ' +
  'POST /ontology/materialize repairs it';
const LIMIT_REACHED = 'the fact is inferred, but the search reached its limit before it found a proof';
const INCOMPLETE = 'the search reached its limit: shorter or further proofs may exist';

/**
 * Explains a fact.
 *
 * @throws OwlgateError NoOntology, InvalidRequest, UnknownPredicate, UnknownNode, FactUnknown; VersionChanged,
 *   EngineFailure
 */
export async function explain(question: ExplainQuestion, context: WriteContext): Promise<ExplainAnswer> {
  const { engine, schema, reasoning } = context;
  const { max, credentials } = question;
  if (!reasoning) throw new OwlgateError('NoOntology');
  const { plan, version, loaded } = reasoning;
  const requested = readFact(question, { names: loaded.names, schema });
  const transaction = new ReadTransaction(engine, headOf(context), engine.identity ? {} : { credentials });
  try {
    const fact = await lookUp(requested, new FactQueryComposer(schema), transaction);
    const workingSet = new WorkingSet(plan, storedIn(schema));
    const proofs = new StoredProofs(workingSet, { plan, schema, transaction });
    const pattern = patternOf(workingSet, fact);
    const explanation = await proofs.fact(pattern, { max });
    if (explanation.state === undefined) throw await unknown(fact, workingSet, proofs);
    const nodes = schema.get(IRI_PREDICATE.name) ? await irisIn(explanation.proofs, fact, workingSet, proofs) : {};
    return { version, ...compose(fact, explanation, formatOf(reasoning), nodes) };
  } finally {
    await transaction.abandon();
  }
}

async function lookUp(fact: Fact, reader: FactQueryComposer, transaction: ReadTransaction): Promise<Fact> {
  const iris = irisOf(fact);
  if (iris.length === 0) return fact;
  const read = reader.compose([], iris);
  const nodes = read.identities(await transaction.read(read.text));
  const node = (term: string): string => {
    if (!iris.includes(term)) return term;
    const uid = nodes.get(term);
    if (uid === undefined) throw new OwlgateError('UnknownNode', { iri: term.slice(1, -1) });
    return uid;
  };
  return { s: node(fact.s), p: fact.p, o: node(fact.o) };
}

function patternOf({ terms }: WorkingSet, { s, p, o }: Fact): Pattern {
  return { s: terms.id(s), p: terms.id(p), o: terms.id(o) };
}

/**
 * Returns the refusal of a fact that is not stored, with the facts stored in its place. Reports whether stored facts
 * entail it.
 */
async function unknown(fact: Fact, workingSet: WorkingSet, proofs: StoredProofs): Promise<OwlgateError> {
  const pattern = patternOf(workingSet, fact);
  const { table } = workingSet;
  await proofs.read([{ s: fact.s, p: fact.p, any: true }]);
  const near: Fact[] = [];
  let count = 0;
  for (let row = table.firstOfSubject(pattern.s, pattern.p); row !== NO_ROW; row = table.nextOfSubject(row)) {
    if ((table.flags[row]! & STORED_MASK) === 0) continue;
    if (++count <= MAX_NEAR) near.push(factAt(workingSet, row));
  }
  // Searches for a proof as if the fact were stored.
  const row = table.row(pattern.s, pattern.p, pattern.o);
  table.flags[row] = Now.Inferred;
  const { proofs: foundProofs } = await proofs.fact(pattern);
  table.flags[row] &= ~NOW_MASK;
  const has = near.map(({ o }) => o).join(', ');
  const { subject, predicate, object } = shown(fact);
  const instead =
    count === 0
      ? `; ${subject} has no ${predicate}`
      : `; under ${predicate}, ${subject} has ${has}${count > MAX_NEAR ? ', …' : ''}`;
  const hint =
    foundProofs.length > 0 ? ENTAILED_HINT : workingSet.covers(pattern.s, pattern.p, ANY) || count > 0 ? instead : '';
  return new OwlgateError(
    'FactUnknown',
    { fact: `${subject} ${predicate} ${object}`, hint },
    { fact: shown(fact), near: near.map(shown), entailed: foundProofs.length > 0 },
  );
}

const ENTAILED_HINT =
  ', although stored facts entail it. Data was changed without the gateway; POST /ontology/materialize repairs it';

/** Returns the IRIs of the nodes in proofs. */
async function irisIn(
  foundProofs: readonly Proof[],
  fact: Fact,
  workingSet: WorkingSet,
  proofs: StoredProofs,
): Promise<Record<string, string>> {
  const nodes = new Set<string>([fact.s, ...(isUid(fact) ? [fact.o] : [])]);
  const visited = new Set<Proof>();
  const visit = (proof: Proof): void => {
    if (visited.has(proof) || nodes.size >= MAX_NODES) return;
    visited.add(proof);
    nodes.add(proof.fact.s);
    if (isUid(proof.fact)) nodes.add(proof.fact.o);
    proof.premises.forEach(visit);
  };
  foundProofs.forEach(visit);
  await proofs.read([...nodes].map((s) => ({ s, p: IRI_PREDICATE.name })));
  const { table, terms } = workingSet;
  const iri = terms.id(IRI_PREDICATE.name);
  const entries = [...nodes].flatMap((node) => {
    const row = table.firstOfSubject(terms.id(node), iri);
    return row === NO_ROW ? [] : [[node, terms.text(table.object[row]!).slice(1, -1)] as const];
  });
  return Object.fromEntries(entries);
}

const isUid = ({ p, o }: Fact): boolean => p !== TYPE_PREDICATE && !o.startsWith('"');

/** Returns the format of proofs, which cites the axiom of facts that the ontology document states. */
function formatOf({ plan, assertions }: Pick<Reasoning, 'plan' | 'assertions'>): ProofFormat {
  const stated = new Map(assertions.map(({ s, p, o, axiom }) => [`${s} ${p} ${o}`, axiom]));
  const axiomOf = ({ kind, fact: { s, p, o } }: Proof) =>
    kind === 'asserted' ? stated.get(`${s} ${p} ${o}`) : undefined;
  return {
    plan,
    type: 'graph.type',
    remark: (proof) => {
      const axiom = axiomOf(proof);
      return axiom && `by the ontology, line ${axiom.position.line}: ${axiom.text}`;
    },
    members: (proof) => {
      const axiom = axiomOf(proof);
      return axiom ? { axiom: { text: axiom.text, ...axiom.position } } : {};
    },
  };
}

function compose(
  fact: Fact,
  { state, proofs, complete }: Explanation,
  format: ProofFormat,
  nodes: Readonly<Record<string, string>>,
): Omit<ExplainAnswer, 'version'> {
  const note = proofs.length === 0 ? (complete ? NO_DERIVATION : LIMIT_REACHED) : complete ? undefined : INCOMPLETE;
  const { subject, predicate, object } = shown(fact);
  const texts = proofs.map((proof) => proofToText(proof, format));
  if (texts.length === 0) texts.push(`${subject} ${predicate} ${object}   (${state!})`);
  const legend = Object.entries(nodes).map(([uid, iri]) => `  ${uid} is <${iri}>`);
  const parts = [
    ...texts,
    ...(legend.length > 0 ? [['where', ...legend].join('\n')] : []),
    ...(note ? [`Note: ${note}.`] : []),
  ];
  return {
    json: {
      fact: { subject, predicate, object },
      state: state!,
      complete,
      ...(note !== undefined && { note }),
      proofs: proofs.map((proof) => ({ steps: countSteps(proof), proof: proofToJson(proof, format) })),
      nodes,
    },
    text: `${parts.join('\n\n')}\n`,
  };
}
