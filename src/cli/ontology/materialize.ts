/** `owlgate ontology materialize`: completes data that was written past the gateway, or tells how far that has come. */
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
    const given = parse(args);
    operands(given.positionals, 0, 'no name');
    if (given.values.wait && given.values.status) throw new UsageError('--status waits for nothing');
    return given;
  },
  // Large data takes its time, and one that is not waited for goes on.
  seconds: Infinity,
  async run({ values }, surroundings) {
    const { gateway, tell, terminal } = surroundings;
    if (values.status) {
      const state = await gateway.json<MaterializationState>({ path: '/ontology/materialization' });
      await tell(state, () => stateText(state, terminal));
      return undefined;
    }
    const ask = () =>
      gateway.json<LoadAnswer>({
        method: 'POST',
        path: '/ontology/materialize',
        parameters: { wait: values.wait ? true : undefined },
      });
    const answer = await (values.wait ? withProgress(surroundings, ask) : ask());
    await tell(answer, () =>
      values.wait
        ? `${cleanLine(answer.message)}\n${materializationText(answer, terminal)}`
        : 'begun; owlgate ontology materialize --status tells how far it has come\n',
    );
    return undefined;
  },
});

function stateText(told: MaterializationState, { style }: Terminal): string {
  const { state, phase = '', step = 0, steps = 0, nodes = 0, reason, last } = told;
  const now =
    state === 'running'
      ? `running: ${cleanLine(phase)}, step ${step} of ${steps}, ${counted(nodes, 'node')}`
      : [cleanLine(state), ...(reason === undefined ? [] : [cleanLine(reason)])].join(': ');
  if (!last) return `${now}\n`;
  const facts = `${counted(last.inferred, 'fact')} inferred, ${last.retracted.toLocaleString('en')} taken back`;
  const against = last.violations === 0 ? '' : `, ${style.red(counted(last.violations, 'contradiction'))}`;
  return `${now}\nlast: ${cleanLine(last.endedAt)}, ${counted(last.nodes, 'node')}; ${facts}${against}\n`;
}
