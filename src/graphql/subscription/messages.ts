/**
 * Two sub-protocols for subscriptions over a WebSocket: `graphql-transport-ws` of the package graphql-ws, and the older
 * `graphql-ws` of subscriptions-transport-ws, which is Dgraph's.
 *
 * @see https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
 * @see https://github.com/apollographql/subscriptions-transport-ws/blob/v0.9.4/PROTOCOL.md
 */
import { stringify } from 'lossless-json';
import { parseStrictly } from '../../util/json';
import { isMembers } from '../members';
import type { ResponseError } from '../request/failure';

/** In order of preference. */
export const SUB_PROTOCOLS = ['graphql-transport-ws', 'graphql-ws'] as const;
export type SubProtocol = (typeof SUB_PROTOCOLS)[number];

export interface ClientMessage {
  readonly type: 'init' | 'start' | 'stop' | 'ping' | 'pong' | 'terminate' | 'unknown';
  /** '' for none. */
  readonly id: string;
  readonly payload: unknown;
  /** Type as sent by the client. */
  readonly originalType: string;
}

const TYPES: Readonly<Record<SubProtocol, Readonly<Record<string, ClientMessage['type']>>>> = {
  'graphql-transport-ws': {
    connection_init: 'init',
    subscribe: 'start',
    complete: 'stop',
    ping: 'ping',
    pong: 'pong',
  },
  'graphql-ws': {
    connection_init: 'init',
    start: 'start',
    stop: 'stop',
    ka: 'ping',
    connection_terminate: 'terminate',
  },
};

/** Undefined for malformed messages. */
export function readMessage(protocol: SubProtocol, text: string): ClientMessage | undefined {
  let value: unknown;
  try {
    value = parseStrictly(text);
  } catch {
    return undefined;
  }
  if (!isMembers(value) || typeof value['type'] !== 'string') return undefined;
  const { type: originalType, id, payload } = value;
  if (id !== undefined && typeof id !== 'string') return undefined;
  const types = TYPES[protocol];
  return {
    type: Object.hasOwn(types, originalType) ? types[originalType]! : 'unknown',
    id: id ?? '',
    payload,
    originalType,
  };
}

/** Server messages of a sub-protocol, as texts. */
export interface ServerMessages {
  acknowledge(): string;
  /** @param payload parsed by `parseStrictly` */
  pong(payload: unknown): string;
  /** @param response JSON */
  next(id: string, response: string): string;
  /** Ends the subscription. */
  failed(id: string, errors: readonly ResponseError[]): readonly string[];
  /** Error without effect on subscriptions; `id` may be '' for none. */
  refused(id: string, message: string): string;
  completed(id: string): string;
}

const messageText = (type: string, id?: string, payload?: string): string =>
  `{"type":"${type}"${id ? `,"id":${JSON.stringify(id)}` : ''}${payload === undefined ? '' : `,"payload":${payload}`}}`;

export const SERVER_MESSAGES: Readonly<Record<SubProtocol, ServerMessages>> = {
  'graphql-transport-ws': {
    acknowledge: () => messageText('connection_ack'),
    pong: (payload) => messageText('pong', undefined, isMembers(payload) ? stringify(payload) : undefined),
    next: (id, response) => messageText('next', id, response),
    failed: (id, errors) => [messageText('error', id, JSON.stringify(errors))],
    refused: (id, message) => messageText('error', id, JSON.stringify([{ message }])),
    completed: (id) => messageText('complete', id),
  },
  'graphql-ws': {
    acknowledge: () => messageText('connection_ack'),
    pong: () => messageText('ka'),
    next: (id, response) => messageText('data', id, response),
    // One message for all errors, as in Dgraph.
    failed: (id, errors) => [
      messageText('error', id, JSON.stringify({ message: messageOf(errors) })),
      messageText('complete', id),
    ],
    refused: (id, message) => messageText(id === '' ? 'connection_error' : 'error', id, JSON.stringify({ message })),
    completed: (id) => messageText('complete', id),
  },
};

const messageOf = (errors: readonly ResponseError[]): string => errors.map(({ message }) => message).join('\n');

/** Headers in the payload of `connection_init`, since pages cannot set headers of a WebSocket. Names in lower case. */
export function headersOf(payload: unknown): Record<string, string> {
  const entries = isMembers(payload) ? Object.entries(payload) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name.toLowerCase(), value]] : [],
    ),
  );
}
