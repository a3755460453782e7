/**
 * Assertions of the ontology's document that a load has left out, and axioms that contradict themselves without any
 * fact. A walk over stored facts meets neither.
 */
import type { OwlgateError } from '../../errors';
import { languageOf } from '../../mutation';
import { NO_ROW, seedsOf, STORED_MASK } from '../../reasoner';
import type { Rule } from '../../reasoner';
import type { StatedFact } from '../in-force/assertions';
import { isSingle, MISFIT, misfitError, SINGLE_VALUE } from '../load/ontology-facts';
import { FactQueryComposer } from '../store/fact-query-composer';
import { isMisfit } from '../store/misfit';
import { readInto, storedIn } from '../store/settle';
import type { Fact } from '../store/terms';
import type { ReadTransaction } from '../store/transaction';
import { WorkingSet } from '../store/working-set';
import type { RuledContext } from '../write/context';
import { contradictionError, factAt, keptError, singleValueError } from '../write/contradiction-messages';

/** Contradiction of the document, with the stored fact that keeps an assertion out. */
interface StatedFinding {
  readonly error: OwlgateError;
  readonly rule: string;
  readonly axiom: StatedFact['axiom'];
  readonly facts: readonly Fact[];
  /** Node or individual that it is about. */
  readonly about: string;
}

/** Number of places of a document where findings may be: axioms without premises, then assertions. */
export const placesOf = ({ plan }: RuledContext, assertions: readonly StatedFact[]): number =>
  lonely(plan).length + assertions.length;

const lonely = (plan: RuledContext['plan']): readonly Rule[] => seedsOf(plan).filter(({ head }) => !head);

/** Returns the findings at places `from` to `to`, with their places. @throws VersionChanged, EngineFailure */
export async function findStated(
  rules: RuledContext,
  assertions: readonly StatedFact[],
  [from, to]: readonly [number, number],
  transaction: ReadTransaction,
): Promise<readonly (readonly [place: number, finding: StatedFinding])[]> {
  const axioms = lonely(rules.plan);
  const facts = assertions.slice(Math.max(0, from - axioms.length), Math.max(0, to - axioms.length));
  const workingSet = await readRivals(rules, facts, transaction);
  const ofAxioms = axioms.slice(from, to).map((rule) => axiomFinding(rules, rule, workingSet));
  const ofFacts = facts.map((fact) => assertionFinding(rules, fact, workingSet));
  return [...ofAxioms, ...ofFacts].flatMap((finding, i) => (finding ? [[from + i, finding] as const] : []));
}

/** Reads the stored values of the predicates that take one. */
async function readRivals(
  rules: RuledContext,
  facts: readonly Fact[],
  transaction: ReadTransaction,
): Promise<WorkingSet> {
  const { plan, schema } = rules;
  const workingSet = new WorkingSet(plan, storedIn(schema), facts.length * 2);
  const places = new Map(facts.filter(({ p }) => isSingle(rules, p)).map(({ s, p }) => [`${s} ${p}`, { s, p }]));
  if (places.size > 0) await readInto(workingSet, new FactQueryComposer(schema), transaction, [...places.values()]);
  return workingSet;
}

function axiomFinding({ plan }: RuledContext, rule: Rule, workingSet: WorkingSet): StatedFinding {
  const { name, axiom, about } = rule;
  const error = contradictionError(workingSet, { rule, facts: [] }, (term) => term, 'fixed');
  return { error, rule: name, axiom, facts: [], about: about === undefined ? '' : plan.terms.text(about) };
}

/** @returns undefined for an assertion that is stored, or that nothing keeps out */
function assertionFinding(rules: RuledContext, fact: StatedFact, workingSet: WorkingSet): StatedFinding | undefined {
  const { s, p, o, axiom } = fact;
  const declared = rules.schema.get(p);
  if (isMisfit(o, declared)) return { error: misfitError(fact, declared), rule: MISFIT, axiom, facts: [], about: s };
  if (!isSingle(rules, p)) return undefined;
  const { table, terms } = workingSet;
  let rival: Fact | undefined;
  for (let row = table.firstOfSubject(terms.id(s), terms.id(p)); row !== NO_ROW; row = table.nextOfSubject(row)) {
    if ((table.flags[row]! & STORED_MASK) === 0) continue;
    const stored = factAt(workingSet, row);
    if (stored.o === o) return undefined;
    if (languageOf(stored.o) === languageOf(o)) rival = stored;
  }
  if (!rival) return undefined;
  const error = keptError(singleValueError(rules, s, p, rival.o, o), rival.o);
  return { error, rule: rules.isFunctional(p) ? 'prp-fp' : SINGLE_VALUE, axiom, facts: [rival], about: s };
}
