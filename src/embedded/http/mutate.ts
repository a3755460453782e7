/** POST /mutate. */
import { DqlSyntaxError, parseJsonMutation, parseRdfMutation, refusalOfJson, refusalOfRdf } from '../../dql';
import { newNodesJson, type MutateAnswer } from '../requests';
import { latencyJson, totalOf, transactionJson } from './extensions';
import { messageOf } from '../failures';
import { requireMediaType, type Handler } from './handler';
import { boolean, unsigned } from '../../util/go-parameters';

const TYPES = ['application/json', 'application/rdf'];
const ACCEPTED = 'application/json, application/rdf';

/** Bytes of a body that takes long to parse. */
const LARGE_BODY = 2 ** 20;

/**
 * Labels of new nodes of JSON objects without a uid are `dg.<run>.<n>`; the run differs between starts, as in Dgraph.
 */
const newRun = (): number => Math.floor(Math.random() * 2 ** 32);
const run = newRun();
let labelCount = 0;
const labels = (): string => `dg.${run}.${++labelCount}`;

export const handleMutate: Handler = async (call, { engine, logger }) => {
  const { parameters } = call;
  const commitNow = boolean(parameters, 'commitNow');
  const startTs = unsigned(parameters, 'startTs');
  const isJson = requireMediaType(call, TYPES, ACCEPTED) === 'application/json';
  const bytes = await call.bytes();
  const body = { type: isJson ? 'json' : 'rdf', bytes, labels: `dg.${newRun()}.` } as const;
  let answer: MutateAnswer;
  try {
    if (bytes.length > LARGE_BODY && engine.hasThreads) {
      answer = await engine.mutateInSidePool(body, { startTs, commitNow, signal: call.abandoned });
    } else {
      const text = bytes.toString('utf8');
      const request = isJson ? parseJsonMutation(text, { labels }) : parseRdfMutation(text);
      answer = await engine.mutate(request, startTs, commitNow, { body, signal: call.abandoned });
    }
  } catch (error) {
    const refusal = error instanceof DqlSyntaxError ? refusalOf(isJson, bytes.toString('utf8')) : undefined;
    if (refusal?.isBeforehand) return call.fail('ErrorInvalidRequest', refusal.message);
    return call.failWithData('ErrorInvalidRequest', refusal?.message ?? messageOf(error, logger));
  }
  call.setHeader('Dgraph-TouchedUids', String(totalOf(answer.counts) + answer.cost));
  await call.json(answerJson(answer));
};

const refusalOf = (isJson: boolean, text: string) => (isJson ? refusalOfJson(text) : refusalOfRdf(text));

function answerJson(answer: MutateAnswer): string {
  const { queries, newNodes, newNodesText, startTs, commitTs, keys, predicates, latency } = answer;
  const uids = newNodesText ?? (newNodes ? newNodesJson(newNodes) : 'null');
  return (
    `{"data":{"code":"Success","message":"Done","queries":${queries ?? 'null'},"uids":${uids}},` +
    `"extensions":{"server_latency":${latencyJson(latency)},` +
    `"txn":${transactionJson({ startTs, commitTs, keys, predicates })}}}`
  );
}
