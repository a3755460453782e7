/** A conversation as the state of a component: stored messages, and an answer that arrives. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { call } from '../api/client';
import { ApiError } from '../api/error';
import { streamOf } from '../api/stream';
import { begun, turnOf, withEvent, type Turn } from '../logic/chat';
import type { StreamEvent } from '../logic/events';

export const CHATS = '/api/v1/databases/default/chat/conversations';
/** Attempts to ask, and to resume an answer whose connection broke. */
const MAX_ATTEMPTS = 5;

interface ConversationState {
  readonly turns: readonly Turn[];
  readonly error?: Error;
  readonly isRunning: boolean;
  readonly ask: (question: string, module: string) => void;
}

/** @param name undefined before the first question of a new conversation */
export function useConversation(id: string, name: string | undefined): ConversationState {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [error, setError] = useState<Error>();
  const ending = useRef(new AbortController());
  const { signal } = ending.current;
  useEffect(() => {
    if (name !== undefined) void load();
    return () => ending.current.abort();
  }, []);

  const replaceLast = (change: (turn: Turn) => Turn): void =>
    setTurns((all) => [...all.slice(0, -1), change(all.at(-1)!)]);
  const follow = async (events: AsyncIterable<StreamEvent>): Promise<void> => {
    for await (const event of events) {
      if (signal.aborted) return;
      replaceLast((turn) => withEvent(turn, event));
    }
  };
  const fail = (thrown: unknown): void => {
    if (!signal.aborted) setError(thrown as Error);
  };

  const load = async (): Promise<void> => {
    try {
      const path = { id: 'default', conversation: id };
      const route = 'GET /api/v1/databases/:id/chat/conversations/:conversation/messages';
      const { messages } = await call(route, { path, signal });
      setTurns(messages.map(turnOf));
      const last = messages.at(-1);
      if (last?.state === 'running') await follow(resumed(id, last.id, undefined, signal));
    } catch (thrown) {
      // It begins with its first question.
      if (!(thrown instanceof ApiError && thrown.code === 'UnknownConversation')) fail(thrown);
    }
  };
  const ask = (question: string, module: string): void => {
    setError(undefined);
    setTurns((all) => [...all, begun(question)]);
    follow(answerOf(id, { question, ...(module !== '' && { module }) }, signal)).catch((thrown: unknown) => {
      fail(thrown);
      replaceLast((turn) => ({ ...turn, isRunning: false }));
    });
  };
  const isRunning = turns.at(-1)?.isRunning === true;
  return { turns, isRunning, ask, ...(error && { error }) };
}

/** Asks, and resumes the answer if its connection breaks. @throws ApiError, TypeError */
async function* answerOf(conversation: string, question: object, signal: AbortSignal): AsyncGenerator<StreamEvent> {
  const path = `${CHATS}/${encodeURIComponent(conversation)}/messages`;
  const body = JSON.stringify(question);
  let last: StreamEvent | undefined;
  try {
    for await (const event of streamOf('POST', path, { body, type: 'application/json', signal })) {
      last = event;
      yield event;
    }
  } catch (thrown) {
    if (signal.aborted || last?.id === undefined) throw thrown;
  }
  const message = last?.id?.split(':')[0];
  if (last && message !== undefined && !isEnd(last)) yield* resumed(conversation, message, last.id, signal);
}

/** Events of an answer after one of them. */
async function* resumed(
  conversation: string,
  message: string,
  after: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<StreamEvent> {
  const path = `${CHATS}/${encodeURIComponent(conversation)}/messages/${message}/events`;
  let last = after;
  for (let attempt = 1; ; attempt++) {
    try {
      for await (const event of streamOf('GET', path, { signal, ...(last !== undefined && { lastEvent: last }) })) {
        last = event.id ?? last;
        yield event;
        if (isEnd(event)) return;
      }
    } catch (thrown) {
      if (thrown instanceof ApiError || signal.aborted || attempt >= MAX_ATTEMPTS) throw thrown;
    }
    if (attempt >= MAX_ATTEMPTS) return;
    await pause(attempt);
  }
}

const pause = (attempt: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, attempt * 500));
const isEnd = ({ event }: StreamEvent): boolean => event === 'done' || event === 'error';
