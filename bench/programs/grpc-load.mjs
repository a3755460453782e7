/** Clients of api.Dgraph that send one query over and over; stdin has the task, stdout gets the rate. */
import { text } from 'node:stream/consumers';
import { create, toBinary } from '@bufbuild/protobuf';
import { RequestSchema } from '../../dist/grpc/protocol/dgraph_pb.js';
import { rateOf } from '../harness/clients.mjs';
import { leanClient } from '../harness/lean-grpc.mjs';

const task = JSON.parse(await text(process.stdin));
const message = Buffer.from(toBinary(RequestSchema, create(RequestSchema, { query: task.query, readOnly: true })));
const open = () => leanClient(task.address, '/api.Dgraph/Query', message);
const clients = await Promise.all(Array.from({ length: task.clients }, open));
const result = await rateOf(task, (index) => clients[index].ask());
for (const client of clients) client.close();
process.stdout.write(JSON.stringify(result));
