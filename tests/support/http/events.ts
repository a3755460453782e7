/** Client of server-sent events. */
import * as http from 'node:http';

export interface ReadEvent {
  readonly id: string;
  readonly event: string;
  readonly data: any;
}

export interface EventReader {
  readonly status: number;
  readonly contentType: string;
  /** Resolves with all events at the end of the answer. */
  readonly all: Promise<readonly ReadEvent[]>;
  /** Events received so far. */
  readonly events: readonly ReadEvent[];
  /** Waits for a number of events. */
  until(count: number): Promise<readonly ReadEvent[]>;
  /** Body of an answer that is not a stream of events. */
  readonly text: Promise<string>;
  /** Closes the connection. */
  close(): void;
}

export function readEvents(
  base: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: http.OutgoingHttpHeaders; body?: string } = {},
): Promise<EventReader> {
  return new Promise((resolve, reject) => {
    const request = http.request(base + path, { method, headers, agent: false }, (response) => {
      const events: ReadEvent[] = [];
      let text = '';
      let rest = '';
      const waiting: (() => void)[] = [];
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        const parts = (rest + chunk).split('\n\n');
        rest = parts.pop()!;
        for (const part of parts) {
          const fields = Object.fromEntries(
            part.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
          );
          if (fields['event'] !== undefined) {
            events.push({ id: fields['id']!, event: fields['event'], data: JSON.parse(fields['data']!) });
          }
        }
        for (const wake of waiting.splice(0)) wake();
      });
      const ended = new Promise<void>((resolve) => {
        response.on('close', () => {
          for (const wake of waiting.splice(0)) wake();
          resolve();
        });
        response.on('error', () => undefined);
      });
      resolve({
        status: response.statusCode!,
        contentType: response.headers['content-type'] ?? '',
        events,
        all: ended.then(() => events),
        text: ended.then(() => text),
        until: async (count) => {
          while (events.length < count && !response.closed) await new Promise<void>((wake) => waiting.push(wake));
          return events.slice(0, count);
        },
        close: () => request.destroy(),
      });
    });
    request.on('error', reject);
    request.end(body);
  });
}
