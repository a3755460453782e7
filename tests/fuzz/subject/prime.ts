/** Puts the world of the requests into the program: schema, data, ontology, a document. */
import { machineTime } from '../../support/machine-time';
import { DATA, DOCUMENT_TEXT, ONTOLOGY, SCHEMA } from '../world';
import type { Subject } from './program';

const PATIENCE_MS = 120_000;
/** Answers of an engine that rebuilds an index or has transactions open. */
const PASSING = /retry|already running|is being modified|aborted|another load|pending/i;

/** Drops everything, and begins anew. @throws Error for a step that fails for good */
export async function prime(subject: Subject): Promise<void> {
  await step(subject, '/alter', 'application/json', '{"drop_all":true}');
  await step(subject, '/alter', 'text/plain', SCHEMA);
  await step(subject, '/mutate?commitNow=true', 'application/rdf', `{ set {\n${DATA}\n} }`);
  await step(subject, '/ontology?profile=lenient', 'text/turtle', ONTOLOGY);
  await step(subject, '/api/v1/databases/default/documents?source=a.txt', 'text/plain', DOCUMENT_TEXT);
}

/**
 * Puts the world back and asks about it over each interface, so that whatever the program derives from a schema
 * (GraphQL APIs, vocabularies, search) is derived from the same one at every measurement of the heap.
 */
export async function settle(subject: Subject): Promise<void> {
  await prime(subject);
  const ask = (target: string, body: object): Promise<void> =>
    step(subject, target, 'application/json', JSON.stringify(body));
  await ask('/graphql', { query: '{ queryBeast(first: 1) { title } }' });
  await ask('/graphql', { query: '{ queryBeast(first: 1) { __typename ... on Hound { title } } }' });
  for (const module of ['auto', 'naive', 'owl', 'arag', 'aragog']) {
    await ask('/api/v1/databases/default/retrieve', { question: 'Who walks Rex?', module });
  }
}

/** Tells whether the ontology is still in force; requests may have dropped it. */
export async function isPrimed(subject: Subject): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${subject.port}/ontology`, { headers: { Connection: 'close' } });
  const text = await response.text();
  return response.status === 200 && text.includes(':HoundKeeper');
}

async function step(subject: Subject, target: string, type: string, body: string): Promise<void> {
  const deadline = machineTime() + PATIENCE_MS;
  for (;;) {
    const response = await fetch(`http://127.0.0.1:${subject.port}${target}`, {
      method: 'POST',
      headers: { 'Content-Type': type, Connection: 'close' },
      body,
    });
    const text = await response.text();
    if (response.ok && !text.startsWith('{"errors"')) return;
    if (!PASSING.test(text) || machineTime() > deadline)
      throw new Error(`${target}: ${response.status} ${text.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
