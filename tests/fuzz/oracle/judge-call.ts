/** Judgement of the end of a gRPC call. */
import type { CallEnd } from '../wire/grpc';
import type { FuzzRequest } from '../wire/request';
import { FAULTS } from './judge';

export const LAST_STATUS = 16;
export const INTERNAL = 13;
/** Refusals of grpc-js, and of an alpha that a message was passed on to, with the status INTERNAL. */
export const OTHERS = /^(?:Invalid grpc-timeout value|grpc: error unmarshalling request)/;

/** Everything that is wrong with the end of a call; nothing for one that is in order. */
export function judgeCall({ target, body }: FuzzRequest, { httpStatus, status, message }: CallEnd): string[] {
  // A stream is reset, and a connection ended, if frames or metadata are not those of a call.
  if (httpStatus === undefined && status === undefined) return [];
  if (status === undefined) return httpStatus === 200 ? ['a call ended without a status'] : [];
  if (!(status >= 0 && status <= LAST_STATUS)) return [`unknown status ${status}`];
  // grpc-js reads the messages of health and reflection.
  const isOurs = target.startsWith('/api.Dgraph/') && !OTHERS.test(message);
  if (status === INTERNAL && isOurs) return [`INTERNAL: ${message}`];
  const words = FAULTS.exec(message)?.[0];
  if (words === undefined || `${target} ${body.toString('latin1')}`.includes(words)) return [];
  return [`words of a fault: ${message.slice(0, 500)}`];
}
