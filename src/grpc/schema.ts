/** Method Alter: changes of the schema, and drops. */
import { create, toBinary } from '@bufbuild/protobuf';
import { OwlgateError } from '../errors';
import { changeSchema, MAX_SCHEMA_BYTES } from '../http/shared';
import { readChange } from './answers';
import { readMessage, sendToEngine, type Call } from './call';
import { Operation_DropOp, OperationSchema, PayloadSchema, type Operation } from './protocol/dgraph_pb';

export async function handleAlter(message: Buffer, call: Call): Promise<Uint8Array> {
  const operation = readMessage(OperationSchema, message);
  const body = bodyOf(operation);
  if (body.length > MAX_SCHEMA_BYTES) throw new OwlgateError('BodyTooLarge', { limit: MAX_SCHEMA_BYTES });
  const parameters = new URLSearchParams(operation.runInBackground ? { runInBackground: 'true' } : {});
  const { services, credentials } = call;
  const send = () => sendToEngine({ path: '/alter', parameters, type: 'text/plain', body }, call);
  readChange(await changeSchema(body, credentials, services, send), services.engine.url);
  return toBinary(PayloadSchema, create(PayloadSchema));
}

/** Returns the operation as the JSON that /alter reads. */
function bodyOf({ schema, dropAttr, dropAll, dropOp, dropValue }: Operation): string {
  return JSON.stringify({
    ...(schema !== '' && { schema }),
    ...(dropAttr !== '' && { drop_attr: dropAttr }),
    ...(dropAll && { drop_all: true }),
    ...(dropOp !== Operation_DropOp.NONE && { drop_op: Operation_DropOp[dropOp] ?? dropOp }),
    ...(dropValue !== '' && { drop_value: dropValue }),
  });
}
