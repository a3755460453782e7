/** `owlgate ontology violations`: prints contradictions among stored facts, with proofs and repairs. */
import { DONE, FAILED, parseCommandLine } from '../command';
import { gatewayCommand, operands, requireNumber } from '../gateway/command';
import { contradictionBranch, type Contradiction } from '../gateway/proofs';
import type { Terminal } from '../terminal/terminal';
import { cleanLine, counted, wrapAll } from '../terminal/text';
import { tree } from '../terminal/tree';
import { ONTOLOGY_VIOLATIONS } from './options';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_VIOLATIONS.options);

interface Violation {
  readonly message: string;
  readonly explanation?: Contradiction;
  readonly repairs?: Repairs;
}

interface Repairs {
  readonly complete: boolean;
  readonly sets: readonly {
    readonly facts: readonly { readonly subject: string; readonly predicate: string; readonly object: string }[];
    readonly retracted: number;
    readonly axioms?: readonly unknown[];
  }[];
}

interface Page {
  readonly violations: readonly Violation[];
  readonly truncated?: readonly string[];
  readonly next?: string;
}

const DEFAULT_FIRST = 100;
const MAX_FIRST = 100_000;
const PAGE_SIZE = 1_000;

export const ontologyViolations = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_VIOLATIONS,
  read(args) {
    const parsed = parse(args);
    operands(parsed.positionals, 0, 'no name');
    requireNumber('--first', parsed.values.first, MAX_FIRST);
    return parsed;
  },
  // No limit: the gateway scans all stored data.
  seconds: Infinity,
  async run({ values }, { gateway, output, stderr, terminal }) {
    const max = Number(values.first ?? DEFAULT_FIRST);
    const violations: Violation[] = [];
    const truncated = new Set<string>();
    let after: string | undefined;
    do {
      const first = Math.min(PAGE_SIZE, max - violations.length);
      const parameters = { first, after, ...(values.repairs && { repairs: 'true' }) };
      const page = await gateway.json<Page>({ path: '/ontology/violations', parameters });
      violations.push(...page.violations);
      for (const node of page.truncated ?? []) truncated.add(node);
      after = page.next;
    } while (after !== undefined && violations.length < max);
    if (truncated.size > 0) stderr.write(`further contradictions are not listed: ${[...truncated].join(', ')}\n`);
    await output(violations, () => violationsText(violations, after !== undefined, terminal));
    return values['exit-code'] && violations.length > 0 ? FAILED : DONE;
  },
});

function violationsText(violations: readonly Violation[], hasMore: boolean, terminal: Terminal): string {
  if (violations.length === 0) return 'no contradictions\n';
  const { style, width } = terminal;
  const each = violations.map(({ message, explanation, repairs }) => {
    const proof = explanation ? tree([contradictionBranch(explanation, style)], terminal) : '';
    const ends = repairs ? wrapAll(repairLines(repairs), width) : '';
    return `${wrapAll([style.bold(cleanLine(message))], width)}${proof}${ends}\n`;
  });
  const more = hasMore ? '; there may be more: --first' : '';
  return `${each.join('')}${counted(violations.length, 'contradiction')}${more}\n`;
}

function repairLines({ complete, sets }: Repairs): string[] {
  const lines = sets.map(({ facts, retracted, axioms = [] }) => {
    const deleted = facts.map(({ subject, predicate, object }) => cleanLine(`${subject} ${predicate} ${object}`));
    const stated = axioms.length > 0 ? '; the ontology states it again with each load' : '';
    return `repair: delete ${deleted.join(' and ')}; ${counted(retracted, 'inferred fact')} would go as well${stated}`;
  });
  if (sets.length === 0 && complete) lines.push('no deletion of facts ends it: axioms alone contradict one another');
  if (!complete) lines.push('there may be further repairs');
  return lines;
}
