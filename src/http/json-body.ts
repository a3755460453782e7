/** JSON bodies of owlgate's own routes, checked against a JSON Schema. */
import type { ValidateFunction } from 'ajv';
import type { Request } from 'express';
import { OwlgateError } from '../errors';
import { describeError } from '../util/ajv';
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
  throw invalid(`${name}: ${validate.errors!.map(describeError).join('; ')}`);
}

const invalid = (reason: string): OwlgateError => new OwlgateError('InvalidRequest', { reason });
