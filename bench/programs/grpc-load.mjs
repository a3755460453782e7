/** Clients of api.Dgraph that send one query over and over; stdin has the task, stdout gets the rate. */
import { text } from 'node:stream/consumers';
import { create, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { RequestSchema } from '../../dist/grpc/protocol/dgraph_pb.js';
import { rateOf } from '../harness/clients.mjs';

const task = JSON.parse(await text(process.stdin));
const message = Buffer.from(toBinary(RequestSchema, create(RequestSchema, { query: task.query, readOnly: true })));
const identity = (bytes) => bytes;
const client = new Client(task.address, credentials.createInsecure());
const ask = () =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest('/api.Dgraph/Query', identity, identity, message, new Metadata(), (error, answer) =>
      error ? reject(error) : resolve(answer.length),
    );
  });

const result = await rateOf(task, ask);
client.close();
process.stdout.write(JSON.stringify(result));
