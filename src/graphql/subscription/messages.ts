/**
 * The two ways in which clients subscribe over a WebSocket: `graphql-transport-ws`, which the package graphql-ws speaks, and
 * the older `graphql-ws` of subscriptions-transport-ws, which is the one that Dgraph has.
 *
 * @see https://github.com/enisdenjo/graphql-ws/blob/master/PROTOCOL.md
 * @see https://github.com/apollographql/subscriptions-transport-ws/blob/v0.9.4/PROTOCOL.md
 */
import { stringify } from 'lossless-json';
import { isMembers } from '../members';
import type { ResponseError } from '../request/failure';

/** By preference. */
export const SUB_PROTOCOLS = ['graphql-transport-ws', 'graphql-ws'] as const;
export type SubProtocol = (typeof SUB_PROTOCOLS)[number];

export interface ClientMessage {
  readonly type: 'init' | 'start' | 'stop' | 'ping' | 'pong' | 'terminate' | 'unknown';
  /** '' for none. */
  readonly id: string;
  readonly payload: unknown;
  /** As the client calls it. */
  readonly spelled: string;
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

/** Undefined for what is no message at all. */
export function readMessage(
  protocol: SubProtocol,
  text: string,
  parse: (text: string) => unknown,
): ClientMessage | undefined {
  let value: unknown;
  try {
    value = parse(text);
  } catch {
    return undefined;
  }
  if (!isMembers(value) || typeof value['type'] !== 'string') return undefined;
  const { type: spelled, id, payload } = value;
  if (id !== undefined && typeof id !== 'string') return undefined;
  const types = TYPES[protocol];
  return { type: Object.hasOwn(types, spelled) ? types[spelled]! : 'unknown', id: id ?? '', payload, spelled };
}

/** What a server says, in one of the protocols. Each is one text. */
export interface ServerMessages {
  acknowledge(): string;
  /** @param payload as lossless-json has it */
  pong(payload: unknown): string;
  /** @param response JSON */
  next(id: string, response: string): string;
  /** Ends the subscription. */
  failed(id: string, errors: readonly ResponseError[]): readonly string[];
  /** Of a message that begins and ends nothing; `id` may be '' for none. */
  refused(id: string, message: string): string;
  completed(id: string): string;
}

const said = (type: string, id?: string, payload?: string): string =>
  `{"type":"${type}"${id ? `,"id":${JSON.stringify(id)}` : ''}${payload === undefined ? '' : `,"payload":${payload}`}}`;

export const SERVER_MESSAGES: Readonly<Record<SubProtocol, ServerMessages>> = {
  'graphql-transport-ws': {
    acknowledge: () => said('connection_ack'),
    pong: (payload) => said('pong', undefined, isMembers(payload) ? stringify(payload) : undefined),
    next: (id, response) => said('next', id, response),
    failed: (id, errors) => [said('error', id, JSON.stringify(errors))],
    refused: (id, message) => said('error', id, JSON.stringify([{ message }])),
    completed: (id) => said('complete', id),
  },
  'graphql-ws': {
    acknowledge: () => said('connection_ack'),
    pong: () => said('ka'),
    next: (id, response) => said('data', id, response),
    // As Dgraph has it: one message for all.
    failed: (id, errors) => [said('error', id, JSON.stringify({ message: messageOf(errors) })), said('complete', id)],
    refused: (id, message) => said(id === '' ? 'connection_error' : 'error', id, JSON.stringify({ message })),
    completed: (id) => said('complete', id),
  },
};

const messageOf = (errors: readonly ResponseError[]): string => errors.map(({ message }) => message).join('\n');

/** Headers that the payload of `connection_init` stands for: pages cannot set those of a WebSocket. Names in lower case. */
export function headersOf(payload: unknown): Record<string, string> {
  const entries = isMembers(payload) ? Object.entries(payload) : [];
  return Object.fromEntries(
    entries.flatMap(([name, value]) =>
      typeof value === 'string' && value !== '' ? [[name.toLowerCase(), value]] : [],
    ),
  );
}
