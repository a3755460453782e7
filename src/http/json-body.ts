/** JSON bodies of owlgate's own routes, checked against a JSON Schema. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Request } from 'express';
import { OwlgateError } from '../errors';
import { mediaType } from './exchange';
import { GATEWAY_ENCODINGS, readBody } from './middleware/body';

const JSON_TYPE = 'application/json';

/**
 * Reads and checks a body.
 *
 * @param maxBytes limit of the body, before and after decompression
 * @throws OwlgateError UnsupportedMediaType, InvalidRequest with every problem and its position, BodyTooLarge
 */
export async function readJson<T>(request: Request, validate: ValidateFunction<T>, maxBytes: number): Promise<T> {
  const header = request.headers['content-type'];
  if (mediaType(header) !== JSON_TYPE) {
    throw new OwlgateError('UnsupportedMediaType', { given: header?.slice(0, 200) ?? '(none)', accepted: JSON_TYPE });
  }
  return parseJson((await readBytes(request, maxBytes)).toString(), validate);
}

/** Returns the decompressed body. @throws OwlgateError InvalidRequest, BodyTooLarge */
export async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  return readBody(request, GATEWAY_ENCODINGS, maxBytes);
}

/** @param name name of the text, for messages @throws OwlgateError InvalidRequest */
export function parseJson<T>(text: string, validate: ValidateFunction<T>, name = 'the body'): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw invalid(`${name} is not JSON: ${(error as Error).message}`);
  }
  if (validate(value)) return value;
  throw invalid(`${name}: ${validate.errors!.map(describe).join('; ')}`);
}

function describe({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): string {
  const place = instancePath === '' ? 'it' : instancePath.slice(1).replaceAll('/', '.');
  const details = params as { additionalProperty?: string; allowedValues?: readonly unknown[]; pattern?: string };
  if (keyword === 'additionalProperties')
    return `${place} has an unknown field ${JSON.stringify(details.additionalProperty?.slice(0, 100))}`;
  if (keyword === 'enum') return `${place} must be one of: ${details.allowedValues!.join(', ')}`;
  if (keyword === 'pattern' && details.pattern === '\\S') return `${place} must not be empty`;
  return `${place} ${message}`;
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
