/** The example of the animals, loaded as a client does. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { root } from '../pages';

const read = (name: string): string => readFileSync(path.join(root, 'ontologies', name), 'utf8');

/** @param headers further headers, as that of a key */
export async function loadExample(url: string, headers: Readonly<Record<string, string>> = {}): Promise<void> {
  await send(`${url}/ontology`, { ...headers, 'Content-Type': 'text/turtle' }, read('animals.ttl'));
  const type = { ...headers, 'Content-Type': 'application/json' };
  await send(`${url}/mutate?commitNow=true`, type, read('animals.data.json'));
}

async function send(address: string, headers: Readonly<Record<string, string>>, body: string): Promise<void> {
  const response = await fetch(address, { method: 'POST', headers, body });
  const text = await response.text();
  if (!response.ok || text.startsWith('{"errors"')) throw new Error(`${address}: ${text}`);
}
