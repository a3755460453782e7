/** `owlgate query`: sends DQL or GraphQL to a gateway. */
import { parseLossless } from '../../util/json';
import { gatewayCommand, type GatewayContext } from '../gateway/command';
import { readInput } from '../input';
import { QUERY, readQueryArguments, type QueryArguments } from './query-options';
import { answerText } from './rows';

interface Answer {
  readonly data?: unknown;
  readonly extensions?: { readonly server_latency?: { readonly total_ns?: number } };
}

const isQuery = (operand: string): boolean => operand.includes('{');

export const query = gatewayCommand<QueryArguments>({
  specification: QUERY,
  read: readQueryArguments,
  async run({ values, operand, variables }, context) {
    const { stdin, gateway, print, say, terminal } = context;
    const { bytes } = await readInput({ operand, file: values.file }, stdin, isQuery, 'a query');
    const { text } = await gateway.send(requestOf(bytes.toString('utf8'), { values, variables }));
    // Unparsed, so that 64-bit integers are not rounded.
    if (values.json) await print(`${text.trimEnd()}\n`);
    else await print(dataText(text, values.tree, terminal));
    if (values.latency) {
      const nanoseconds = (parseLossless(text) as Answer).extensions?.server_latency?.total_ns;
      if (nanoseconds !== undefined) say(`${(nanoseconds / 1e6).toFixed(2)} ms in the engine`);
    }
    return undefined;
  },
});

function requestOf(text: string, { values, variables }: Pick<QueryArguments, 'values' | 'variables'>) {
  const asJson = (path: string, body: object) => ({
    method: 'POST' as const,
    path,
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  });
  if (values.graphql) {
    const operationName = values.operation;
    return asJson('/graphql', {
      query: text,
      ...(variables && { variables }),
      ...(operationName !== undefined && { operationName }),
    });
  }
  if (variables) return asJson('/query', { query: text, variables });
  return { method: 'POST' as const, path: '/query', headers: { 'Content-Type': 'application/dql' }, body: text };
}

function dataText(text: string, isTree: boolean, terminal: GatewayContext['terminal']): string {
  const { data } = parseLossless(text) as Answer;
  return answerText(data, { terminal, isTree });
}
