/**
 * Clients that send a request, wait for the answer, and repeat: first to warm up, then for the measured time.
 *
 * Task: {url, path, type, requests, then, clients, warmSeconds, seconds}. `requests` names the requests and their
 * parameters: {kind, …} as in requests.mjs. `then` {path, type, requests} is optional and sent after each request; both
 * count as one. `client` is optional and names the client of clients.mjs that sends them. Result: {value: answers a
 * second, p50, p95 (milliseconds), answers, sent, bytes}.
 */
import { Buffer } from 'node:buffer';
import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { rateOf } from '../harness/clients.mjs';
import { makeRequests } from './requests.mjs';

const task = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(task.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: task.clients });
const steps = [task, ...(task.then ? [task.then] : [])].map((step) => ({ ...step, body: makeRequests(step.requests) }));
const send = task.client === undefined ? exchange : (await import('./clients.mjs')).clients[task.client](task.url);
let number = 0;

/** Sends the requests that count as one; returns the number of received bytes. */
async function ask() {
  const mine = number++;
  let bytes = 0;
  for (const step of steps) bytes += (await send(step, step.body(mine))) ?? 0;
  return bytes;
}

/** Sends one request; returns the number of received bytes. */
function exchange({ path, type }, payload) {
  const headers = { 'content-type': type, 'content-length': Buffer.byteLength(payload) };
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
      let bytes = 0;
      let first;
      response.on('data', (chunk) => {
        first ??= chunk;
        bytes += chunk.length;
      });
      response.on('end', () => {
        // Answers with errors begin with them.
        if (response.statusCode === 200 && first?.includes('"data"') && !first.includes('"errors"')) resolve(bytes);
        else reject(new Error(`${response.statusCode} ${String(first).slice(0, 500)}`));
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(payload);
  });
}

const result = await rateOf(task, ask);
agent.destroy();
process.stdout.write(JSON.stringify(result));
