/** Client of a request, for whom views of the ontology in force are made. */
import type { Request, Response } from 'express';
import { clientOf } from '../dgraph';
import type { Viewer } from '../materialize';
import type { Services } from './services';

/** Returns the viewer. On a cluster with access control no cache may give one client's answer to another. */
export function viewerOf(request: Request, response: Response, { engine, materializer }: Services): Viewer {
  if (engine.identity) {
    response.setHeader('Cache-Control', 'private, no-store');
    response.vary('X-Dgraph-AccessToken, X-Dgraph-AuthToken, X-Auth-Token, Authorization');
  }
  return { engine, materializer, credentials: clientOf(request.headers, engine) };
}
