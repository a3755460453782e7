/**
 * Time for finding the handler of a request, in microseconds, without a network.
 *
 * Task: {way: "table" | "express", method, target}. Result: {value}: the lowest mean of many short batches, because
 * other work on the machine can only add time.
 */
import * as http from 'node:http';
import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';

const require = createRequire(import.meta.url);
const express = require('express');
const { findRoute, ROUTES } = require('../../dist/http/routes');

const BATCHES = 300;
const BATCH = 200;

const { way, method, target } = JSON.parse(await text(process.stdin));
const path = target.split('?')[0];
let handled = 0;
const handler = () => void handled++;

/** An Express application with every route of the table. */
function application() {
  const all = express();
  all.enable('case sensitive routing');
  all.enable('strict routing');
  all.set('query parser', false);
  for (const { path: at, subtree } of ROUTES) {
    all.all(at, handler);
    if (subtree) all.all(`${at === '/' ? '' : at}/*below`, handler);
  }
  return all;
}

const byTable = (request, response) => findRoute(path) && handler(request, response);
const dispatch = way === 'express' ? application() : byTable;
const socket = new Socket();

function exchange() {
  const request = Object.assign(new http.IncomingMessage(socket), { method, url: target });
  return [request, new http.ServerResponse(request)];
}

let value = Infinity;
for (let batch = 0; batch < BATCHES; batch++) {
  const exchanges = Array.from({ length: BATCH }, exchange);
  const started = performance.now();
  for (const [request, response] of exchanges) dispatch(request, response);
  value = Math.min(value, ((performance.now() - started) * 1000) / BATCH);
}
if (handled !== BATCHES * BATCH) throw new Error(`${handled} requests were handled`);
process.stdout.write(JSON.stringify({ value }));
