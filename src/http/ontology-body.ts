/** Documents in the body of a load: one in any RDF syntax, or several as the parts of a form (RFC 7578). */
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { BusboyHeaders } from '@fastify/busboy';
import { OwlgateError } from '../errors';
import type { OntologyDocument } from '../materialize';
import { decodeText, refuseOtherType } from '../rdf';
import { RDF_MEDIA_TYPES, syntaxOfContentType } from '../rdf/syntax';
import { mediaType } from './exchange';
import { leaseOf } from './limits/body-budget';
import { GATEWAY_ENCODINGS, readBody } from './middleware/body';

/** Ontology with the documents sent for its imports. */
interface PostedDocuments extends OntologyDocument {
  readonly along: readonly OntologyDocument[];
  /** SDL to keep beside the ontology. */
  readonly extension?: string;
}

const FORM = 'multipart/form-data';
/** XML declares its own encoding; everything else is UTF-8. */
const MAY_STATE_CHARSET = /xml/;
/** Name of the form part with the ontology, if it is not the first part. */
const MAIN_PART = 'ontology';
const MAX_PARTS = 1000;
/** Media type of a form part with the user's own SDL. */
const SDL_TYPE = 'application/graphql';

/**
 * Reads the body of a request. Without a `Content-Type` the syntax is detected, Turtle last.
 *
 * @param maxBytes limit of the body, before and after decompression
 * @throws OwlgateError UnsupportedMediaType, UnsupportedSyntax, UnsupportedEncoding, InvalidRequest, BodyTooLarge,
 *   OntologySyntax for bytes that are invalid in their encoding
 */
export async function readDocuments(request: IncomingMessage, maxBytes: number): Promise<PostedDocuments> {
  const header = request.headers['content-type'];
  const type = mediaType(header);
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(header ?? '')?.[1];
  const isEncoded = charset === undefined || MAY_STATE_CHARSET.test(type) || /^(utf-?8|us-ascii)$/i.test(charset);
  refuseOtherType(type);
  const isAccepted = type === FORM || syntaxOfContentType(type) !== undefined;
  if (header !== undefined && (!isAccepted || !isEncoded)) {
    const accepted = `${[...RDF_MEDIA_TYPES, FORM].join(', ')} (in UTF-8)`;
    throw new OwlgateError('UnsupportedMediaType', { given: header.slice(0, 200), accepted });
  }
  const bytes = await readBody(request, GATEWAY_ENCODINGS, maxBytes);
  if (type === FORM) {
    // The parts are copies of the bytes.
    leaseOf(request).take(bytes.length);
    return ofParts(await readForm(request.headers as BusboyHeaders, bytes));
  }
  return { ...textOf(bytes, charset), along: [], ...(header !== undefined && { mediaType: type }) };
}

interface Part {
  readonly field: string;
  readonly fileName: string | undefined;
  readonly type: string;
  readonly bytes: Buffer;
}

function ofParts(all: readonly Part[]): PostedDocuments {
  const parts = all.filter(({ type }) => type !== SDL_TYPE);
  const [sdl, ...more] = all.filter(({ type }) => type === SDL_TYPE);
  if (more.length > 0) throw invalid(`two parts have the type ${SDL_TYPE}; send one GraphQL schema with an ontology`);
  if (parts.length === 0) throw invalid(`the form has no part; send each document as one, the ontology first`);
  const mainParts = parts.filter(({ field }) => field === MAIN_PART);
  if (mainParts.length > 1) throw invalid(`two parts are named "${MAIN_PART}"; one document is the ontology`);
  const main = mainParts[0] ?? parts[0]!;
  const others = parts.filter((part) => part !== main);
  return { ...documentOf(main), along: others.map(documentOf), ...(sdl && { extension: decodeText(sdl.bytes) }) };
}

/** Decodes a document; keeps its bytes too if the text does not give them back, as with a byte order mark. */
function textOf(bytes: Buffer, charset?: string): Pick<OntologyDocument, 'source' | 'bytes'> {
  const source = decodeText(bytes, charset);
  return { source, ...(!Buffer.from(source).equals(bytes) && { bytes: bytes.toString('base64') }) };
}

function documentOf({ field, fileName, type, bytes }: Part): OntologyDocument {
  const name = fileName ?? (field === '' ? undefined : field);
  return { ...textOf(bytes), mediaType: type, ...(name !== undefined && { name }) };
}

const PORTION = 64 * 1024;

/** @throws OwlgateError InvalidRequest */
function readForm(headers: BusboyHeaders, bytes: Buffer): Promise<readonly Part[]> {
  return new Promise((resolve, reject) => {
    const parts: Part[] = [];
    let hasFailed = false;
    const fail = (error: unknown): void => {
      hasFailed = true;
      reject(invalid(`the form cannot be read: ${(error as Error).message}`));
    };
    try {
      const form = new Busboy({ headers, isPartAFile: () => true, limits: { parts: MAX_PARTS, files: MAX_PARTS } });
      form.on('file', (field, stream, fileName, _, type) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('error', fail);
        stream.on('end', () => {
          parts.push({ field: field ?? '', fileName: fileName || undefined, type, bytes: Buffer.concat(chunks) });
        });
      });
      form.on('partsLimit', () => fail(new Error(`it has more than ${MAX_PARTS} parts`)));
      form.on('filesLimit', () => fail(new Error(`it has more than ${MAX_PARTS} parts`)));
      form.on('error', fail);
      form.on('finish', () => resolve(parts));
      // In portions, so that reading stops at a refusal.
      for (let at = 0; at < bytes.length && !hasFailed; at += PORTION) form.write(bytes.subarray(at, at + PORTION));
      if (!hasFailed) form.end();
    } catch (error) {
      fail(error);
    }
  });
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
