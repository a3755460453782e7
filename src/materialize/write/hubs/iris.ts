/** Lookup of the IRIs in deletes. A statement with an IRI that no node has is dropped. */
import { nodeKey, withNodes, type NodeRef, type NQuad } from '../../../dql';
import type { EngineSchema } from '../../store/engine-schema';
import { FactQueryComposer } from '../../store/fact-query-composer';
import type { ReadTransaction } from '../../store/transaction';

export async function resolveIris(
  deletes: readonly NQuad[],
  schema: EngineSchema,
  transaction: Pick<ReadTransaction, 'read'>,
): Promise<readonly NQuad[]> {
  const named = deletes.flatMap(({ subject, object }) => [subject, object]).filter((term) => term.kind === 'iri');
  if (named.length === 0) return deletes;
  const read = new FactQueryComposer(schema).compose([], new Set(named.map(nodeKey)));
  const identities = read.identities(read.isEmpty ? {} : await transaction.read(read.text));
  const isThere = ({ subject, object }: NQuad): boolean =>
    [subject, object].every((term) => term.kind !== 'iri' || identities.has(nodeKey(term)));
  const node = (ref: NodeRef): NodeRef =>
    ref.kind === 'iri' ? { kind: 'uid', uid: identities.get(nodeKey(ref))! } : ref;
  return deletes.filter(isThere).map((nquad) => withNodes(nquad, node));
}
