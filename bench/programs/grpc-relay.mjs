/**
 * Relay of api.Dgraph for suites of clients, `grpc-relay.mjs TASK`: passes messages on as they are, except that it can
 *
 * - answer logins, for suites that log in everywhere, before an engine without access control;
 * - load an ontology after each drop of all data, which puts it out of force.
 *
 * TASK: JSON {port, target, answersLogins, ontology: {file, url, login}}; the members after `target` may be absent.
 */
import { readFileSync } from 'node:fs';
import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, Server, ServerCredentials } from '@grpc/grpc-js';
import {
  Dgraph,
  JwtSchema,
  OperationSchema,
  Operation_DropOp,
  ResponseSchema,
} from '../../dist/grpc/protocol/dgraph_pb.js';
import { ask } from '../harness/wire.mjs';

const { port, target, answersLogins = false, ontology } = JSON.parse(process.argv[2]);
const UNLIMITED = { 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 };
const client = new Client(target, credentials.createInsecure(), UNLIMITED);
const identity = (bytes) => bytes;

const jwt = toBinary(JwtSchema, create(JwtSchema, { accessJwt: 'e30.e30.e30', refreshJwt: 'e30.e30.e30' }));
const LOGGED_IN = Buffer.from(toBinary(ResponseSchema, create(ResponseSchema, { json: jwt })));

const dropsAll = (message) => {
  const { dropAll, dropOp } = fromBinary(OperationSchema, message);
  return dropAll || dropOp === Operation_DropOp.ALL;
};

/** Metadata without the token of an answered login. */
function passedOn(metadata) {
  const passed = metadata.clone();
  if (answersLogins) passed.remove('accessjwt');
  passed.remove('user-agent');
  return passed;
}

async function load() {
  const { url, file, login } = ontology;
  const body = readFileSync(file, 'utf8');
  const token = login && (await ask(`${url}/login`, { body: JSON.stringify(login) })).data.accessJWT;
  await ask(`${url}/ontology`, { type: 'text/turtle', body, headers: token && { 'X-Dgraph-AccessToken': token } });
}

function handle(name) {
  const path = `/${Dgraph.typeName}/${name}`;
  return (call, callback) => {
    if (answersLogins && name === 'Login') return callback(null, LOGGED_IN);
    const deadline = call.getDeadline();
    const sent = client.makeUnaryRequest(
      path,
      identity,
      identity,
      call.request,
      passedOn(call.metadata),
      { deadline },
      async (failure, answer) => {
        if (failure) return callback({ code: failure.code, details: failure.details, metadata: failure.metadata });
        if (ontology && name === 'Alter' && dropsAll(call.request)) await load();
        callback(null, answer);
      },
    );
    call.on('cancelled', () => sent.cancel());
  };
}

const server = new Server(UNLIMITED);
for (const { name, methodKind } of Dgraph.methods) {
  if (methodKind === 'unary') server.register(`/${Dgraph.typeName}/${name}`, handle(name), identity, identity, 'unary');
}
if (ontology) await load();
await new Promise((resolve, reject) =>
  server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error) =>
    error ? reject(error) : resolve(),
  ),
);
process.stdout.write('ready\n');
process.on('SIGTERM', () => process.exit(0));
