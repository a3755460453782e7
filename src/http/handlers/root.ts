/** GET /: says that this is owlgate, and where to go on. Programs get JSON, browsers a page, all others text. */
import type { Request, Response } from 'express';
import { ROOT } from '../operations/probes';
import { readParameters } from '../parameters';
import { requireAcceptable, sendText } from '../send';
import { programVersion } from '../../util/version';

const ABOUT = 'Ontology gateway for Dgraph';
const LINKS: Readonly<Record<string, string>> = {
  '/ui/': 'the workbench',
  '/health': 'state of the engine',
  '/readyz': 'readiness of the gateway',
  '/ontology': 'ontology in force',
  '/ontology/docs': 'its documentation',
  '/openapi.json': "description of owlgate's endpoints",
  '/graphql': 'GraphQL',
  '/metrics': 'metrics for Prometheus',
};

/** @throws OwlgateError InvalidRequest, NotAcceptable */
export async function root(request: Request, response: Response): Promise<void> {
  readParameters(request.originalUrl, ROOT);
  const type = requireAcceptable(request, ['text/plain', 'text/html', 'application/json']);
  response.vary('Accept');
  await sendText(request, response, type === 'application/json' ? type : `${type}; charset=utf-8`, bodyOf(type));
}

function bodyOf(type: string): string {
  const version = programVersion();
  const links = Object.entries(LINKS);
  switch (type) {
    case 'application/json':
      return JSON.stringify({ name: 'owlgate', version, about: ABOUT, links: LINKS });
    case 'text/html': {
      const items = links.map(([path, text]) => `<li><a href="${path}">${path}</a>: ${text}</li>`);
      return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>owlgate</title>' +
        `<h1>owlgate ${version}</h1><p>${ABOUT}. Dgraph's clients and Ratel take this address as that of an alpha.</p>` +
        `<ul>${items.join('')}</ul></html>\n`
      );
    }
    default:
      return `owlgate ${version}: ${ABOUT}\n${links.map(([path, text]) => `${path.padEnd(16)}${text}\n`).join('')}`;
  }
}
