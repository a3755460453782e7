/**
 * Conversations in the engine:
 *
 *     conversation   owlgate.chat.key (owner and id: its identity), .owner, .id, .createdAt, .updatedAt, .count
 *                                                                        ─ owlgate.chat.message →  messages
 *     message        owlgate.message.id, .number, .state, .question, .createdAt, .events (JSON: all that was told)
 *
 * None of these nodes has a type, so that queries over types do not meet them.
 */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { CHAT_PREDICATES, printChatSchema } from '../../materialize';
import { inTransaction, type Transaction } from '../documents/transaction';
import type { Turn } from '../types';
import type { ChatEvent, ConversationEntry, ConversationName, MessageState } from './types';

/** Messages of one conversation. */
export const MOST_MESSAGES = 500;
/** Of what was said before, as much is told to a module. */
const MOST_TURNS = 20;

export interface StoredMessage {
  readonly uid: string;
  readonly id: string;
  readonly number: number;
  readonly state: MessageState;
  readonly question: string;
  readonly createdAt: string;
  readonly events: readonly ChatEvent[];
}

/** A message that has been begun. */
export interface Begun {
  readonly uid: string;
  readonly number: number;
  readonly history: readonly Turn[];
}

const MESSAGE_FIELDS = ['id', 'number', 'state', 'question', 'createdAt', 'events'];
const fields = (names: readonly string[], of: string): string =>
  names.map((name) => `${name}: ${of}.${name}`).join(' ');
const keyOf = ({ owner, id }: ConversationName): string => `${owner} ${id}`;

/**
 * Engines whose predicates have just been seen. Messages that come at once ask once; and where another gateway
 * has dropped everything, the first query fails for a second, and nothing is written.
 */
const seen = new WeakMap<Engine, number>();
const SEEN_MS = 1_000;
const isSeen = (engine: Engine): boolean => Date.now() < (seen.get(engine) ?? 0);

/** After all data has been dropped. */
export const forgetConversations = (engine: Engine): void => void seen.delete(engine);

/** Makes the predicates that are missing: they go with everything else when all is dropped. */
async function ensureSchema(engine: Engine): Promise<void> {
  if (isSeen(engine)) return;
  const { data } = await engine.query<{ schema?: readonly { predicate: string; index?: boolean }[] }>(
    `schema(pred: [${CHAT_PREDICATES.join(', ')}]) { type index }`,
    { readOnly: true },
  );
  const there = new Map((data.schema ?? []).map(({ predicate, index = false }) => [predicate, index]));
  const missing = CHAT_PREDICATES.filter((name) => there.get(name) !== printChatSchema([name]).includes('@index'));
  if (missing.length > 0) await engine.alter(printChatSchema(missing));
  seen.set(engine, Date.now() + SEEN_MS);
}

/** Before the first one the predicates have no index to ask by. */
export async function hasConversations(engine: Engine): Promise<boolean> {
  if (isSeen(engine)) return true;
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

/** @param id of the one message that is wanted */
const findQuery = (wanted: readonly string[], id = ''): string => `query q($key: string) {
  q(func: eq(owlgate.chat.key, $key)) {
    uid
    messages: owlgate.chat.message ${id && `@filter(eq(owlgate.message.id, "${id}"))`} { uid ${fields(wanted, 'owlgate.message')} }
  }
}`;

/**
 * Begins a message, in one transaction: of two at once one is refused.
 *
 * @param isOver whether one that is stored as running does not run any more
 * @param found told its number as soon as that is known: nothing stands in its way then but another gateway that begins one
 *   in the same moment
 * @throws OwlgateError ConversationBusy, ConversationFull, TransactionAborted, EngineUnreachable; EngineFailure
 */
export async function beginMessage(
  engine: Engine,
  name: ConversationName,
  message: { readonly id: string; readonly question: string; readonly events: readonly ChatEvent[] },
  isOver: (running: { readonly id: string; readonly createdAt: string }) => boolean,
  found: (number: number) => void,
): Promise<Begun> {
  await ensureSchema(engine);
  const now = new Date().toISOString();
  return inTransaction(engine, new AbortController().signal, async (transaction) => {
    const messages = await find(transaction, name);
    const running = messages.list.find((each) => each.state === 'running' && !isOver(each));
    if (running)
      throw new OwlgateError('ConversationBusy', { id: name.id, message: running.id }, { message: running.id });
    if (messages.list.length >= MOST_MESSAGES) {
      throw new OwlgateError('ConversationFull', { id: name.id, limit: MOST_MESSAGES });
    }
    const number = (messages.list.at(-1)?.number ?? 0) + 1;
    found(number);
    const uids = await transaction.write({
      set: [
        {
          uid: messages.uid ?? '_:conversation',
          // Written each time, so that two who find none, or none running, meet.
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
    const before = messages.list.filter(({ state }) => state === 'done').slice(-MOST_TURNS / 2);
    const last = await readEvents(
      transaction,
      before.map(({ uid }) => uid),
    );
    return {
      uid: uids['message']!,
      number,
      history: before.flatMap((each) => turnsOf(each.question, last.get(each.uid))),
    };
  });
}

async function find(
  transaction: Transaction,
  name: ConversationName,
): Promise<{ readonly uid: string | undefined; readonly list: readonly RawMessage[] }> {
  const text = findQuery(MESSAGE_FIELDS.filter((field) => field !== 'events'));
  const { q } = await transaction.query<{ q: readonly RawConversation[] }>(text, { $key: keyOf(name) });
  const [found] = q;
  return { uid: found?.uid, list: [...(found?.messages ?? [])].sort((a, b) => a.number - b.number) };
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

/** Writes what became of a message; of one that has been deleted meanwhile nothing. */
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
 * A conversation's messages, in their order.
 *
 * @param id hexadecimal, of the only one that is wanted
 * @throws OwlgateError UnknownConversation
 */
export async function readMessages(
  engine: Engine,
  name: ConversationName,
  id?: string,
): Promise<readonly StoredMessage[]> {
  if (!(await hasConversations(engine))) throw unknown(name);
  const { data } = await engine.query<{ q: readonly RawConversation[] }>(findQuery(MESSAGE_FIELDS, id), {
    readOnly: true,
    variables: { $key: keyOf(name) },
  });
  const [found] = data.q;
  if (!found) throw unknown(name);
  return [...(found.messages ?? [])]
    .map((raw) => ({ ...raw, events: parseEvents(raw.events) }))
    .sort((a, b) => a.number - b.number);
}

/** Those of an owner, the latest first. */
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
  if (!(await hasConversations(engine))) throw unknown(name);
  await inTransaction(engine, new AbortController().signal, async (transaction) => {
    const { uid, list } = await find(transaction, name);
    if (uid === undefined) throw unknown(name);
    const nothing = (predicates: readonly string[]) => Object.fromEntries(predicates.map((each) => [each, null]));
    const [ofChat, ofMessage] = ['owlgate.chat.', 'owlgate.message.'].map((prefix) =>
      nothing(CHAT_PREDICATES.filter((each) => each.startsWith(prefix))),
    );
    await transaction.write({ delete: [{ uid, ...ofChat }, ...list.map((each) => ({ uid: each.uid, ...ofMessage }))] });
  });
}

export const unknown = ({ id }: ConversationName): OwlgateError => new OwlgateError('UnknownConversation', { id });
