/** Client of a request, as records name it: the account of a load, and the owner of an import or a stored answer. */
import type { IncomingMessage } from 'node:http';
import { clientOf, namespaceOf, userOf, usesGatewayLogin, type Credentials } from '../dgraph';
import type { LoadRequest } from '../materialize';
import { callerOf } from './auth/caller';
import type { Services } from './services';

interface Said {
  readonly from?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Returns the account. The client is the user of a cluster with access control, else the key, else the address. A load
 * needs a member of the group guardians, so the engine has checked the token.
 */
export function accountOf(
  request: IncomingMessage,
  { engine, addressOf }: Services,
  { from, message }: Said,
): NonNullable<LoadRequest['account']> {
  const credentials = clientOf(request.headers, engine);
  const user = engine.identity && !usesGatewayLogin(credentials) ? userOf(credentials) : undefined;
  const { name } = callerOf(request);
  const by = user !== undefined ? `user ${user}` : name !== undefined ? `key ${name}` : `address ${addressOf(request)}`;
  return { by, from: from === undefined ? [] : [from], ...(message !== undefined && { message }) };
}

/**
 * Returns the parts that identify the owner of a record: API key, and user and namespace of a cluster with access
 * control. All are empty for clients without either.
 */
export function ownerOf(request: IncomingMessage, credentials: Credentials | undefined): readonly string[] {
  const { name = '' } = callerOf(request);
  return [name, userOf(credentials) ?? '', String(namespaceOf(credentials) ?? '')];
}
