/** Unfinished answers by connection. */
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { onExchangeEnd } from '../exchange-end';
import { Attachment } from '../../util/attachment';

export class PendingAnswers {
  private readonly byConnection = new Attachment<Duplex, Set<ServerResponse>>('answers');

  add(connection: Duplex, response: ServerResponse): void {
    const responses = this.byConnection.get(connection) ?? this.watch(connection);
    responses.add(response);
    onExchangeEnd(response, () => responses.delete(response));
  }

  /**
   * Returns true if the client could take a refusal for the answer to another request. It cannot if the broken request
   * is the only one of the connection and none of its answer has been sent.
   */
  wouldConfuse(connection: Duplex): boolean {
    const [response, ...more] = this.byConnection.get(connection) ?? [];
    return response !== undefined && (more.length > 0 || response.headersSent || response.req.complete);
  }

  /** Returns true if a request of the connection waits for its answer. */
  has(connection: Duplex): boolean {
    return (this.byConnection.get(connection)?.size ?? 0) > 0;
  }

  /** Bytes of answers that wait until earlier requests of the connection are answered. */
  heldBytes(connection: object): number {
    let bytes = 0;
    for (const response of this.byConnection.get(connection as Duplex) ?? []) {
      if (!response.socket) bytes += response.writableLength;
    }
    return bytes;
  }

  private watch(connection: Duplex): Set<ServerResponse> {
    const responses = new Set<ServerResponse>();
    this.byConnection.set(connection, responses);
    connection.once('close', () => {
      for (const response of [...responses]) closeAnswer(response);
    });
    return responses;
  }

  /** Calls back when no request of the connection waits for its answer; at once if none does. */
  onceAnswered(connection: Duplex, callback: () => void): void {
    const responses = this.byConnection.get(connection);
    const [response] = responses ?? [];
    if (!responses || !response) return callback();
    onExchangeEnd(response, () => {
      responses.delete(response);
      this.onceAnswered(connection, callback);
    });
  }
}

/**
 * Closes an answer whose connection has ended. Node does so for the first of pipelined requests only: the others would
 * keep places, bytes and engine streams forever.
 */
function closeAnswer(response: ServerResponse): void {
  if (response.destroyed || response.closed) return;
  response.destroyed = true;
  response.emit('close');
}
