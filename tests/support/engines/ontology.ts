/** Client of owlgate's own endpoints. */
import type { Answer } from './wire';

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
