/** POST /query. */
import type { QueryRequest } from '../requests';
import type { Call } from './call';
import { messageOf } from '../failures';
import { requireMediaType, type Handler } from './handler';
import { queryAnswerText, readQueryParameters, readQueryText, touchedUids } from './query-form';

const TYPES = ['application/json', 'application/graphql+-', 'application/dql'];
const ACCEPTED = 'application/json, application/graphql+-,application/dql';

export const handleQuery: Handler = async (call, { engine, logger }) => {
  const request = await readRequest(call);
  let answer;
  try {
    answer = await engine.answer(request, call.abandoned);
  } catch (error) {
    return call.failWithData('ErrorInvalidRequest', messageOf(error, logger));
  }
  call.setHeader('Dgraph-TouchedUids', touchedUids(answer));
  await call.json(queryAnswerText(answer));
};

async function readRequest(call: Call): Promise<QueryRequest> {
  const parameters = readQueryParameters(call.parameters);
  const type = requireMediaType(call, TYPES, ACCEPTED);
  return { ...readQueryText(type === 'application/json', await call.body()), ...parameters };
}
