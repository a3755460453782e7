/** Documents of an import in the body of a request, read as they arrive. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { Busboy, type BusboyHeaders } from '@fastify/busboy';
import { OwlgateError } from '../errors';
import { streamSource, type Source } from '../import';
import { refuseOtherType } from '../rdf';
import { RDF_MEDIA_TYPES, syntaxOfContentType } from '../rdf/syntax';
import { mediaType } from './exchange';
import { requireArrival } from './limits/body-arrival';
import { DGRAPH_ENCODINGS, requireEncoding } from './middleware/body';

interface Naming {
  /** Identity of the content, for blank nodes. */
  readonly identity: string;
  readonly base: string | undefined;
  readonly name: string | undefined;
}

const FORM = 'multipart/form-data';
const MAX_PARTS = 10_000;

/** @throws OwlgateError UnsupportedMediaType, UnsupportedSyntax, UnsupportedEncoding; InvalidRequest for a form */
export function importSources(request: IncomingMessage, naming: Naming): Iterable<Source> | AsyncIterable<Source> {
  const header = request.headers['content-type'];
  const type = mediaType(header);
  // The reader recognizes compressed documents by their first bytes.
  requireEncoding(request, DGRAPH_ENCODINGS);
  requireArrival(request);
  if (type === FORM) return partsOf(request, naming);
  refuseOtherType(type);
  if (header !== undefined && syntaxOfContentType(header) === undefined) {
    const accepted = [...RDF_MEDIA_TYPES, FORM].join(', ');
    throw new OwlgateError('UnsupportedMediaType', { given: header.slice(0, 200), accepted });
  }
  const { identity, base, name = 'body' } = naming;
  const size = Number(request.headers['content-length'] ?? NaN);
  return [
    streamSource(wholeBody(request), {
      name,
      identity,
      ...(base !== undefined && { base }),
      ...(header !== undefined && { mediaType: header }),
      ...(size > 0 && { size }),
    }),
  ];
}

/**
 * Returns the body as a stream of its own: a reader that ends early must not end the connection, on which the refusal
 * is sent. A body that ends with the connection fails.
 */
const wholeBody = (request: IncomingMessage): Readable => Readable.from(chunksOf(request), { objectMode: false });

async function* chunksOf(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) yield chunk as Buffer;
  } catch (error) {
    if (error instanceof OwlgateError) throw error;
    throw new OwlgateError('InvalidRequest', { reason: 'the body ended too early' }, {}, { cause: error });
  }
}

/** Yields the parts of a form, one after the other; each is read before the next one. */
async function* partsOf(request: IncomingMessage, { identity, base }: Naming): AsyncGenerator<Source> {
  const ready: Source[] = [];
  let isOver = false;
  let failure: unknown;
  const form = openForm(request);
  const change = new EventTarget();
  const wake = (): void => void change.dispatchEvent(new Event('change'));
  form.on('file', (field, stream, fileName, _, type) => {
    const name = fileName || (field ?? '');
    const number = ready.length;
    ready.push(
      streamSource(stream, {
        name,
        mediaType: type,
        identity: partIdentity(identity, name, number),
        ...(base !== undefined && { base }),
      }),
    );
    wake();
  });
  form.on('finish', () => {
    isOver = true;
    wake();
  });
  const fail = (error: unknown): void => {
    failure ??= new OwlgateError('InvalidRequest', { reason: `the form cannot be read: ${(error as Error).message}` });
    wake();
  };
  form.on('error', fail);
  request.on('error', fail).once('close', () => request.complete || fail(new Error('the body ended too early')));
  request.pipe(form);
  try {
    for (let next = 0; ; next++) {
      while (next >= ready.length && !isOver && failure === undefined) await once(change, 'change');
      if (failure !== undefined) throw failure as Error;
      if (next >= ready.length) return;
      yield ready[next]!;
    }
  } finally {
    request.unpipe(form);
  }
}

/** @throws OwlgateError InvalidRequest */
function openForm(request: IncomingMessage): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: () => true,
      limits: { parts: MAX_PARTS, files: MAX_PARTS },
    });
  } catch (error) {
    throw new OwlgateError('InvalidRequest', { reason: `the form cannot be read: ${(error as Error).message}` });
  }
}

const partIdentity = (identity: string, name: string, number: number): string =>
  createHash('sha256').update(`${identity}/${number}/${name}`).digest('hex');
