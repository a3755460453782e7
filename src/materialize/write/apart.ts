/** Large mutations, read and reasoned about by a document process: they would hold the gateway's thread for seconds. */
import type { Engine } from '../../dgraph';
import type { Documents } from '../documents';
import { CommittingEngine } from '../documents/committed';
import type { Authority } from '../in-force/in-force';
import type { MutateReply } from '../types';
import type { MutationOrder } from './carry-out';

interface Host {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly documents: Documents;
  /** Of the materializer, among those that share processes. */
  readonly id: string;
}

/** @throws as carryOut; OwlgateError DocumentTooCostly, DocumentsBusy */
export async function carryOutApart(
  text: string,
  order: MutationOrder,
  { engine, authority, documents, id }: Host,
): Promise<MutateReply> {
  const { schema, reasoning, headUid, confirm } = authority.context();
  const committing = new CommittingEngine(engine);
  const gateway = {
    confirm: () => confirm?.() ?? Promise.resolve(),
    refreshSchema: async () => {
      await authority.refreshSchema();
      return authority.schema.answer;
    },
  };
  try {
    return await documents.session({ lane: 'body', engine: committing, gateway }, async (session) => {
      const key = `${id}/${headUid}/${reasoning?.version}`;
      if (!session.hasAdopted(key)) await session.run('adopt', { key, reasoning });
      return { body: await session.run('mutate', { text, order, schema: schema.answer, headUid }) };
    });
  } catch (error) {
    // The process was ended after the commit: the engine's answer tells the outcome.
    if (committing.committed) return { body: committing.committed.body };
    throw error;
  }
}
