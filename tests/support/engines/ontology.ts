/** Client of owlgate's own endpoints. */
import { alter, alterPatiently, type Answer } from './wire';

export interface OwnAnswer {
  readonly status: number;
  readonly body: Answer;
  readonly headers: Headers;
}

/** POST /ontology. */
export async function postOntology(url: string, turtle: string, parameters = ''): Promise<OwnAnswer> {
  const response = await fetch(`${url}/ontology${parameters}`, {
    method: 'POST',
    headers: { 'Content-Type': 'text/turtle' },
    body: turtle,
  });
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/** @throws Error if the load is refused */
export async function loadOntology(url: string, turtle: string, parameters = ''): Promise<Answer> {
  const { status, body } = await postOntology(url, turtle, parameters);
  if (status !== 200 || body.status !== 'success') throw new Error(`/ontology: ${JSON.stringify(body)}`);
  return body;
}

export async function introspect(url: string, parameters = ''): Promise<OwnAnswer> {
  const response = await fetch(`${url}/ontology/introspect${parameters}`);
  return { status: response.status, body: await response.json(), headers: response.headers };
}

/**
 * Makes the engine itself serve the GraphQL API of the ontology in force, for comparisons. The gateway regards the SDL
 * as stored by an earlier owlgate, and still answers by itself.
 */
export async function serveByEngine(engineUrl: string, gatewayUrl: string, loaded: Answer): Promise<void> {
  const { inForce } = (await (await fetch(`${gatewayUrl}/ontology/graphql`)).json()) as Answer;
  await alterPatiently(engineUrl, { path: '/admin/schema', type: 'application/graphql', body: inForce });
  // The SDL has removed indexes and directives that GraphQL cannot express.
  await alterPatiently(engineUrl, alter(loaded.compiledSchema));
}
