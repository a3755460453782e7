/** `owlgate ontology load`: puts an ontology in force, with progress of the materialization. */
import { parseCommandLine } from '../command';
import { gatewayCommand } from '../gateway/command';
import { readOntology, sourceName } from './documents';
import { withProgress } from './materialization';
import { ONTOLOGY_LOAD } from './options';
import { outcomeText, type LoadAnswer } from './report';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_LOAD.options);

export const ontologyLoad = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_LOAD,
  read: parse,
  // No limit: large data takes long, and an abandoned load continues anyway.
  seconds: Infinity,
  async run({ values, positionals }, context) {
    const { gateway, stdin, output, terminal } = context;
    const document = await readOntology(positionals, stdin);
    const answer = await withProgress(context, () =>
      gateway.json<LoadAnswer>({
        method: 'POST',
        path: '/ontology',
        parameters: {
          profile: values.lenient ? 'lenient' : undefined,
          names: values.names,
          message: values.message,
          from: sourceName(positionals[0]!),
        },
        ...document,
      }),
    );
    await output(answer, () => outcomeText(answer, terminal));
    return undefined;
  },
});
