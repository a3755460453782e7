/**
 * Arrival of a call, in the form in which the HTTP room decides about clients: peer, headers, end. Metadata of Dgraph's
 * clients take the names that they have over HTTP.
 */
import { EventEmitter } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { CREDENTIAL_METADATA } from '../dgraph';
import { KEY_PREFIX, type Arrival, type Departure, type Peer } from '../http/shared';

/** Headers of credentials, by their names in the metadata of Dgraph's clients. */
const HEADERS: ReadonlyMap<string, string> = new Map(
  [...CREDENTIAL_METADATA].map(([header, metadata]) => [metadata, header]),
);
/** Names that are none of the client's: of HTTP/2 and the protocol, and binary values. */
const NOT_METADATA = /^:|-bin$|^(?:grpc-(?:timeout|encoding|accept-encoding)|accept-encoding|te|content-type)$/;
/** Values that the protocol allows. */
const VALUE = /^[ -~]*$/;

/** End of a call, and headers of its answer. */
class CallEnd extends EventEmitter implements Departure {
  closed = false;
  readonly headers = new Map<string, string>();

  get destroyed(): boolean {
    return this.closed;
  }

  setHeader(name: string, value: string): void {
    this.headers.set(name.toLowerCase(), value);
  }

  end(): void {
    if (this.closed) return;
    this.closed = true;
    this.emit('close');
  }
}

export class CallArrival implements Arrival {
  readonly method = 'POST';
  readonly headers: IncomingHttpHeaders = {};
  readonly rawHeaders: string[] = [];
  readonly socket: Peer;
  readonly response = new CallEnd();

  /**
   * @param path such as `/api.Dgraph/Query`
   * @param fields metadata by name, as HTTP/2 has them
   * @param peer address of the client
   * @param cancel ends the call without an answer
   */
  constructor(
    readonly path: string,
    fields: Readonly<Record<string, unknown>>,
    peer: string,
    cancel: () => void,
  ) {
    for (const name of Object.keys(fields)) {
      if (NOT_METADATA.test(name)) continue;
      const header = HEADERS.get(name) ?? name;
      const values = fields[name];
      for (const value of Array.isArray(values) ? values : [values]) {
        if (typeof value === 'string' && VALUE.test(value)) this.add(header, value);
      }
    }
    const { response } = this;
    this.socket = {
      remoteAddress: peer,
      get closed() {
        return response.closed;
      },
      get destroyed() {
        return response.closed;
      },
      once: (event, listener) => response.once(event, listener),
      destroy: cancel,
    };
  }

  private add(name: string, value: string): void {
    // dgo sends the key of a connection string alone, without `Bearer`.
    const header = name === 'authorization' && value.startsWith(KEY_PREFIX) ? 'x-owlgate-key' : name;
    this.rawHeaders.push(header, value);
    this.headers[header] ??= value;
  }
}
