/**
 * Order of the mutations of a request. The engine carries them out one after the other, in each the deletes first: a
 * delete undoes what an earlier mutation sets. The gateway sends one mutation, without those set statements.
 */
import { nodeKey, type NodeRef, type NQuad } from '../../dql';
import { TYPE_PREDICATE } from '../../mutation';
import type { EngineSchema } from '../store/engine-schema';
import { valueTerm } from '../store/terms';
import type { Statements } from './statements';

interface OrderContext {
  readonly schema: EngineSchema;
  /** Returns the node of an IRI; the IRI itself before it has been looked up. */
  readonly resolve: (node: string) => string;
  /** Returns true if a stored type of the node has the predicate: a delete of the whole node takes it. */
  readonly hasField: (node: string, predicate: string) => boolean;
  /** Returns true for a predicate whose edges from and to a node go with it. */
  readonly isEdge: (predicate: string) => boolean;
}

/** Returns true if the order can be seen in the statements alone: without names to look up and whole-node deletes. */
export const isOrderEvident = ({ set, delete: deletes }: Statements): boolean =>
  deletes.every(({ predicate }) => predicate !== '*') &&
  [...set, ...deletes].every(({ subject, object }) => subject.kind !== 'iri' && object.kind !== 'iri');

/** Set statements in order: those that no delete of a later mutation takes back, and the others. */
interface OrderedSets {
  readonly standing: readonly NQuad[];
  readonly undone: readonly NQuad[];
}

/** Divides the set statements of a request. */
export function orderSets(
  { set, delete: deletes, setsBefore = [] }: Statements,
  { schema, resolve, hasField, isEdge }: OrderContext,
): OrderedSets {
  const node = (ref: NodeRef): string => resolve(nodeKey(ref));
  /** Returns the keys of all deletes that take a statement. */
  const keysOf = ({ subject, predicate: p, object, lang }: NQuad): string[] => {
    const place = `${node(subject)} ${p}`;
    const tagged = lang === undefined ? [] : [`${place}@${lang} *`];
    if (object.kind === 'star') return lang === undefined ? [`${place} *`] : tagged;
    if (object.kind === 'valVar') return [`${place} *`, ...tagged];
    if (object.kind !== 'literal') return [`${place} *`, `${place} ${node(object)}`];
    return [`${place} *`, ...tagged, `${place} ${valueTerm(p, object, lang, schema)}`];
  };
  const last = new Map<string, number>();
  const wholeNodes = new Map<string, number>();
  deletes.forEach((nquad, i) => {
    const before = setsBefore[i] ?? 0;
    if (nquad.predicate === '*') wholeNodes.set(node(nquad.subject), before);
    else last.set(keysOf(nquad).at(-1)!, before);
  });
  const isBefore = (i: number, before = 0): boolean => i < before;
  const isUndone = ([i, nquad]: readonly [number, NQuad]): boolean => {
    if (keysOf(nquad).some((key) => isBefore(i, last.get(key)))) return true;
    const { predicate: p } = nquad;
    const s = node(nquad.subject);
    return isBefore(i, wholeNodes.get(s)) && (p === TYPE_PREDICATE || isEdge(p) || hasField(s, p));
  };
  const isIncoming = ([i, { predicate, object }]: readonly [number, NQuad]): boolean =>
    isNode(object) && isEdge(predicate) && isBefore(i, wholeNodes.get(node(object)));
  const entries = [...set.entries()];
  const undone = new Set(entries.filter(isUndone).map(([, nquad]) => nquad));
  if (wholeNodes.size > 0) {
    const others = entries.filter((each) => !undone.has(each[1]) && !isIncoming(each)).map(([, nquad]) => nquad);
    const mentioned = nodesOf(others, resolve);
    for (const each of entries) {
      const [, nquad] = each;
      if (isIncoming(each) && !mentioned.has(node(nquad.object as NodeRef))) undone.add(nquad);
    }
  }
  return { standing: set.filter((nquad) => !undone.has(nquad)), undone: [...undone] };
}

/** Returns the nodes that statements have as subject or object. */
export function nodesOf(statements: readonly NQuad[], resolve: (node: string) => string): Set<string> {
  const ends = statements.flatMap(({ subject, object }) => [subject, object]);
  return new Set(ends.flatMap((term) => (isNode(term) ? [resolve(nodeKey(term))] : [])));
}

const isNode = (term: NQuad['object']): term is NodeRef =>
  term.kind !== 'literal' && term.kind !== 'star' && term.kind !== 'valVar';
