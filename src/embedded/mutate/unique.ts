/** `@unique`: no two nodes may have the same value (edgraph/server.go, verifyUnique and verifyUniqueWithinMutation). */
import type { PredicateDeclaration } from '../../dql';
import { sameValue, type StoreView, type Uid } from '../storage';
import { tokens } from '../tokenizers';
import { convert, type Value } from '../values';
import { textOf } from './describe';
import { MutationError } from './errors';
import type { Quad, QuadMutation } from './quad';
import type { UpsertVariables } from './variables';

/** Tokenizers that find a value exactly. */
const EXACT = ['exact', 'hash', 'int'];

/**
 * Checks the values to set against the stored ones. A value may move between nodes if the request also sets another
 * value on its current node.
 *
 * @param mutations those whose condition holds, with their variables
 * @returns true if there was a value to check
 * @throws MutationError
 */
export function verifyUnique(
  mutations: readonly QuadMutation[],
  view: StoreView,
  variables: UpsertVariables | undefined,
): boolean {
  const quads = mutations.flatMap(({ set }) => set.filter((quad) => uniqueDeclaration(view, quad) !== undefined));
  for (const quad of quads) {
    const subject = subjectOf(quad, variables);
    const value = valueOf(quad, subject, variables);
    if (value === undefined) continue;
    const holders = holdersOf(view, uniqueDeclaration(view, quad)!, quad.lang, value);
    if (holders.length > 1) {
      throw new MutationError(
        `there are duplicates in existing data for predicate [${quad.predicate}].` +
          'Please drop the unique constraint and re-add it after fixing the predicate data',
      );
    }
    const [holder] = holders;
    if (holder === undefined || holder === subject) continue;
    const moves = quads.some((other) => other.predicate === quad.predicate && namesUid(other, holder));
    if (!moves) throw duplicate(quad.predicate, value);
  }
  return quads.length > 0;
}

/**
 * Checks the values to set against each other.
 *
 * @param mutations with their variables replaced
 * @throws MutationError
 */
export function verifyUniqueWithin(mutations: readonly QuadMutation[], view: StoreView): void {
  const subjects = new Map<string, string>();
  for (const { set } of mutations) {
    for (const quad of set) {
      if (quad.object.kind !== 'value' || !uniqueDeclaration(view, quad)) continue;
      const { value } = quad.object;
      const key = `${quad.predicate}\0${value.type}\0${textOf(value)}`;
      const subject = JSON.stringify(quad.subject);
      const before = subjects.get(key);
      if (before !== undefined && before !== subject) throw duplicate(quad.predicate, value);
      subjects.set(key, subject);
    }
  }
}

function duplicate(predicate: string, value: Value): MutationError {
  return new MutationError(`could not insert duplicate value [${textOf(value)}] for predicate [${predicate}]`);
}

function uniqueDeclaration(view: StoreView, { predicate }: Quad): PredicateDeclaration | undefined {
  const declaration = view.schema.predicate(predicate);
  return declaration?.unique ? declaration : undefined;
}

/** Returns the uid of the subject; 0 for a new node. */
function subjectOf(quad: Quad, variables: UpsertVariables | undefined): Uid {
  const { subject } = quad;
  if (subject.kind === 'uid') return Number(subject.uid);
  if (subject.kind !== 'uidVar') return 0;
  const uids = variables?.uids(subject.variable) ?? [];
  if (uids.length > 1) throw new MutationError(`unique constraint violated for predicate [${quad.predicate}]`);
  return uids[0] ?? 0;
}

function valueOf(quad: Quad, subject: Uid, variables: UpsertVariables | undefined): Value | undefined {
  const { object } = quad;
  if (object.kind === 'value') return object.value;
  if (object.kind !== 'valVar') return undefined;
  const values = variables?.values(object.variable);
  return values?.get(0) ?? values?.get(subject);
}

const namesUid = ({ subject }: Quad, uid: Uid): boolean => subject.kind === 'uid' && Number(subject.uid) === uid;

/** Nodes that have the value. */
function holdersOf(view: StoreView, { name, type, index }: PredicateDeclaration, lang: string, value: Value): Uid[] {
  const tokenizer = EXACT.find((exact) => index.some((spec) => spec.tokenizer === exact));
  if (tokenizer === undefined || type === 'uid') return [];
  const typed = convert(value, type);
  const [token] = tokens(typed, tokenizer, lang);
  if (token === undefined) return [];
  return Array.from(view.indexed(name, tokenizer, token)).filter((uid) =>
    view.values(name, uid).some((stored) => stored.lang === lang && sameValue(stored.value, typed)),
  );
}
