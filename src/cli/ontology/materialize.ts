/** `owlgate ontology materialize`: starts a materialization, or shows its state. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import type { Terminal } from '../terminal/terminal';
import { cleanLine, counted } from '../terminal/text';
import { withProgress, type MaterializationState } from './materialization';
import { ONTOLOGY_MATERIALIZE } from './options';
import { materializationText, type LoadAnswer } from './report';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_MATERIALIZE.options);

export const ontologyMaterialize = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_MATERIALIZE,
  read(args) {
    const parsed = parse(args);
    operands(parsed.positionals, 0, 'no name');
    if (parsed.values.wait && parsed.values.status) throw new UsageError('--wait and --status exclude each other');
    return parsed;
  },
  // No limit: large data takes long, and an abandoned materialization continues anyway.
  seconds: Infinity,
  async run({ values }, context) {
    const { gateway, output, terminal } = context;
    if (values.status) {
      const state = await gateway.json<MaterializationState>({ path: '/ontology/materialization' });
      await output(state, () => stateText(state, terminal));
      return undefined;
    }
    const ask = () =>
      gateway.json<LoadAnswer>({
        method: 'POST',
        path: '/ontology/materialize',
        parameters: { wait: values.wait ? true : undefined },
      });
    const answer = await (values.wait ? withProgress(context, ask) : ask());
    await output(answer, () =>
      values.wait
        ? `${cleanLine(answer.message)}\n${materializationText(answer, terminal)}`
        : 'started; owlgate ontology materialize --status shows its progress\n',
    );
    return undefined;
  },
});

function stateText(materialization: MaterializationState, { style }: Terminal): string {
  const { state, phase = '', step = 0, steps = 0, inferred = 0, pending = 0, reason, last } = materialization;
  const current =
    state === 'running'
      ? `running: ${cleanLine(phase)}, step ${step} of ${steps}, ${counted(inferred + pending, 'fact')}`
      : [cleanLine(state), ...(reason === undefined ? [] : [cleanLine(reason)])].join(': ');
  if (!last) return `${current}\n`;
  const facts = `${counted(last.inferred, 'fact')} inferred, ${last.retracted.toLocaleString('en')} retracted`;
  const against = last.violations === 0 ? '' : `, ${style.red(counted(last.violations, 'contradiction'))}`;
  return `${current}\nlast: ${cleanLine(last.endedAt)}, ${counted(last.nodes, 'node')}; ${facts}${against}\n`;
}
