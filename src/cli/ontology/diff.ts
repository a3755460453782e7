/** `owlgate ontology diff`: shows the changes of a load. */
import { FAILED, parseCommandLine } from '../command';
import { gatewayCommand } from '../gateway/command';
import { check, CHECK_SECONDS, readCheck } from './check';
import { ONTOLOGY_DIFF } from './options';
import { changesSomething, differenceText, materializationText, warningsText } from './report';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_DIFF.options);

export const ontologyDiff = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_DIFF,
  read: (args) => readCheck(parse(args)),
  seconds: CHECK_SECONDS,
  async run(parsed, context) {
    const { output, terminal } = context;
    const answer = await check(parsed, context);
    const { diff, materialization, warnings } = answer;
    const isDifferent = changesSomething(answer);
    await output({ different: isDifferent, diff, materialization, warnings }, () => {
      const changes = differenceText(answer, terminal);
      const unchanged = isDifferent ? '' : 'nothing would change\n';
      return [changes || unchanged, materializationText(answer, terminal), warningsText(answer, terminal)].join('');
    });
    return parsed.values['exit-code'] && isDifferent ? FAILED : undefined;
  },
});
