/** `owlgate mutate`: a write with its entailed facts, or a dry run of it. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { readInput } from '../input';
import { GATEWAY_OPTIONS, GATEWAY_STATUS } from '../gateway/options';
import type { CommandSpecification } from '../specification';
import { factText, type Fact } from '../gateway/proofs';
import { table } from '../terminal/table';
import type { Terminal } from '../terminal/terminal';
import { cleanLine } from '../terminal/text';
import { bodyOf, FORMATS } from './mutation-body';

export const MUTATE = {
  name: 'mutate',
  summary: 'write, and show the inferred facts',
  usage: ['[options] MUTATION | FILE | -'],
  text: `Takes the formats of POST /mutate: Dgraph's JSON and RDF, with upsert blocks, Turtle and N-Triples. Bare
statements and JSON nodes are set, or deleted with --delete. An operand with a {, with a full stop at its end, or that
begins as statements do (<…>, _:…) is a mutation, any other a file name; without operand, standard input is read. A
write that contradicts the ontology is refused, with the proof.`,
  options: {
    file: { type: 'string', short: 'f', takes: 'FILE', completes: 'file', meaning: 'file with the mutation' },
    format: {
      type: 'string',
      takes: 'FORMAT',
      values: FORMATS,
      meaning: `${FORMATS.join(', ')} (default: by the file name or the content)`,
    },
    delete: { type: 'boolean', default: false, meaning: 'deletes bare statements or nodes' },
    'dry-run': {
      type: 'boolean',
      short: 'n',
      default: false,
      meaning: 'writes nothing; shows the effects of the write',
    },
    ...GATEWAY_OPTIONS,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the answer unchanged' },
  },
  operands: 'file',
  examples: [
    [`mutate '_:rex <graph.type> "Dog" .'`, ''],
    [`mutate '{ "set": { "name": "Ada", "hasPet": { "graph.type": "Dog", "name": "Rex" } } }'`, ''],
    ['mutate --dry-run people.ttl', 'shows the inferred facts'],
    [`mutate --delete '<0x5> <name> * .'`, ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

const parse = (args: readonly string[]) => parseCommandLine(args, MUTATE.options);

interface MutateArguments {
  readonly values: ReturnType<typeof parse>['values'];
  readonly operand: string | undefined;
}

interface Answer {
  readonly data?: { readonly uids?: Readonly<Record<string, string>>; readonly queries?: unknown };
  readonly extensions?: { readonly ontology?: Outcome };
}

interface Outcome {
  readonly dryRun?: boolean;
  readonly asserted?: number;
  readonly inferred?: number;
  readonly retracted?: number;
  readonly removed?: number;
  readonly stillEntailed?: readonly Fact[];
  readonly facts?: {
    readonly inferred?: readonly Fact[];
    readonly retracted?: readonly Fact[];
    readonly removed?: readonly Fact[];
  };
  readonly truncated?: boolean;
  readonly warnings?: readonly { readonly message: string }[];
  readonly deleted?: {
    readonly nodes: number;
    readonly incoming: number;
    readonly edges?: readonly Fact[];
    readonly truncated?: boolean;
  };
}

/** True for text with a brace, with a full stop at its end, or that begins with a node as statements do. */
const isMutation = (operand: string): boolean => /\{|\s\.\s*$|^\s*(?:<|_:|@prefix\b)/.test(operand);

export const mutate = gatewayCommand<MutateArguments>({
  specification: MUTATE,
  read(args) {
    const { values, positionals } = parse(args);
    return { values, operand: operands(positionals, 1, 'one mutation')[0] };
  },
  async run({ values, operand }, { stdin, gateway, print, terminal }) {
    const input = await readInput({ operand, file: values.file }, stdin, isMutation, 'a mutation');
    const text = input.bytes.toString('utf8');
    if (text.trim() === '') throw new UsageError('the mutation is empty');
    const { body, type } = bodyOf(text, { format: values.format, file: input.file, isDelete: values.delete });
    const answer = await gateway.send({
      method: 'POST',
      path: '/mutate',
      parameters: values['dry-run'] ? { dryRun: true } : { commitNow: true },
      headers: { 'Content-Type': type },
      body,
    });
    await print(
      values.json ? `${answer.text.trimEnd()}\n` : outcomeText(gateway.parse(answer.text) as Answer, terminal),
    );
    return undefined;
  },
});

const count = (n: number, noun: string): string => `${n.toLocaleString('en')} ${noun}`;

const plural = (n: number, noun: string): string => count(n, n === 1 ? noun : `${noun}s`);

function outcomeText({ data, extensions }: Answer, terminal: Terminal): string {
  const { style } = terminal;
  const outcome = extensions?.ontology;
  const uids = Object.entries(data?.uids ?? {});
  const isDry = outcome?.dryRun === true;
  const head = isDry ? style.yellow('dry run: nothing was written') : style.green('written');
  const counts = outcome
    ? [
        count(outcome.asserted ?? 0, 'asserted'),
        count(outcome.inferred ?? 0, 'inferred'),
        count(outcome.retracted ?? 0, 'retracted'),
      ].join(', ')
    : 'no ontology was concerned';
  const { facts = {}, stillEntailed = [], truncated, deleted, warnings = [] } = outcome ?? {};
  const listed = new Set([...(facts.retracted ?? []), ...(facts.removed ?? [])].map(factText));
  const isNew = (fact: Fact): boolean => !listed.has(factText(fact));
  const lines = (sign: string, paint: (text: string) => string, all: readonly Fact[] = [], note: string): string =>
    all.map((fact) => `${paint(sign)} ${factText(fact)}   ${style.dim(note)}\n`).join('');
  return [
    `${head}: ${counts}\n`,
    ...warnings.map(({ message }) => `${style.yellow('warning:')} ${cleanLine(message)}\n`),
    lines('+', style.green, facts.inferred, 'inferred'),
    lines('-', style.red, facts.retracted, 'inferred'),
    lines('-', style.red, facts.removed, 'asserted'),
    lines('=', style.yellow, stillEntailed, 'still entailed'),
    truncated ? 'and more\n' : '',
    deleted ? `deleted: ${plural(deleted.nodes, 'node')}, with ${plural(deleted.incoming, 'incoming edge')}\n` : '',
    lines('-', style.red, deleted?.edges?.filter(isNew), 'incoming edge'),
    deleted?.truncated ? 'and more\n' : '',
    uids.length === 0 || isDry
      ? ''
      : `\n${table(
          ['node', 'uid'],
          uids.map(([label, uid]) => [cleanLine(label), uid]),
          terminal,
        )}`,
  ].join('');
}
