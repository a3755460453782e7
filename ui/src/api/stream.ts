/** Streams of events from the gateway. */
import { EventParser, type StreamEvent } from '../logic/events';
import { request, type Sent } from './client';

/** Sends a request whose answer is a stream of events; ends with the stream. @throws ApiError, TypeError */
export async function* streamOf(method: string, path: string, sent: Sent = {}): AsyncGenerator<StreamEvent> {
  const response = await request(method, path, { ...sent, accept: 'text/event-stream' });
  if (!response.body) return;
  const parser = new EventParser();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield* parser.push(part.value);
  } finally {
    // Ends the request if nobody reads on.
    await reader.cancel().catch(() => undefined);
  }
}
