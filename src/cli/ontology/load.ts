/** `owlgate ontology load`: puts an ontology in force, and tells how far the materialization has come. */
import { parseCommandLine } from '../command';
import { gatewayCommand } from '../gateway/command';
import { readOntology } from './documents';
import { withProgress } from './materialization';
import { ONTOLOGY_LOAD } from './options';
import { outcomeText, type LoadAnswer } from './report';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_LOAD.options);

export const ontologyLoad = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_LOAD,
  read: parse,
  // Large data takes its time, and a load that is given up goes on anyway.
  seconds: Infinity,
  async run({ values, positionals }, surroundings) {
    const { gateway, stdin, tell, terminal } = surroundings;
    const document = await readOntology(positionals, stdin);
    const answer = await withProgress(surroundings, () =>
      gateway.json<LoadAnswer>({
        method: 'POST',
        path: '/ontology',
        parameters: { profile: values.lenient ? 'lenient' : undefined },
        ...document,
      }),
    );
    await tell(answer, () => outcomeText(answer, terminal));
    return undefined;
  },
});
