/** GET and HEAD /openapi.json: the OpenAPI 3.1 document of owlgate's own routes. */
import type { Request, Response } from 'express';
import { OPENAPI } from '../operations';
import { openApi } from '../operations/openapi';
import { readParameters } from '../parameters';
import { sendJson } from '../send';
import { once } from '../../util/memo';
import { programVersion } from '../../util/version';

const document = once(() => openApi(programVersion()));

/** @throws OwlgateError InvalidRequest */
export async function openapi(request: Request, response: Response): Promise<void> {
  readParameters(request.originalUrl, OPENAPI);
  await sendJson(request, response, document());
}
