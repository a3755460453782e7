/** /graphql: GraphQL over the schema in force. */
import { parametersOf } from '../../graphql/request';
import type { Handler } from './handler';

export const handleGraphql: Handler = async (call, { graphql }) => {
  if (call.method === 'OPTIONS') {
    // As in Dgraph, pages may send the headers that the schema reads.
    call.allowHeaders(await graphql.headerNames());
    return call.json('');
  }
  const request = {
    method: call.method,
    contentType: call.header('content-type'),
    parameters: parametersOf(call.target),
    body: call.method === 'POST' ? await call.body() : '',
    headers: call.headers,
  };
  const { json, status, contentType } = await graphql.respond(request, call.header('accept'), call.abandoned);
  await call.json(json, status, contentType);
};
