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
const FORM_FAILS = 'the form cannot be read: ';

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
const wholeBody = (request: IncomingMessage): Readable =>
  refusing(request.iterator({ destroyOnReturn: false }), () => new Error('the body ended too early'));

/** Yields the parts of a form, one after the other; each is read before the next one. */
async function* partsOf(request: IncomingMessage, { identity, base }: Naming): AsyncGenerator<Source> {
  const ready: Source[] = [];
  const streams: Readable[] = [];
  let isOver = false;
  let failure: OwlgateError | undefined;
  const form = openForm(request);
  const change = new EventTarget();
  const wake = (): void => void change.dispatchEvent(new Event('change'));
  /** Ends the form and all parts: of a part that is cut off, the form reports the failure or nothing. */
  const fail = (error: unknown): void => {
    failure ??= refusalOf(error, FORM_FAILS);
    for (const stream of streams) stream.destroy(failure);
    wake();
  };
  form.on('file', (field, stream, fileName, _, type) => {
    const name = fileName || (field ?? '');
    const number = ready.length;
    streams.push(stream.on('error', fail));
    ready.push(
      streamSource(
        refusing(stream, () => failure),
        {
          name,
          mediaType: type,
          identity: partIdentity(identity, name, number),
          ...(base !== undefined && { base }),
        },
      ),
    );
    wake();
  });
  form.on('finish', () => {
    isOver = true;
    wake();
  });
  const tooMany = (): void => fail(new Error(`it has more than ${MAX_PARTS} parts`));
  form.on('error', fail).on('partsLimit', tooMany).on('filesLimit', tooMany);
  request.on('error', fail).once('close', () => request.complete || fail(new Error('the body ended too early')));
  request.pipe(form);
  try {
    for (let next = 0; ; next++) {
      while (next >= ready.length && !isOver && failure === undefined) await once(change, 'change');
      if (failure !== undefined) throw failure;
      if (next >= ready.length) return;
      yield ready[next]!;
    }
  } finally {
    request.unpipe(form);
  }
}

/** Returns a stream of the same bytes, whose failure is a refusal. @param cause failure to report instead of its own */
function refusing(bytes: AsyncIterable<unknown>, cause: () => Error | undefined): Readable {
  async function* chunks(): AsyncGenerator {
    try {
      yield* bytes;
    } catch (error) {
      throw refusalOf(error instanceof OwlgateError ? error : (cause() ?? error));
    }
  }
  return Readable.from(chunks(), { objectMode: false });
}

const refusalOf = (error: unknown, what = ''): OwlgateError =>
  error instanceof OwlgateError
    ? error
    : new OwlgateError('InvalidRequest', { reason: `${what}${(error as Error).message}` }, {}, { cause: error });

/** @throws OwlgateError InvalidRequest */
function openForm(request: IncomingMessage): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      isPartAFile: () => true,
      limits: { parts: MAX_PARTS, files: MAX_PARTS },
    });
  } catch (error) {
    throw refusalOf(error, FORM_FAILS);
  }
}

const partIdentity = (identity: string, name: string, number: number): string =>
  createHash('sha256').update(`${identity}/${number}/${name}`).digest('hex');
