/**
 * GET and HEAD /export: the graph as RDF, streamed from one snapshot with the rights of the client.
 *
 * | parameter | value                                                                                                |
 * |-----------|------------------------------------------------------------------------------------------------------|
 * | `format`  | `turtle`, `trig`, `ntriples`, `nquads` or `jsonld`; default: by `Accept`, else `turtle`                |
 * | `facts`   | `asserted`, `inferred` or `all`; default: `all` in formats with graphs, `asserted` in the others       |
 * | `class`   | only the instances of a class                                                                        |
 * | `query`   | only the nodes of a DQL query: all objects of its answer with a `uid`                                 |
 * | `declarations` | `true` states the kinds of classes, properties and datatypes                                      |
 *
 * The answer has the trailers `X-Owlgate-Statements` and `X-Owlgate-Left-Out`. A failure after the first part ends the
 * connection, so that the answer does not look complete.
 *
 * Errors: 400 InvalidRequest; 403 AccessDenied; 404 UnknownClass; 406 NotAcceptable.
 */
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { OwlgateError } from '../../errors';
import { engineQuery, requireCaller } from '../../materialize';
import { defaultFacts, EXPORT_FORMATS, EXPORTED_FACTS, RdfExport } from '../../transfer';
import type { ExportFormat } from '../../transfer';
import { EXPORT } from '../operations/export';
import { oneOf, readParameters, truth } from '../parameters';
import { requireAcceptable } from '../send';
import { viewerOf } from '../viewer';
import type { Services } from '../services';

const FORMATS = Object.keys(EXPORT_FORMATS) as readonly ExportFormat[];
const STATEMENTS = 'X-Owlgate-Statements';
const LEFT_OUT = 'X-Owlgate-Left-Out';

/** @throws OwlgateError InvalidRequest, AccessDenied, UnknownClass, NotAcceptable, EngineUnreachable */
export async function exportGraph(request: Request, response: Response, services: Services): Promise<void> {
  const { engine, materializer, logger } = services;
  const parameters = readParameters(request.originalUrl, EXPORT);
  const viewer = viewerOf(request, response, services);
  await requireCaller(viewer);
  const format = formatOf(request, parameters.get('format'));
  const facts = parameters.get('facts');
  const query = parameters.get('query');
  if (query !== undefined && parameters.has('class')) {
    throw new OwlgateError('InvalidRequest', { reason: 'class and query exclude each other' });
  }
  const { inForce } = materializer;
  const graph = await RdfExport.open(engine, {
    format,
    facts: facts === undefined ? defaultFacts(format) : oneOf('facts', facts, EXPORTED_FACTS),
    class: parameters.get('class'),
    query: query === undefined ? undefined : engineQuery(query, materializer.uncounted),
    declarations: truth('declarations', parameters.get('declarations')),
    ontology: inForce?.loaded,
    credentials: viewer.credentials,
  });
  response.vary('Accept, Accept-Encoding');
  if (inForce) response.setHeader('X-Owlgate-Version', String(inForce.version));
  response.setHeader('Content-Type', `${EXPORT_FORMATS[format]}; charset=utf-8`);
  if (request.method === 'HEAD') {
    await graph.close();
    return void response.end();
  }
  const text = graph.text();
  // The first part shows if the engine answers; until then the answer may be a refusal.
  const [first, second] = [await text.next(), await text.next()];
  response.setHeader('Trailer', `${STATEMENTS}, ${LEFT_OUT}`);
  async function* body(): AsyncGenerator<string> {
    for (const { done, value } of [first, second]) if (!done && value !== '') yield value;
    yield* text;
    const { summary } = graph;
    response.addTrailers({ [STATEMENTS]: String(summary.statements), [LEFT_OUT]: summary.leftOut ?? 'none' });
  }
  const parts = Readable.from(body(), { highWaterMark: 1 });
  try {
    if (request.acceptsEncodings('gzip', 'identity') === 'gzip') {
      response.setHeader('Content-Encoding', 'gzip');
      await pipeline(parts, createGzip({ level: 1 }), response);
    } else await pipeline(parts, response);
  } catch (error) {
    // `pipeline` has ended the connection.
    if ((error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    logger.warn('an export broke off', { statements: graph.summary.statements, error });
  } finally {
    await graph.close();
  }
}

function formatOf(request: Request, format: string | undefined): ExportFormat {
  if (format !== undefined) return oneOf('format', format, FORMATS);
  const type = requireAcceptable(
    request,
    FORMATS.map((each) => EXPORT_FORMATS[each]),
  );
  return FORMATS.find((each) => EXPORT_FORMATS[each] === type)!;
}
