/**
 * Choice of the process for a mutation: large mutations would block the gateway's thread for seconds, so a document
 * process carries them out.
 */
import { deserialize } from 'node:v8';
import type { Engine, MutateAnswer } from '../../dgraph';
import type { MutationRequest } from '../../dql';
import { normalize, ONTOLOGY_DATATYPES, readMutationBody } from '../../mutation';
import { outcomeFor } from '../access/redact';
import { Rights } from '../access/rights';
import type { DocumentProcesses } from '../documents';
import { AlreadyRecorded } from '../idempotency/answer-recorder';
import type { AnswerRecorder } from '../idempotency/answer-recorder';
import type { Authority } from '../in-force/in-force';
import type { MutateReply } from './types';
import { WorkingSetTooLarge } from '../store/settle';
import { carryOut } from './carry-out';
import type { MutationOrder, MutationHost } from './carry-out';
import { deliver } from './deliver';
import type { Consequences, DeliveryOptions, Parcel } from './delivery';
import { ConversionPending } from './hold-back';
import type { HubDeletes } from './hubs';
import { composeReply } from './reply';
import type { WriteContext } from './context';

interface OffloadHost {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly documents: DocumentProcesses;
  /** Id of the writer, unique among the writers that share document processes. */
  readonly id: string;
  readonly recorder: AnswerRecorder | undefined;
  readonly hubs: Pick<HubDeletes, 'carryOut'>;
  context(): WriteContext;
}

/**
 * Minimum bytes of a mutation that a document process reads. The gateway's thread reads less in some hundredths of a
 * second.
 */
const LARGE_BODY = 256 * 1024;

/** Returns the engine, whose queries end with the signal. */
function endingWith(signal: AbortSignal | undefined, engine: Engine): Engine {
  if (!signal) return engine;
  const query: Engine['query'] = (text, options) => engine.query(text, { ...options, signal });
  return Object.create(engine, { query: { value: query } }) as Engine;
}

/** Maximum stored facts that a write on the gateway's thread may concern. */
export const MAX_FACTS = 8_000;

/**
 * Reads a mutation. A small one is carried out on this thread. A document process carries out a large one, or one that
 * concerns many stored facts.
 *
 * @returns function that carries out the mutation
 * @throws OwlgateError BodySyntax
 */
export function prepareMutation(
  body: Buffer,
  order: MutationOrder,
  host: OffloadHost,
  mutationHost: MutationHost,
): () => Promise<MutateReply> {
  const text = body.toString();
  const apart = () => carryOutInProcess(text, order, host);
  if (body.length >= LARGE_BODY && !host.authority.damage) return apart;
  const read = readMutationBody(order.contentType, text, host.authority.active && ONTOLOGY_DATATYPES);
  return async () => {
    try {
      return await carryOut(read, order, mutationHost);
    } catch (error) {
      if (error instanceof WorkingSetTooLarge) return (await carryOutInParts(read, order, host)) ?? apart();
      throw error;
    }
  };
}

/** Carries out a delete at a hub in parts. @returns undefined for other mutations */
async function carryOutInParts(
  read: MutationRequest,
  order: MutationOrder,
  host: OffloadHost,
): Promise<MutateReply | undefined> {
  const { authority, recorder, hubs } = host;
  if (order.isDryRun || authority.damage) return undefined;
  const { schema } = authority;
  const names = authority.active?.reasoning.loaded.names;
  const request = normalize(read, { names, schema });
  return hubs.carryOut(request, { ...order.options, recorder }, async ({ text, spared, along }) => {
    const context = (): WriteContext => ({ ...host.context(), along, spared: new Set(spared) });
    const first = { ...order, contentType: 'application/rdf' };
    return String((await carryOutInProcess(text, first, { ...host, recorder: undefined, context })).body);
  });
}

/**
 * Carries out a mutation in a document process. The process works out the write; the gateway delivers it, adds the
 * receipt or idempotency record, and notes the cluster's groups.
 *
 * @throws as carryOut; ConversionPending; OwlgateError DocumentTooCostly, DocumentsBusy
 */
export async function carryOutInProcess(
  text: string,
  order: MutationOrder,
  host: Omit<OffloadHost, 'hubs'>,
): Promise<MutateReply> {
  const { engine, authority, documents, id, recorder } = host;
  const { schema, reasoning, headUid, isIncomplete, due, groups, confirm, spared } = host.context();
  // The process does not know which predicates are under conversion.
  if (due) throw new ConversionPending();
  const { signal, ...options } = order.options;
  const { credentials } = options;
  const version = reasoning?.version;
  const compose = async ({ request }: Parcel, packed: Buffer, answer: MutateAnswer): Promise<string> => {
    const consequences = deserialize(packed) as Consequences;
    const reader = { engine, rights: Rights.on(engine), credentials };
    return composeReply(await outcomeFor({ ...consequences, answer }, reader, request), version);
  };
  let committed: (() => Promise<string>) | undefined;
  let alreadyRecorded: AlreadyRecorded | undefined;
  const rememberRecorded = (error: unknown): never => {
    if (error instanceof AlreadyRecorded) alreadyRecorded = error;
    throw error;
  };
  const gateway = {
    confirm: () => confirm?.() ?? Promise.resolve(),
    refreshSchema: async () => {
      await authority.refreshSchema();
      return authority.schema.answer;
    },
    deliver: async (parcel: Parcel, delivery: DeliveryOptions, consequences: Buffer): Promise<MutateAnswer> => {
      signal?.throwIfAborted();
      const composeAnswer = (answer: MutateAnswer) => compose(parcel, consequences, answer);
      const recording = recorder && { composeAnswer };
      const answer = await deliver({ ...parcel, ...recording }, host.context(), { ...delivery, recorder }).catch(
        rememberRecorded,
      );
      if (delivery.commitNow) committed = () => compose(parcel, consequences, answer);
      return answer;
    },
  };
  try {
    return await documents.session(
      { lane: 'body', engine: endingWith(signal, engine), gateway, signal },
      async (session) => {
        const key = `${id}/${headUid}/${version}`;
        if (!session.hasAdopted(key)) await session.run('adopt', { key, reasoning });
        const hasSeveralGroups = groups?.hasSeveral ?? false;
        const input = {
          text,
          order: { ...order, options },
          schema: schema.answer,
          headUid,
          isIncomplete,
          hasSeveralGroups,
        };
        return session.run('mutate', { ...input, ...(spared && { spared: [...spared] }) });
      },
    );
  } catch (error) {
    if (alreadyRecorded) throw alreadyRecorded;
    // The process ended after the commit.
    if (committed) return { body: await committed() };
    throw error;
  }
}
