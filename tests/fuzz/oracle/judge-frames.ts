/** Judgement of the frames of a server: their form, and the windows that its client gave it (RFC 9113). */
import { FieldReader, type Fields } from '../../../src/util/http2/header-block';
import { DATA, GOAWAY, HEADERS, PREFACE, SETTINGS, splitFrames, WINDOW_UPDATE } from '../wire/http2-frames';
import { FAULTS } from './judge';
import { INTERNAL, LAST_STATUS, OTHERS } from './judge-call';

const MAX_FRAME = 16_384;
const FIRST_WINDOW = 65_535;
const INITIAL_WINDOW = 4;
const KNOWN_FRAMES = 9;

/**
 * Everything that is wrong with what a server has sent.
 *
 * @param sent bytes of its client
 * @param got bytes of the server, perhaps without an end
 * @param isOurs false where another server may serve the connection, whose statuses are its own
 */
export function judgeServer(sent: Buffer, got: Buffer, isOurs: boolean): string[] {
  if (got.length === 0) return [];
  const complaints: string[] = [];
  const windows = windowsOf(sent);
  const used = new Map<number, number>();
  const ended = new Set<number>();
  const reader = new FieldReader();
  const frames = splitFrames(got);
  if (frames.length > 0 && ![SETTINGS, GOAWAY].includes(frames[0]!.type as typeof SETTINGS))
    complaints.push(`the first frame has the type ${frames[0]!.type}`);
  for (const { type, flags, stream, payload } of frames) {
    if (payload.length > MAX_FRAME) complaints.push(`a frame of ${payload.length} bytes`);
    if (type > KNOWN_FRAMES) complaints.push(`a frame of type ${type}`);
    if (type === DATA) {
      for (const id of [0, stream]) used.set(id, (used.get(id) ?? 0) + payload.length);
      if (ended.has(stream)) complaints.push(`data after the end of stream ${stream}`);
    }
    if (type === HEADERS) {
      complaints.push(...judgeFields(reader.read(payload), isOurs));
      if (ended.has(stream)) complaints.push(`header fields after the end of stream ${stream}`);
    }
    if ((type === DATA || type === HEADERS) && flags % 2 === 1) ended.add(stream);
    if (type === GOAWAY) {
      const words = FAULTS.exec(payload.toString('latin1', 8));
      if (words) complaints.push(`words of a fault: ${payload.toString('latin1', 8)}`);
    }
  }
  for (const [stream, bytes] of used) {
    const window = stream === 0 ? windows.connection : windows.first + (windows.added.get(stream) ?? 0);
    if (bytes > window) complaints.push(`${bytes} bytes of stream ${stream}, whose window is ${window}`);
  }
  return complaints;
}

function judgeFields(fields: Fields, isOurs: boolean): string[] {
  const { 'grpc-status': text, 'grpc-message': coded = '' } = fields;
  if (text === undefined) return [];
  const message = decodeURIComponent(coded);
  const status = Number(text);
  if (!(status >= 0 && status <= LAST_STATUS)) return [`unknown status ${text}`];
  if (isOurs && status === INTERNAL && !OTHERS.test(message)) return [`INTERNAL: ${message}`];
  return FAULTS.test(message) ? [`words of a fault: ${message.slice(0, 500)}`] : [];
}

/** Upper bounds of the windows that a client has given. */
function windowsOf(sent: Buffer) {
  let connection = FIRST_WINDOW;
  let first = FIRST_WINDOW;
  const added = new Map<number, number>();
  for (const { type, flags, stream, payload } of splitFrames(sent.subarray(PREFACE.length))) {
    if (type === WINDOW_UPDATE && payload.length === 4) {
      const bytes = payload.readUInt32BE(0) % 2 ** 31;
      if (stream === 0) connection += bytes;
      else added.set(stream, (added.get(stream) ?? 0) + bytes);
    }
    if (type !== SETTINGS || flags % 2 === 1) continue;
    for (let at = 0; at + 6 <= payload.length; at += 6)
      if (payload.readUInt16BE(at) === INITIAL_WINDOW) first = Math.max(first, payload.readUInt32BE(at + 2));
  }
  return { connection, first, added };
}
