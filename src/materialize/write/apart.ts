/** Place of a mutation's work: large ones would hold the gateway's thread for seconds, and go to a document process. */
import type { Engine } from '../../dgraph';
import { readMutationBody } from '../../mutation';
import type { Documents } from '../documents';
import { CommittingEngine } from '../documents/committed';
import type { Authority } from '../in-force/in-force';
import type { MutateReply } from '../types';
import { WindowTooLarge } from '../store/settle';
import { carryOut } from './carry-out';
import type { MutationOrder, Surroundings } from './carry-out';

interface Host {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly documents: Documents;
  /** Of the materializer, among those that share processes. */
  readonly id: string;
}

/** Bytes of a mutation from which on another process reads it: less is read in some hundredths of a second. */
const LARGE_BODY = 256 * 1024;

/** Stored facts that a write may concern on the gateway's thread. */
export const MOST_FACTS = 8_000;

/**
 * Reads a mutation, to be carried out here where it is small, and by a document process where it is large or concerns
 * many stored facts.
 *
 * @throws OwlgateError BodySyntax
 */
export function carriesOut(
  body: Buffer,
  order: MutationOrder,
  { surroundings, ...host }: Host & { readonly surroundings: Surroundings },
): () => Promise<MutateReply> {
  const text = body.toString();
  const apart = () => carryOutApart(text, order, host);
  if (body.length >= LARGE_BODY) return apart;
  const read = readMutationBody(order.contentType, text);
  return async () => {
    try {
      return await carryOut(read, order, surroundings);
    } catch (error) {
      if (error instanceof WindowTooLarge) return apart();
      throw error;
    }
  };
}

/** @throws as carryOut; OwlgateError DocumentTooCostly, DocumentsBusy */
async function carryOutApart(
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
