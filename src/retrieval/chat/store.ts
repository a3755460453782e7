/**
 * Conversations in the engine:
 *
 *     conversation   owlgate.chat.key (owner and id: its identity), .owner, .id, .createdAt, .updatedAt, .count
 *                                                                        ─ owlgate.chat.message →  messages
 *     message        owlgate.message.id, .number, .state, .question, .createdAt, .events (JSON)
 *
 * These nodes have no type, so that queries by type do not return them.
 */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { CHAT_PREDICATES, printChatSchema } from '../../materialize';
import { ensurePredicates } from '../documents/schema';
import { inTransaction, type Transaction } from '../documents/transaction';
import type { Turn } from '../types';
import type { ChatEvent, ConversationEntry, ConversationName, MessageState } from './types';

/** Maximum messages of one conversation. */
const MAX_MESSAGES = 500;
/** Maximum earlier turns in a module's history. */
const MAX_TURNS = 20;

export interface StoredMessage {
  readonly uid: string;
  readonly id: string;
  readonly number: number;
  readonly state: MessageState;
  readonly question: string;
  readonly createdAt: string;
  readonly events: readonly ChatEvent[];
}

/** Message stored as running. */
export interface StartedMessage {
  readonly uid: string;
  readonly number: number;
  readonly history: readonly Turn[];
}

const MESSAGE_FIELDS = ['id', 'number', 'state', 'question', 'createdAt', 'events'];
const fields = (names: readonly string[], prefix: string): string =>
  names.map((name) => `${name}: ${prefix}.${name}`).join(' ');
const keyOf = ({ owner, id }: ConversationName): string => `${owner} ${id}`;

/**
 * Engines whose chat schema was checked within the last second, so that concurrent messages check once. After a drop by
 * another gateway, queries fail for up to a second and nothing is written.
 */
const checkedUntil = new WeakMap<Engine, number>();
const CHECK_VALID_MS = 1_000;
const isChecked = (engine: Engine): boolean => Date.now() < (checkedUntil.get(engine) ?? 0);

/** Discards the schema check of an engine after its data was dropped. */
export const forgetConversations = (engine: Engine): void => void checkedUntil.delete(engine);

/** Adds missing predicates: a drop of all data removes them. */
async function ensureSchema(engine: Engine): Promise<void> {
  if (isChecked(engine)) return;
  await ensurePredicates(engine, CHAT_PREDICATES, printChatSchema);
  checkedUntil.set(engine, Date.now() + CHECK_VALID_MS);
}

/** Returns true if the chat schema exists. Without the schema, its predicates have no index to query. */
export async function hasConversations(engine: Engine): Promise<boolean> {
  if (isChecked(engine)) return true;
  const { data } = await engine.query<{ schema?: readonly unknown[] }>('schema(pred: [owlgate.chat.key]) { index }');
  return (data.schema ?? []).length > 0;
}

interface RawMessage extends Omit<StoredMessage, 'events'> {
  readonly events?: string;
}

interface RawConversation {
  readonly uid: string;
  readonly messages?: readonly RawMessage[];
}

/** @param id id of a single message */
const findQuery = (fieldNames: readonly string[], id = ''): string => `query q($key: string) {
  q(func: eq(owlgate.chat.key, $key)) {
    uid
    messages: owlgate.chat.message ${id && `@filter(eq(owlgate.message.id, "${id}"))`} {
      uid ${fields(fieldNames, 'owlgate.message')}
    }
  }
}`;

/**
 * Stores a running message in one transaction, so that one of two concurrent messages is refused.
 *
 * @param isOver returns true if a message that is stored as running has stopped
 * @param onNumber receives the message's number before the write. Then only a concurrent message of another gateway can
 *   make the write fail
 * @throws OwlgateError ConversationBusy, ConversationFull, TransactionAborted, EngineUnreachable; EngineFailure
 */
export async function beginMessage(
  engine: Engine,
  name: ConversationName,
  message: { readonly id: string; readonly question: string; readonly events: readonly ChatEvent[] },
  isOver: (running: { readonly id: string; readonly createdAt: string }) => boolean,
  onNumber: (number: number) => void,
): Promise<StartedMessage> {
  await ensureSchema(engine);
  const now = new Date().toISOString();
  return inTransaction(engine, new AbortController().signal, async (transaction) => {
    const messages = await findConversation(transaction, name);
    const running = messages.list.find((each) => each.state === 'running' && !isOver(each));
    if (running)
      throw new OwlgateError('ConversationBusy', { id: name.id, message: running.id }, { message: running.id });
    if (messages.list.length >= MAX_MESSAGES) {
      throw new OwlgateError('ConversationFull', { id: name.id, limit: MAX_MESSAGES });
    }
    const number = (messages.list.at(-1)?.number ?? 0) + 1;
    onNumber(number);
    const uids = await transaction.write({
      set: [
        {
          uid: messages.uid ?? '_:conversation',
          // Written for every message, so that concurrent transactions conflict.
          'owlgate.chat.key': keyOf(name),
          'owlgate.chat.updatedAt': now,
          'owlgate.chat.count': number,
          ...(messages.uid === undefined && {
            'owlgate.chat.owner': name.owner,
            'owlgate.chat.id': name.id,
            'owlgate.chat.createdAt': now,
          }),
          'owlgate.chat.message': {
            uid: '_:message',
            'owlgate.message.id': message.id,
            'owlgate.message.number': number,
            'owlgate.message.state': 'running',
            'owlgate.message.question': message.question,
            'owlgate.message.createdAt': now,
            'owlgate.message.events': JSON.stringify(message.events),
          },
        },
      ],
    });
    const earlier = messages.list.filter(({ state }) => state === 'done').slice(-MAX_TURNS / 2);
    const eventsByUid = await readEvents(
      transaction,
      earlier.map(({ uid }) => uid),
    );
    return {
      uid: uids['message']!,
      number,
      history: earlier.flatMap((each) => turnsOf(each.question, eventsByUid.get(each.uid))),
    };
  });
}

async function findConversation(
  transaction: Transaction,
  name: ConversationName,
): Promise<{ readonly uid: string | undefined; readonly list: readonly RawMessage[] }> {
  const text = findQuery(MESSAGE_FIELDS.filter((field) => field !== 'events'));
  const { q } = await transaction.query<{ q: readonly RawConversation[] }>(text, { $key: keyOf(name) });
  const [conversation] = q;
  return { uid: conversation?.uid, list: [...(conversation?.messages ?? [])].sort((a, b) => a.number - b.number) };
}

async function readEvents(
  transaction: Transaction,
  uids: readonly string[],
): Promise<ReadonlyMap<string, readonly ChatEvent[]>> {
  if (uids.length === 0) return new Map();
  const text = `{ q(func: uid(${uids.join(', ')})) { uid events: owlgate.message.events } }`;
  const { q } = await transaction.query<{ q: readonly { uid: string; events?: string }[] }>(text);
  return new Map(q.map(({ uid, events }) => [uid, parseEvents(events)]));
}

function turnsOf(question: string, events: readonly ChatEvent[] = []): readonly Turn[] {
  const last = events.at(-1);
  const answer = last?.event === 'done' ? last.data.result.answer : null;
  return [
    { role: 'user', text: question },
    { role: 'assistant', text: answer ?? 'That is not known.' },
  ];
}

const parseEvents = (text: string | undefined): readonly ChatEvent[] => JSON.parse(text ?? '[]') as ChatEvent[];

/** Stores the outcome of a message, unless the message was deleted meanwhile. */
export async function endMessage(
  engine: Engine,
  uid: string,
  state: MessageState,
  events: readonly ChatEvent[],
): Promise<void> {
  await inTransaction(engine, new AbortController().signal, async (transaction) => {
    const { q } = await transaction.query<{ q: readonly unknown[] }>(
      `{ q(func: uid(${uid})) @filter(has(owlgate.message.id)) { uid } }`,
    );
    if (q.length === 0) return;
    const set = [{ uid, 'owlgate.message.state': state, 'owlgate.message.events': JSON.stringify(events) }];
    await transaction.write({ set });
  });
}

/**
 * Reads a conversation's messages, in order.
 *
 * @param id hexadecimal id of a single message
 * @throws OwlgateError UnknownConversation
 */
export async function readMessages(
  engine: Engine,
  name: ConversationName,
  id?: string,
): Promise<readonly StoredMessage[]> {
  if (!(await hasConversations(engine))) throw unknownConversation(name);
  const { data } = await engine.query<{ q: readonly RawConversation[] }>(findQuery(MESSAGE_FIELDS, id), {
    readOnly: true,
    variables: { $key: keyOf(name) },
  });
  const [conversation] = data.q;
  if (!conversation) throw unknownConversation(name);
  return [...(conversation.messages ?? [])]
    .map((raw) => ({ ...raw, events: parseEvents(raw.events) }))
    .sort((a, b) => a.number - b.number);
}

/** Lists an owner's conversations, newest first. */
export async function listConversations(
  engine: Engine,
  owner: string,
  first: number,
  offset: number,
): Promise<readonly ConversationEntry[]> {
  const text = `query q($owner: string) {
    q(func: eq(owlgate.chat.owner, $owner), orderdesc: owlgate.chat.updatedAt, first: ${first}, offset: ${offset}) {
      ${fields(['id', 'createdAt', 'updatedAt'], 'owlgate.chat')} messages: owlgate.chat.count
    }
  }`;
  if (!(await hasConversations(engine))) return [];
  const variables = { $owner: owner };
  return (await engine.query<{ q: readonly ConversationEntry[] }>(text, { readOnly: true, variables })).data.q;
}

/** @throws OwlgateError UnknownConversation, TransactionAborted */
export async function removeConversation(engine: Engine, name: ConversationName): Promise<void> {
  if (!(await hasConversations(engine))) throw unknownConversation(name);
  await inTransaction(engine, new AbortController().signal, async (transaction) => {
    const { uid, list } = await findConversation(transaction, name);
    if (uid === undefined) throw unknownConversation(name);
    const nulls = (predicates: readonly string[]) => Object.fromEntries(predicates.map((each) => [each, null]));
    const [chatNulls, messageNulls] = ['owlgate.chat.', 'owlgate.message.'].map((prefix) =>
      nulls(CHAT_PREDICATES.filter((each) => each.startsWith(prefix))),
    );
    const messages = list.map((each) => ({ uid: each.uid, ...messageNulls }));
    await transaction.write({ delete: [{ uid, ...chatNulls }, ...messages] });
  });
}

const unknownConversation = ({ id }: ConversationName): OwlgateError => new OwlgateError('UnknownConversation', { id });
