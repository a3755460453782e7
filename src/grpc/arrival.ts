/**
 * Arrival of a call, in the form in which the HTTP room decides about clients: peer, headers, end. Metadata of Dgraph's
 * clients take the names that they have over HTTP.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { CREDENTIAL_METADATA } from '../dgraph';
import { KEY_PREFIX, requestIdOf, type Arrival, type Departure, type Peer } from '../http/shared';
import { Attachment } from '../util/attachment';

/** Headers of credentials, by their names in the metadata of Dgraph's clients. */
const HEADERS: ReadonlyMap<string, string> = new Map(
  [...CREDENTIAL_METADATA].map(([header, metadata]) => [metadata, header]),
);
/** Names that are none of the client's: of HTTP/2 and the protocol, and binary values. */
const NOT_METADATA = /^:|-bin$|^(?:grpc-(?:timeout|encoding|accept-encoding)|accept-encoding|te|content-type)$/;
/** Values that the protocol allows. */
const VALUE = /^[ -~]*$/;

/** End of a call, and headers of its answer. */
class CallEnd implements Departure {
  closed = false;
  private listeners: (() => void)[] = [];
  private setHeaders: Record<string, string> | undefined;

  get destroyed(): boolean {
    return this.closed;
  }

  /** Headers of the answer by lower-case name; undefined without any. */
  get headers(): Readonly<Record<string, string>> | undefined {
    return this.setHeaders;
  }

  setHeader(name: string, value: string): void {
    this.setHeaders ??= {};
    this.setHeaders[name.toLowerCase()] = value;
  }

  /** Calls back at the end; not after it. */
  once(_event: 'close', listener: () => void): void {
    this.listeners.push(listener);
  }

  off(_event: 'close', listener: () => void): void {
    const at = this.listeners.lastIndexOf(listener);
    if (at >= 0) this.listeners.splice(at, 1);
  }

  end(): void {
    if (this.closed) return;
    this.closed = true;
    const { listeners } = this;
    this.listeners = [];
    for (const listener of listeners) listener();
  }
}

/** Connection of a call: it ends with the call. */
class CallPeer implements Peer {
  constructor(
    readonly remoteAddress: string,
    private readonly end: CallEnd,
    readonly destroy: () => void,
  ) {}

  get closed(): boolean {
    return this.end.closed;
  }

  get destroyed(): boolean {
    return this.end.closed;
  }

  once(event: 'close', listener: () => void): void {
    this.end.once(event, listener);
  }
}

export class CallArrival implements Arrival {
  readonly method = 'POST';
  readonly headers: IncomingHttpHeaders = {};
  readonly rawHeaders: string[];
  readonly socket: Peer;
  readonly response = new CallEnd();
  private id: string | undefined;

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
    this.rawHeaders = [...headersOf(fields)];
    for (let at = 0; at < this.rawHeaders.length; at += 2) {
      this.headers[this.rawHeaders[at]!] ??= this.rawHeaders[at + 1]!;
    }
    this.socket = new CallPeer(peer, this.response, cancel);
  }

  /** Id of the request: that of the client, or a new one. */
  get requestId(): string {
    return (this.id ??= requestIdOf(this));
  }
}

/** Headers of calls by their fields, which calls of one client may share. */
const read = new Attachment<object, readonly string[]>('headers');

/** Returns names and values of headers in turn. */
function headersOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  const known = read.get(fields);
  if (known) return known;
  const headers: string[] = [];
  for (const name of Object.keys(fields)) {
    if (NOT_METADATA.test(name)) continue;
    const values = fields[name];
    for (const value of Array.isArray(values) ? values : [values]) {
      if (typeof value !== 'string' || !VALUE.test(value)) continue;
      // dgo sends the key of a connection string alone, without `Bearer`.
      const isKey = name === 'authorization' && value.startsWith(KEY_PREFIX);
      headers.push(isKey ? 'x-owlgate-key' : (HEADERS.get(name) ?? name), value);
    }
  }
  read.set(fields, headers);
  return headers;
}
