/** Gateway to ask: a running one, or one started as users start it, on an empty data directory. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { end, freePort, root, start } from '../harness/child.mjs';
import { untilHealthy } from '../harness/wire.mjs';

/** Settings that would lead the gateway to another engine's data. */
const NOT_OURS = ['DGRAPH_URL', 'OWLGATE_DATA', 'PORT'];

/**
 * Starts a gateway with this process's settings of models, embeddings and budgets.
 *
 * @param {string} [dgraphUrl] Dgraph behind the gateway; by default the embedded engine on a new
 * directory
 * @returns {Promise<{url: string, stop(): Promise<void>}>}
 */
export async function startGateway(dgraphUrl) {
  const directory = mkdtempSync(path.join(tmpdir(), 'owlgate-eval-'));
  const port = await freePort();
  const settings = Object.fromEntries(Object.entries(process.env).filter(([name]) => !NOT_OURS.includes(name)));
  const engine = dgraphUrl === undefined ? { OWLGATE_DATA: directory } : { DGRAPH_URL: dgraphUrl };
  const child = start(process.execPath, [path.join(root, 'dist', 'main.js')], {
    env: { LOG_LEVEL: 'error', ...settings, PORT: String(port), ...engine },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  await untilHealthy(url, { child });
  return {
    url,
    stop: async () => {
      await end(child);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Loads a world through the gateway's own endpoints.
 *
 * @param {{url: string, database: string, key?: string}} target
 * @param {ReturnType<import('./world.mjs').readWorld>} world
 */
export async function load(target, { ontology, schema, facts, documents }) {
  const { url, database } = target;
  await post(target, `${url}/ontology`, 'text/turtle', ontology);
  if (schema !== undefined) await post(target, `${url}/alter`, 'application/dql', schema);
  await post(target, `${url}/mutate?commitNow=true`, 'text/turtle', facts);
  const body = JSON.stringify({ documents: documents.map((each) => ({ ...each, media_type: 'text/markdown' })) });
  const address = `${url}/api/v1/databases/${encodeURIComponent(database)}/documents`;
  const { failed } = await post(target, address, 'application/json', body);
  if (failed !== 0) throw new Error(`${failed} documents were not taken`);
}

/** @returns {Promise<any>} the service's answer to one question */
export function retrieve(target, question, module) {
  const address = `${target.url}/api/v1/databases/${encodeURIComponent(target.database)}/retrieve`;
  return post(target, address, 'application/json', JSON.stringify({ question, module }));
}

async function post({ key }, address, type, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': type, ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body,
  });
  const text = await response.text();
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    // The answer's text names the error.
  }
  if (!response.ok || answer === undefined || answer.errors) {
    throw new Error(`${address} answered ${response.status}: ${text.slice(0, 500)}`);
  }
  return answer;
}
