/**
 * Client of one gRPC method over a connection of its own, lean enough that a measurement shows the server: it writes
 * prepared HTTP/2 frames (RFC 9113), and counts the bytes of answers without decoding them.
 */
import { once } from 'node:events';
import { connect } from 'node:net';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const FRAME = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 };
const END_STREAM = 1;
const ACK = 1;
const END_HEADERS = 4;
const HEAD_BYTES = 9;
const MAX_WINDOW = 2 ** 31 - 1;
/** Received bytes after which the connection's window is opened again. */
const RENEW_BYTES = 2 ** 20;
const INITIAL_WINDOW_SIZE = 4;

/**
 * @param {string} address host:port, without TLS
 * @param {string} path such as /api.Dgraph/Query
 * @param {Buffer} message
 * @returns {Promise<{ask(): Promise<number>, close(): void}>} `ask` sends the message, and returns the bytes of the
 *   answer; one call at a time
 */
export async function leanClient(address, path, message) {
  const [host, port] = address.split(':');
  const socket = connect(Number(port), host).setNoDelay();
  await once(socket, 'connect');
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(message.length, 1);
  const body = Buffer.concat([prefix, message]);
  const [first, later] = headerBlocks(path, address);
  let stream = 1;
  let received = 0;
  let answer = 0;
  let waiting;
  const request = (block) =>
    Buffer.concat([frame(FRAME.headers, END_HEADERS, stream, block), frame(FRAME.data, END_STREAM, stream, body)]);

  const fail = (reason) => waiting?.reject(new Error(`${address}: ${reason}`));
  readFrames(socket, (type, flags, payload) => {
    if (type === FRAME.settings && (flags & ACK) === 0) socket.write(frame(FRAME.settings, ACK, 0));
    else if (type === FRAME.ping && (flags & ACK) === 0) socket.write(frame(FRAME.ping, ACK, 0, payload));
    else if (type === FRAME.reset || type === FRAME.goAway) fail('the server ended the call');
    else if (type === FRAME.data) {
      answer += payload.length;
      received += payload.length;
      if (received > RENEW_BYTES) {
        socket.write(windowUpdate(received));
        received = 0;
      }
    }
    if (type !== FRAME.headers || (flags & END_STREAM) === 0) return;
    // A failed call has trailers alone.
    if (answer === 0) fail('the call failed');
    else waiting.resolve(answer);
  });
  socket.on('close', () => fail('the connection ended'));
  socket.on('error', (error) => fail(error.message));

  const settings = Buffer.alloc(6);
  settings.writeUInt16BE(INITIAL_WINDOW_SIZE, 0);
  settings.writeUInt32BE(MAX_WINDOW, 2);
  const window = windowUpdate(MAX_WINDOW - 65_535);
  socket.write(Buffer.concat([PREFACE, frame(FRAME.settings, 0, 0, settings), window]));
  const ask = () => {
    answer = 0;
    socket.write(request(stream === 1 ? first : later));
    stream += 2;
    return new Promise((resolve, reject) => (waiting = { resolve, reject }));
  };
  return { ask, close: () => socket.destroy() };
}

function frame(type, flags, stream, payload = Buffer.alloc(0)) {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

function windowUpdate(bytes) {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes);
  return frame(FRAME.windowUpdate, 0, 0, payload);
}

/**
 * Header blocks of the first request and of later ones (RFC 7541): the first adds four fields to the dynamic table,
 * which later ones name by index.
 */
function headerBlocks(path, authority) {
  const text = (value) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
  const added = [
    [0x44, path],
    [0x41, authority],
    // Index 31: content-type.
    [0x5f, 'application/grpc'],
  ].map(([name, value]) => Buffer.concat([Buffer.from([name]), text(value)]));
  const te = Buffer.concat([Buffer.from([0x40]), text('te'), text('trailers')]);
  // POST and http are in the static table.
  const fixed = Buffer.from([0x83, 0x86]);
  return [Buffer.concat([fixed, ...added, te]), Buffer.concat([fixed, Buffer.from([0xc1, 0xc0, 0xbf, 0xbe])])];
}

function readFrames(socket, onFrame) {
  let rest = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + rest.readUIntBE(at, 3);
      if (rest.length < end) break;
      onFrame(rest[at + 3], rest[at + 4], rest.subarray(at + HEAD_BYTES, end));
      at = end;
    }
    rest = rest.subarray(at);
  });
}
