/** `owlgate ontology validate`: checks an ontology without loading it. */
import { parseCommandLine } from '../command';
import { gatewayCommand } from '../gateway/command';
import { clean } from '../terminal/text';
import { check, CHECK_SECONDS, readCheck } from './check';
import { ONTOLOGY_VALIDATE } from './options';
import { outcomeText } from './report';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_VALIDATE.options);

export const ontologyValidate = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_VALIDATE,
  read: (args) => readCheck(parse(args)),
  seconds: CHECK_SECONDS,
  async run(parsed, context) {
    const { output, terminal } = context;
    const answer = await check(parsed, context);
    await output(answer, () => {
      if (parsed.values.schema) return `${clean(answer.compiledSchema).trimEnd()}\n`;
      return outcomeText(answer, terminal);
    });
    return undefined;
  },
});
