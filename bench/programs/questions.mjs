/**
 * Clients that ask questions in words: first to warm up, then for the measured time. Each client asks a question, waits
 * for the answer, and asks the next one.
 *
 * Task: {url, module, questions, chat, clients, warmSeconds, seconds}. With `chat` each question begins a conversation,
 * and the time to its first event is measured. Result: {value: p95, p50, p95 (milliseconds), answers, refused}.
 * `refused` counts the questions that were refused because of too many concurrent ones; they count nowhere else.
 */
import { Buffer } from 'node:buffer';
import * as http from 'node:http';
import { text } from 'node:stream/consumers';
import { quantile } from '../harness/stats.mjs';

const task = JSON.parse(await text(process.stdin));
const { hostname, port } = new URL(task.url);
const agent = new http.Agent({ keepAlive: true, maxSockets: task.clients });
const database = '/api/v1/databases/default';
let number = 0;

/** Asks one question; returns milliseconds, or undefined if it was refused. */
function ask() {
  const mine = number++;
  const question = task.questions[mine % task.questions.length];
  const path = task.chat
    ? `${database}/chat/conversations/bench-${process.pid}-${mine}/messages`
    : `${database}/retrieve`;
  const payload = JSON.stringify({ question, module: task.module });
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, hostname, port, path, method: 'POST', headers }, (response) => {
      let whole = '';
      let first;
      response.setEncoding('utf8').on('data', (chunk) => {
        whole += chunk;
        // An event ends with an empty line.
        if (first === undefined && whole.includes('\n\n')) first = performance.now() - from;
      });
      response.on('end', () => {
        const isWhole = task.chat ? whole.includes('event: done') : whole.includes('"answer"');
        if (response.statusCode === 503) resolve(undefined);
        else if (response.statusCode !== 200 || !isWhole) {
          reject(new Error(`${response.statusCode} ${whole.slice(0, 500)}`));
        } else resolve(task.chat ? first : performance.now() - from);
      });
      response.on('error', reject);
    });
    request.on('error', reject);
    request.end(payload);
  });
}

async function measure(seconds) {
  const until = performance.now() + seconds * 1000;
  const times = [];
  let refused = 0;
  const client = async () => {
    do {
      const time = await ask();
      if (time === undefined) refused++;
      else times.push(time);
    } while (performance.now() < until);
  };
  await Promise.all(Array.from({ length: task.clients }, client));
  return { times, refused };
}

await measure(task.warmSeconds);
const { times, refused } = await measure(task.seconds);
agent.destroy();
const p95 = quantile(times, 0.95);
process.stdout.write(JSON.stringify({ value: p95, p50: quantile(times, 0.5), p95, answers: times.length, refused }));
