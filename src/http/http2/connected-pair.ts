/** Connection in memory: two ends, of which each reads what the other writes, with the counters of a socket. */
import { Duplex } from 'node:stream';

/** Addresses of the connection that carries an exchange. */
interface Addresses {
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
}

class End extends Duplex {
  bytesRead = 0;
  bytesWritten = 0;
  other!: End;
  readonly remoteAddress: string | undefined;
  readonly remotePort: number | undefined;
  readonly localAddress: string | undefined;
  /** Acknowledges the last write of the other end, once it has been read. */
  private acknowledge: (() => void) | undefined;

  constructor({ remoteAddress, remotePort, localAddress }: Addresses) {
    super({ allowHalfOpen: true });
    this.remoteAddress = remoteAddress;
    this.remotePort = remotePort;
    this.localAddress = localAddress;
  }

  /** Ends the connection after what has been written, as a socket does. */
  destroySoon(): void {
    if (this.writable) this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  override _read(): void {
    const { acknowledge } = this;
    this.acknowledge = undefined;
    acknowledge?.();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    const { other } = this;
    this.bytesWritten += chunk.length;
    // The other end has what it wanted: the rest is lost, as in a network.
    if (other.destroyed || other.readableEnded) return callback();
    other.bytesRead += chunk.length;
    if (other.push(chunk)) callback();
    else other.acknowledge = callback;
  }

  override _final(callback: () => void): void {
    if (!this.other.destroyed) this.other.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this._read();
    // An end that closed after its last byte leaves the other end to read it.
    if (!this.writableFinished) this.other.destroy();
    callback(error);
  }
}

/** Returns both ends. */
export function connectedPair(addresses: Addresses): readonly [client: End, server: End] {
  const client = new End({ remoteAddress: addresses.localAddress, remotePort: undefined, localAddress: undefined });
  const server = new End(addresses);
  client.other = server;
  server.other = client;
  return [client, server];
}
