/** `owlgate explain`: prints proofs of a stored fact as trees. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, requireNumber } from '../gateway/command';
import { GATEWAY_OPTIONS, GATEWAY_STATUS } from '../gateway/options';
import { factText, proofBranch, type Fact, type Proof } from '../gateway/proofs';
import type { CommandSpecification } from '../specification';
import type { Terminal } from '../terminal/terminal';
import { cleanLine, counted } from '../terminal/text';
import { tree } from '../terminal/tree';

export const EXPLAIN = {
  name: 'explain',
  summary: 'prove a stored fact',
  usage: ['[options] SUBJECT PREDICATE OBJECT'],
  text: `SUBJECT is a uid (0x1), an IRI, or prefix:name with a prefix of the ontology; PREDICATE a Dgraph name, an IRI or prefix:name,
and graph.type for types; OBJECT a node, a class, or a value: plain text, "text"@en, "5"^^<datatype>. A proof is a tree: the
premises of each fact are below it, down to asserted facts.`,
  options: {
    max: { type: 'string', takes: 'N', meaning: 'maximum proofs, shortest first, 1 to 100 (default: 1)' },
    ...GATEWAY_OPTIONS,
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the proofs as JSON' },
  },
  examples: [
    ['explain 0x5 graph.type Animal', ''],
    ['explain --max 3 https://example.org/rex petOf https://example.org/ada', ''],
  ],
  status: GATEWAY_STATUS,
} as const satisfies CommandSpecification;

const parse = (args: readonly string[]) => parseCommandLine(args, EXPLAIN.options);

interface ExplainArguments {
  readonly values: ReturnType<typeof parse>['values'];
  readonly fact: { readonly subject: string; readonly predicate: string; readonly object: string };
}

interface Answer {
  readonly fact: Fact;
  readonly state: string;
  readonly complete: boolean;
  readonly note?: string;
  readonly proofs: readonly { readonly steps: number; readonly proof: Proof }[];
  readonly nodes?: Readonly<Record<string, string>>;
}

export const explain = gatewayCommand<ExplainArguments>({
  specification: EXPLAIN,
  read(args) {
    const { values, positionals } = parse(args);
    const [subject, predicate, object] = positionals;
    if (positionals.length !== 3) {
      throw new UsageError(`subject, predicate and object are expected, not ${positionals.length} operands`);
    }
    requireNumber('--max', values.max, 100);
    return { values, fact: { subject: subject!, predicate: predicate!, object: object! } };
  },
  async run({ values, fact }, { gateway, output, terminal }) {
    const answer = await gateway.json<Answer>({
      path: '/ontology/explain',
      parameters: { ...fact, max: values.max },
    });
    await output(answer, () => proofsText(answer, terminal));
    return undefined;
  },
});

function proofsText({ fact, state, complete, note, proofs, nodes = {} }: Answer, terminal: Terminal): string {
  const { style } = terminal;
  const trees = proofs.map(({ steps, proof }, i) => {
    const title = proofs.length === 1 ? '' : style.bold(`proof ${i + 1}, ${counted(steps, 'step')}\n`);
    return title + tree([proofBranch(proof, style)], terminal);
  });
  if (proofs.length === 0) trees.push(`${factText(fact)}   ${cleanLine(state)}\n`);
  const names = Object.entries(nodes).map(([uid, iri]) => `  ${uid} is <${cleanLine(iri)}>\n`);
  const remark = note ?? (complete ? undefined : 'there may be further and shorter proofs');
  return [
    trees.join('\n'),
    ...(names.length === 0 ? [] : [`\nwhere\n${names.join('')}`]),
    ...(remark === undefined ? [] : [`\n${style.yellow(`note: ${cleanLine(remark)}`)}\n`]),
  ].join('');
}
