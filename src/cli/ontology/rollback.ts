/** `owlgate ontology rollback`: puts an earlier version in force again, with progress of the materialization. */
import { parseCommandLine } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { ONTOLOGY_ROLLBACK } from './history-options';
import { withProgress } from './materialization';
import { differenceText, materializationText, outcomeText, type LoadAnswer } from './report';
import { requireVersion } from './versions';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_ROLLBACK.options);

export const ontologyRollback = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_ROLLBACK,
  read(args) {
    const parsed = parse(args);
    const [version] = operands(parsed.positionals, 1, 'the number of a version');
    requireVersion(version);
    return parsed;
  },
  // No limit, as for a load.
  seconds: Infinity,
  async run({ values, positionals }, context) {
    const { gateway, output, terminal } = context;
    const { message, validate } = values;
    const parameters = { version: positionals[0], message, validate: validate || undefined };
    const request = { method: 'POST', path: '/ontology/rollback', parameters } as const;
    const answer = validate
      ? await gateway.json<LoadAnswer>(request)
      : await withProgress(context, () => gateway.json<LoadAnswer>(request));
    await output(answer, () =>
      validate
        ? differenceText(answer, terminal) + materializationText(answer, terminal)
        : outcomeText(answer, terminal),
    );
    return undefined;
  },
});
