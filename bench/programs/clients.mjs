/**
 * HTTP clients of an engine by name: functions from a URL to a function that sends a request and reads the answer. All
 * clients parse the answer, as the gateway does with answers that it uses itself.
 */
import { DgraphClient, DgraphClientStub } from 'dgraph-js-http';
import { connectEngine } from '../../dist/dgraph/index.js';

export const clients = {
  /** owlgate's client. */
  owlgate(url) {
    const engine = connectEngine({ urls: [url], kind: 'cluster' });
    return async ({ path }, body) => {
      await (path.startsWith('/mutate')
        ? engine.mutate(body, { contentType: 'application/rdf', commitNow: true })
        : engine.query(body));
    };
  },

  'dgraph-js-http'(url) {
    const client = new DgraphClient(new DgraphClientStub(url));
    return async ({ path }, body) => {
      await (path.startsWith('/mutate')
        ? client.newTxn().mutate({ mutation: body, commitNow: true })
        : client.newTxn({ readOnly: true }).query(body));
    };
  },

  /** fetch of Node, which is undici. */
  fetch(url) {
    return async ({ path, type }, body) => {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': type }, body });
      const answer = JSON.parse(await response.text());
      if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    };
  },
};
