/**
 * Conversations (service specification 4.8; docs/chat.md), below /api/v1/databases/{id}/chat/conversations:
 *
 * | request                                        | answer                                                          |
 * |------------------------------------------------|-----------------------------------------------------------------|
 * | POST …/{conversation}/messages                 | server-sent events of the answer; `{question, module?, trace?}` |
 * | the same with `Last-Event-ID`                  | the events after that one; the body is not read                 |
 * | GET …/{conversation}/messages/{message}/events | all events, or those after `Last-Event-ID`; 204 after the last  |
 * | GET …/{conversation}/messages                  | `{conversation, messages: [{id, number, question, state, …}]}`  |
 * | GET … (`first`, `offset`)                      | `{conversations: [{id, createdAt, updatedAt, messages}]}`       |
 * | DELETE …/{conversation}                        | 204                                                             |
 *
 * A conversation begins with its first message, under an id of the client's choice, and belongs to the API key that
 * began it; a key that may administer names another owner with `owner=<name>`.
 *
 * Errors: 400 InvalidRequest; 404 UnknownDatabase, UnknownConversation, UnknownMessage; 409 ConversationBusy,
 * ConversationFull; 503 TooManyChats. Later failures are sent as the event `error`.
 */
import { createAjv } from '../../util/ajv';
import type { Request, Response } from 'express';
import { OwlgateError } from '../../errors';
import type { ChatQuestion, ConversationName, Database, NumberedEvent } from '../../retrieval';
import { callerOf, demand } from '../auth/caller';
import { becomesStream } from '../limits/concurrency';
import { openDatabase } from '../database';
import { readJson } from '../json-body';
import {
  DELETE_CONVERSATION,
  LIST_CONVERSATIONS,
  LIST_MESSAGES,
  MESSAGE_EVENTS,
  OFFSET,
  PAGE,
  POST_MESSAGE,
  QUESTION,
} from '../operations/questions';
import { readParameters, wholeNumber } from '../parameters';
import { sendJson } from '../send';
import type { Services } from '../services';
import { streamEvents } from '../sse';

const MAX_BODY_BYTES = 1024 * 1024;
const CONVERSATION = /^[\w.:@-]{1,128}$/;
const EVENT_ID = /^([0-9a-f]{16}):(\d{1,9})$/;

const validate = createAjv({ allErrors: true }).compile<ChatQuestion>(QUESTION);

const refuse = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });

/** Answers a question, or resumes an answer that has begun. */
export async function postMessage(request: Request, response: Response, services: Services): Promise<void> {
  readParameters(request.originalUrl, POST_MESSAGE);
  const database = await openDatabase(request, services, 'ask questions');
  const name = nameOf(request, undefined);
  const lastEventId = request.headers['last-event-id'];
  if (lastEventId !== undefined) return resume(request, response, services, database, name, String(lastEventId));
  const question = await readJson(request, validate, Math.min(services.maxBodyBytes, MAX_BODY_BYTES));
  becomesStream(request);
  const run = await services.chats.ask(database, name, question);
  await streamEvents(response, services, (signal) => events(run.id, run.listen(0, signal)));
}

export async function getMessageEvents(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, MESSAGE_EVENTS);
  const database = await openDatabase(request, services, 'ask questions');
  const name = nameOf(request, parameters.get('owner'));
  const message = request.params['message'] as string;
  const lastEventId = request.headers['last-event-id'];
  return resume(
    request,
    response,
    services,
    database,
    name,
    lastEventId === undefined ? `${message}:0` : String(lastEventId),
  );
}

async function resume(
  request: Request,
  response: Response,
  services: Services,
  database: Database,
  name: ConversationName,
  lastEventId: string,
): Promise<void> {
  const [, message, lastNumber] = EVENT_ID.exec(lastEventId) ?? [];
  if (message === undefined) throw refuse('Last-Event-ID is none of this conversation; leave it out to ask a question');
  const after = Number(lastNumber);
  becomesStream(request);
  const clientGone = new AbortController();
  response.once('close', () => clientGone.abort());
  const remaining = await services.chats.events(database, name, message, after, clientGone.signal);
  // 204 tells a browser's EventSource not to reconnect.
  if (!remaining) return void response.status(204).end();
  await streamEvents(response, services, () => events(message, remaining));
}

/** Adds ids to events, so that a client can resume after a lost connection. */
async function* events(message: string, all: AsyncIterable<NumberedEvent>) {
  for await (const { number, chatEvent } of all) yield { id: `${message}:${number}`, ...chatEvent };
}

export async function getMessages(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, LIST_MESSAGES);
  const database = await openDatabase(request, services, 'ask questions');
  const name = nameOf(request, parameters.get('owner'));
  await sendJson(request, response, { conversation: name.id, messages: await services.chats.messages(database, name) });
}

export async function getConversations(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, LIST_CONVERSATIONS);
  const database = await openDatabase(request, services, 'ask questions');
  const first = wholeNumber('first', parameters.get('first'), PAGE);
  const offset = wholeNumber('offset', parameters.get('offset'), OFFSET);
  const owner = ownerOf(request, parameters.get('owner'));
  await sendJson(request, response, { conversations: await services.chats.list(database, owner, first, offset) });
}

export async function deleteConversation(request: Request, response: Response, services: Services): Promise<void> {
  const parameters = readParameters(request.originalUrl, DELETE_CONVERSATION);
  const database = await openDatabase(request, services, 'ask questions');
  await services.chats.remove(database, nameOf(request, parameters.get('owner')));
  response.status(204).end();
}

function nameOf(request: Request, owner: string | undefined): ConversationName {
  const id = request.params['conversation'] as string;
  if (!CONVERSATION.test(id)) throw refuse('the id of a conversation has up to 128 letters, digits and _.:@-');
  return { owner: ownerOf(request, owner), id };
}

/** Returns the owner of the conversations. Without API keys everyone shares all conversations. */
function ownerOf(request: Request, owner: string | undefined): string {
  const caller = callerOf(request);
  if (owner !== undefined && owner !== caller.name) demand(caller, 'admin', `the owner ${owner.slice(0, 100)}`);
  const name = owner ?? caller.name;
  return name === undefined ? 'anyone' : `key:${name}`;
}
