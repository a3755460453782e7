/** `owlgate ontology violations`: the contradictions among the stored facts, with their proofs. */
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
}

interface Page {
  readonly violations: readonly Violation[];
  readonly next?: string;
}

const DEFAULT_FIRST = 100;
const MOST_FIRST = 100_000;
const A_PAGE = 1_000;

export const ontologyViolations = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_VIOLATIONS,
  read(args) {
    const given = parse(args);
    operands(given.positionals, 0, 'no name');
    requireNumber('--first', given.values.first, MOST_FIRST);
    return given;
  },
  // All of the stored data is gone over.
  seconds: Infinity,
  async run({ values }, { gateway, tell, terminal }) {
    const most = Number(values.first ?? DEFAULT_FIRST);
    const found: Violation[] = [];
    let after: string | undefined;
    do {
      const parameters = { first: Math.min(A_PAGE, most - found.length), after };
      const page = await gateway.json<Page>({ path: '/ontology/violations', parameters });
      found.push(...page.violations);
      after = page.next;
    } while (after !== undefined && found.length < most);
    await tell(found, () => text(found, after !== undefined, terminal));
    return values['exit-code'] && found.length > 0 ? FAILED : DONE;
  },
});

function text(found: readonly Violation[], hasMore: boolean, terminal: Terminal): string {
  if (found.length === 0) return 'no contradictions\n';
  const { style, width } = terminal;
  const each = found.map(({ message, explanation }) => {
    const proof = explanation ? tree([contradictionBranch(explanation, style)], terminal) : '';
    return `${wrapAll([style.bold(cleanLine(message))], width)}${proof}\n`;
  });
  return `${each.join('')}${counted(found.length, 'contradiction')}${hasMore ? '; there may be more: --first' : ''}\n`;
}
