/**
 * Answers to writes, reduced to what the client may read.
 *
 * A refusal over facts that the client may not read is the same for every kind of contradiction: it names only the
 * predicates of the request. Counts cover only facts that the client may read.
 */
import { OwlgateError } from '../../errors';
import { TYPE_PREDICATE } from '../../mutation';
import { predicatesOf, type MutationRequest } from '../../dql';
import type { Credentials, Engine } from '../../dgraph';
import { isGuardian } from '../write/access';
import { withTransaction } from '../write/parted-write';
import type { WriteWarning } from '../write/name-warnings';
import { WriteRefusal } from '../write/refusal';
import type { WriteOutcome } from '../write/delivery';
import type { BatchEffect } from '../write/types';
import type { Evidence } from './evidence';
import type { Rights } from './rights';

/** Client that receives the answer. */
export interface AnswerRecipient {
  readonly engine: Pick<Engine, 'identity' | 'query'>;
  readonly rights: Rights;
  readonly credentials: Credentials | undefined;
}

/** @param request the refused request, with Dgraph names */
export async function refusalFor(
  refusal: WriteRefusal,
  reader: AnswerRecipient,
  request: MutationRequest,
): Promise<WriteRefusal> {
  const { rights, credentials, engine } = reader;
  if (!rights.apply(credentials)) return refusal;
  const { errors, evidence } = refusal;
  const names = evidence.flatMap((each) => (each ? [...each.ofMessage, ...each.ofExplanation] : []));
  const readable = await rights.readable(credentials, names);
  const isUnproved = errors.some((_, i) => evidence[i] === undefined);
  const mayReadAll = isUnproved && (await isGuardian(engine, credentials));
  const shown: OwlgateError[] = [];
  const concerned = new Set<string>();
  let isHidden = false;
  errors.forEach((error, i) => {
    const grounds = evidence[i];
    if (grounds ? allIn(grounds.ofMessage, readable) : mayReadAll) {
      const isExplained = grounds === undefined || allIn(grounds.ofExplanation, readable);
      shown.push(isExplained ? error : error.without(['explanation']));
      return;
    }
    isHidden = true;
    for (const name of concernedBy(grounds, request)) concerned.add(name);
  });
  return new WriteRefusal(isHidden ? [...shown, forbidden(concerned)] : shown, []);
}

function concernedBy(evidence: Evidence | undefined, { mutations }: MutationRequest): Iterable<string> {
  if (evidence && evidence.ofRequest.size > 0) return evidence.ofRequest;
  return mutations.flatMap(({ set }) => set.map(({ predicate }) => predicate));
}

function forbidden(concerned: ReadonlySet<string>): OwlgateError {
  const predicates = [...concerned].map((name) => (name === TYPE_PREDICATE ? 'graph.type' : name)).sort();
  return new OwlgateError('ForbiddenByOntology', { predicates: predicates.join(', ') }, { predicates });
}

/**
 * Returns the outcome of a write. Counts and lists cover facts that the client may read; the transaction lists
 * predicates that the request names. The gateway remembers the other predicates and adds them to the commit
 * (write/commit.ts).
 */
export async function outcomeFor(
  written: WriteOutcome,
  { rights, credentials }: AnswerRecipient,
  { mutations }: MutationRequest,
): Promise<WriteOutcome> {
  const readableOf = async (warnings: readonly WriteWarning[]): Promise<readonly WriteWarning[]> => {
    const names = warnings.flatMap(({ code, suggestion }) => (isOfPredicate(code) && suggestion ? [suggestion] : []));
    const readable = await rights.readable(credentials, names);
    return warnings.filter(({ code, suggestion = '' }) => !isOfPredicate(code) || readable.has(suggestion));
  };
  if (!rights.apply(credentials)) return written;
  const outcome = { ...written, ...(written.warnings && { warnings: await readableOf(written.warnings) }) };
  const { stillEntailed } = outcome;
  const stated = new Set(mutations.flatMap((each) => [...predicatesOf(each)]));
  const { txn } = outcome.answer.extensions;
  const preds = txn?.preds?.filter((each) => stated.has(each.replace(TABLET, '')));
  const answer = txn && preds ? withTransaction(outcome.answer, { ...txn, preds }) : outcome.answer;
  const counts = await effectFor(outcome, { rights, credentials });
  const readable = await rights.readable(
    credentials,
    stillEntailed.map(({ p }) => p),
  );
  return { ...outcome, answer, ...counts, stillEntailed: stillEntailed.filter(({ p }) => readable.has(p)) };
}

/** Returns the numbers of facts that a write adds and removes, as far as the client may read them. */
export async function effectFor(
  { inferred, retracted, effects }: Pick<WriteOutcome, 'inferred' | 'retracted' | 'effects'>,
  { rights, credentials }: Omit<AnswerRecipient, 'engine'>,
): Promise<BatchEffect> {
  if (!rights.apply(credentials) || !effects) return { inferred, retracted };
  const readable = await rights.readable(credentials, [...effects.inferred.keys(), ...effects.retracted.keys()]);
  const count = (facts: ReadonlyMap<string, number>): number =>
    [...facts].reduce((sum, [name, number]) => sum + (readable.has(name) ? number : 0), 0);
  return { inferred: count(effects.inferred), retracted: count(effects.retracted) };
}

const isOfPredicate = (code: string): boolean => code.startsWith('predicate');

/** Group and namespace of a predicate in a transaction: `<group>-<namespace>-<name>`. */
export const TABLET = /^\d+-\d+-/;

const allIn = (names: ReadonlySet<string>, readable: ReadonlySet<string>): boolean =>
  [...names].every((name) => readable.has(name));
