/** Command line of `owlgate query`. */
import { parseCommandLine, UsageError } from '../command';
import { operands } from '../gateway/command';
import { GATEWAY_OPTIONS, GATEWAY_STATUS } from '../gateway/options';
import type { CommandSpecification } from '../specification';

export const QUERY = {
  name: 'query',
  summary: 'run a DQL or GraphQL query; print a table or a tree',
  usage: ['[options] QUERY | FILE | -'],
  text: `An operand with a { is a query, any other a file name; without operand, standard input is read. Flat nodes are printed as a
table, others as a tree. DQL only reads; GraphQL may have mutations.`,
  options: {
    file: { type: 'string', short: 'f', takes: 'FILE', completes: 'file', meaning: 'file with the query' },
    graphql: { type: 'boolean', short: 'g', default: false, meaning: 'the query is GraphQL' },
    var: {
      type: 'string',
      multiple: true,
      takes: 'NAME=VALUE',
      meaning: 'a variable; may be repeated. In GraphQL a value is JSON if it can be parsed as JSON, else text',
    },
    vars: { type: 'string', takes: 'JSON', meaning: 'variables as a JSON object' },
    operation: { type: 'string', takes: 'NAME', meaning: 'name of the GraphQL operation to run' },
    tree: { type: 'boolean', default: false, meaning: 'prints everything as a tree' },
    latency: { type: 'boolean', default: false, meaning: "prints the engine's time on standard error" },
    ...GATEWAY_OPTIONS,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the answer unchanged' },
  },
  operands: 'file',
  examples: [
    [`query '{ q(func: has(name), first: 10) { uid name graph.type } }'`, ''],
    [`query --var 'name=Ada' 'query q($name: string) { q(func: eq(name, $name)) { name hasPet { name } } }'`, ''],
    ['query --graphql --var first=3 pets.graphql', ''],
    ['query --json < adults.dql | jq .data', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

export interface QueryArguments {
  readonly values: ReturnType<typeof parseCommandLine<typeof QUERY.options>>['values'];
  readonly operand: string | undefined;
  readonly variables: Readonly<Record<string, unknown>> | undefined;
}

/** @throws UsageError */
export function readQueryArguments(args: readonly string[]): QueryArguments {
  const { values, positionals } = parseCommandLine(args, QUERY.options);
  const [operand] = operands(positionals, 1, 'one query');
  if (values.operation !== undefined && !values.graphql) throw new UsageError('--operation goes with --graphql');
  return { values, operand, variables: variablesOf(values.vars, values.var, values.graphql) };
}

/**
 * Reads variables. In DQL names begin with `$` and values are text; in GraphQL names have no `$` and values are JSON.
 */
function variablesOf(
  json: string | undefined,
  pairs: readonly string[] = [],
  isGraphql: boolean,
): QueryArguments['variables'] {
  if (json === undefined && pairs.length === 0) return undefined;
  const all = Object.entries(json === undefined ? {} : objectOf(json));
  for (const pair of pairs) {
    const equals = pair.indexOf('=');
    if (equals < 1) throw new UsageError(`--var ${pair}: NAME=VALUE is expected`);
    const value = pair.slice(equals + 1);
    all.push([pair.slice(0, equals), isGraphql ? jsonOrText(value) : value]);
  }
  return Object.fromEntries(
    all.map(([name, value]) => {
      const bare = name.replace(/^\$/, '');
      if (isGraphql) return [bare, value];
      return [`$${bare}`, typeof value === 'string' ? value : JSON.stringify(value)];
    }),
  );
}

function objectOf(text: string): Record<string, unknown> {
  const value = jsonOrText(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new UsageError(`--vars ${text}: a JSON object is expected`);
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
