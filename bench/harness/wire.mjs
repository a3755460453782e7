/** HTTP requests that benchmarks make but do not measure. */

/** @returns {Promise<any>} the answer's JSON @throws Error with the server's message */
export async function ask(url, { method = 'POST', type = 'application/json', body, headers } = {}) {
  const typed = body === undefined ? { headers } : { body, headers: { 'content-type': type, ...headers } };
  const response = await fetch(url, { method, ...typed });
  const text = await response.text();
  const answer = JSON.parse(text);
  if (!response.ok || answer.errors) throw new Error(`${url}: ${response.status} ${text.slice(0, 500)}`);
  return answer;
}

export const query = (url, text) => ask(`${url}/query`, { type: 'application/dql', body: text });
export const mutate = (url, rdf) =>
  ask(`${url}/mutate?commitNow=true`, { type: 'application/rdf', body: `{ set {\n${rdf}\n} }` });
export const remove = (url, rdf) =>
  ask(`${url}/mutate?commitNow=true`, { type: 'application/rdf', body: `{ delete {\n${rdf}\n} }` });
export const askGraphql = (url, text) => ask(`${url}/graphql`, { body: JSON.stringify({ query: text }) });
export const loadOntology = (url, turtle, parameters = '') =>
  ask(`${url}/ontology${parameters}`, { type: 'text/turtle', body: turtle });

/** Repeats refused schema changes: Dgraph refuses them while transactions are open, and for a moment afterwards. */
export async function alter(url, operation) {
  const body = typeof operation === 'string' ? operation : JSON.stringify(operation);
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(`${url}/alter`, { body });
    } catch (error) {
      if (attempt === 50 || !/pending transactions|retry/i.test(error.message)) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** @returns {Promise<void>} when the server reports good health */
export async function untilHealthy(url, { child, patienceMs = 60_000 } = {}) {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok && (await answer.text()).includes('healthy')) return;
    if (child && child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it was ready`);
    if (Date.now() > deadline) throw new Error(`${url} is not ready`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
