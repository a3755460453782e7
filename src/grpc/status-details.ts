/**
 * Message and details of a status, short enough for every client. They travel as headers, and clients refuse answers
 * whose headers are larger than 8 KiB (Java's client; Python's may from there on): the caller would see their refusal
 * instead of the reason.
 */
import { create, toBinary } from '@bufbuild/protobuf';
import { anyPack, DurationSchema } from '@bufbuild/protobuf/wkt';
import { Metadata, type status } from '@grpc/grpc-js';
import { wellFormed } from '../util/text';
import { ErrorInfoSchema, RetryInfoSchema, StatusSchema } from './protocol/status_pb';

const DOMAIN = 'owlgate';
const DETAILS = 'grpc-status-details-bin';
/** Maximum bytes of a message, percent-encoded. */
const MAX_MESSAGE_BYTES = 2_500;
/** Maximum bytes of the details' texts, which are sent in Base64 beside the message once more. */
const MAX_DETAIL_BYTES = 1_500;
/** Maximum characters of a detail's name. */
const MAX_NAME = 100;
const ELLIPSIS = '…';
/** Names the details that were left out; the same request over HTTP has them. */
const OMITTED = 'omitted';

/** Returns the beginning of a message, as long as a header may be. */
export function shortMessage(message: string): string {
  const text = wellFormed(message);
  if (encodeURI(text).length <= MAX_MESSAGE_BYTES) return text;
  let bytes = encodeURI(ELLIPSIS).length;
  let short = '';
  for (const character of text) {
    bytes += encodeURI(character).length;
    if (bytes > MAX_MESSAGE_BYTES) break;
    short += character;
  }
  return short + ELLIPSIS;
}

/**
 * Returns the trailer of a refusal's code and details, as google.rpc.ErrorInfo and RetryInfo.
 *
 * @param message as `shortMessage` returns it
 * @param extensions with the code; details of other kinds are written as JSON
 */
export function detailsOf(
  code: status,
  message: string,
  extensions: Readonly<Record<string, unknown>>,
): { readonly metadata?: Metadata } {
  const { code: reason, retryAfter, ...rest } = extensions;
  if (typeof reason !== 'string' || /^Error/.test(reason)) return {};
  const info = create(ErrorInfoSchema, { reason, domain: DOMAIN, metadata: shortTexts(rest) });
  const details = [anyPack(ErrorInfoSchema, info)];
  if (typeof retryAfter === 'number') {
    const retryDelay = create(DurationSchema, { seconds: BigInt(retryAfter) });
    details.push(anyPack(RetryInfoSchema, create(RetryInfoSchema, { retryDelay })));
  }
  const metadata = new Metadata();
  metadata.set(DETAILS, Buffer.from(toBinary(StatusSchema, create(StatusSchema, { code, message, details }))));
  return { metadata };
}

/** Returns the details that fit, shortest first, and the names of the others. */
function shortTexts(details: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(details)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, wellFormed(typeof value === 'string' ? value : JSON.stringify(value))] as const)
    .sort(([, a], [, b]) => a.length - b.length);
  const fitting: Record<string, string> = {};
  const omitted: string[] = [];
  let bytes = 0;
  for (const [name, text] of texts) {
    bytes += Buffer.byteLength(name) + Buffer.byteLength(text);
    if (bytes <= MAX_DETAIL_BYTES) fitting[name] = text;
    else if (name.length <= MAX_NAME) omitted.push(name);
  }
  return omitted.length === 0 ? fitting : { ...fitting, [OMITTED]: omitted.join(', ') };
}
