/** POST /mutate. */
import type { MutationRequest } from '../../dql/mutation/ast';
import { parseJsonMutation, parseRdfMutation } from '../../dql';
import type { MutateAnswer } from '../requests';
import { goString } from './exchange';
import { latencyJson, totalOf, transactionJson } from './extensions';
import { messageOf } from '../failures';
import { requireMediaType, type Handler } from './handler';
import { boolean, unsigned } from './parameters';

const TYPES = ['application/json', 'application/rdf'];
const ACCEPTED = 'application/json, application/rdf';

/** New nodes of JSON objects without a uid are `dg.<run>.<n>`: different in each run of the server, as Dgraph's are. */
const run = Math.floor(Math.random() * 2 ** 32);
let labelled = 0;
const labels = (): string => `dg.${run}.${++labelled}`;

export const handleMutate: Handler = async (exchange, { engine, logger }) => {
  const { parameters } = exchange;
  const commitNow = boolean(parameters, 'commitNow');
  const startTs = unsigned(parameters, 'startTs');
  const type = requireMediaType(exchange, TYPES, ACCEPTED);
  const body = await exchange.body();
  let answer: MutateAnswer;
  try {
    const request: MutationRequest =
      type === 'application/json' ? parseJsonMutation(body, { labels }) : parseRdfMutation(body);
    answer = await engine.mutate(request, startTs, commitNow);
  } catch (error) {
    return exchange.failWithData('ErrorInvalidRequest', messageOf(error, logger));
  }
  exchange.setHeader('Dgraph-TouchedUids', String(totalOf(answer.counts) + answer.cost));
  await exchange.json(answerJson(answer));
};

function answerJson({ queries, newNodes, startTs, commitTs, keys, predicates, latency }: MutateAnswer): string {
  const uids = newNodes
    ? `{${[...newNodes]
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([label, uid]) => `${goString(label)}:"0x${uid.toString(16)}"`)
        .join(',')}}`
    : 'null';
  return (
    `{"data":{"code":"Success","message":"Done","queries":${queries ?? 'null'},"uids":${uids}},` +
    `"extensions":{"server_latency":${latencyJson(latency)},` +
    `"txn":${transactionJson({ startTs, commitTs, keys, predicates })}}}`
  );
}
