/** One parcel of several writes, and the part of the engine's answer that belongs to each. */
import type { MutateAnswer } from '../../../dgraph';
import { withNodes, type Mutation, type NodeRef, type NQuad } from '../../../dql';
import { parseLossless, printLossless } from '../../../util/json';
import { TABLET } from '../../access/redact';
import { answerLost, countNewNodes } from '../deliver';
import type { Parcel } from '../delivery';

/** Separates the number of a write from the client's label. */
const SEPARATOR = '.';

/** Joins parcels into one. The label of a blank node begins with the number of its write. */
export function joinParcels(parcels: readonly Parcel[]): Parcel {
  const stated: Lists = { set: [], delete: [] };
  const added: Lists = { set: [], delete: [] };
  parcels.forEach((parcel, number) => {
    const node = labelled(number);
    for (const mutation of parcel.request.mutations) append(stated, mutation, node);
    append(added, parcel.added, node);
  });
  const guards = [...new Set(parcels.flatMap((parcel) => parcel.guards))];
  // If the engine's answer is lost, only those writes fail whose answer has uids; see `answersOf`.
  const isAdditive = parcels.every((parcel) => parcel.isAdditive);
  return { request: { mutations: [stated] }, added, guards, isAdditive, newNodes: 0 };
}

interface Lists {
  readonly set: NQuad[];
  readonly delete: NQuad[];
}

function append(lists: Lists, mutation: Mutation, node: (ref: NodeRef) => NodeRef): void {
  for (const nquad of mutation.set) lists.set.push(withNodes(nquad, node));
  for (const nquad of mutation.delete) lists.delete.push(withNodes(nquad, node));
}

/** Returns a renaming of labels; statements of a node share it. */
function labelled(number: number): (ref: NodeRef) => NodeRef {
  const nodes = new Map<string, NodeRef>();
  return (ref) => {
    if (ref.kind !== 'blank') return ref;
    let node = nodes.get(ref.label);
    if (!node) nodes.set(ref.label, (node = { kind: 'blank', label: `${number}${SEPARATOR}${ref.label}` }));
    return node;
  };
}

/**
 * Returns the answer of each write, as functions. The transaction and the engine's times are those of the group;
 * predicates that only other writes name are left out.
 *
 * @returns functions that throw OwlgateError AnswerLost if the uids of the write's new nodes are lost
 */
export function answersOf(answer: MutateAnswer, parcels: readonly Parcel[]): readonly (() => MutateAnswer)[] {
  const uids = parcels.map((): Record<string, string> => ({}));
  for (const [label, uid] of Object.entries(answer.uids)) {
    const end = label.indexOf(SEPARATOR);
    const own = uids[Number(label.slice(0, end))];
    if (own) own[label.slice(end + 1)] = uid;
  }
  const isLost = Object.keys(answer.uids).length === 0;
  const { data, extensions } = parseLossless(answer.body.toString()) as Pick<MutateAnswer, 'extensions'> & {
    readonly data: object;
  };
  const { txn, ...others } = extensions;
  const named = parcels.map(({ request, added }) => new Set([...request.mutations, added].flatMap(predicateNames)));
  const ofAny = new Set(named.flatMap((names) => [...names]));
  return parcels.map(({ request, added }, number) => () => {
    const newNodes = isLost ? countNewNodes([...request.mutations, added]) : 0;
    if (newNodes > 0) throw answerLost(newNodes, false, txn?.commit_ts);
    const preds = txn?.preds?.filter((each) => {
      const name = each.replace(TABLET, '');
      return named[number]!.has(name) || !ofAny.has(name);
    });
    const ownExtensions = { ...others, ...(txn && { txn: { ...txn, ...(preds && { preds }) } }) };
    const own = { data: { ...data, uids: uids[number]! }, extensions: ownExtensions };
    return { ...own.data, queries: null, extensions: ownExtensions, body: Buffer.from(printLossless(own)) };
  });
}

const predicateNames = ({ set, delete: deletes }: Mutation): string[] =>
  [...set, ...deletes].map(({ predicate }) => predicate);
