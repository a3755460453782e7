/** `owlgate ontology diff`: shows the changes of a load. */
import { FAILED, parseCommandLine, UsageError } from '../command';
import { gatewayCommand, type GatewayContext } from '../gateway/command';
import { check, CHECK_SECONDS, readCheck } from './check';
import { ONTOLOGY_DIFF } from './options';
import { changesSomething, differenceText, materializationText, warningsText, type Comparison } from './report';
import { isVersion } from './versions';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_DIFF.options);

export const ontologyDiff = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_DIFF,
  read(args) {
    const parsed = readCheck(parse(args));
    const { positionals, values } = parsed;
    const [first, second] = positionals;
    const isOfVersion = first === undefined || isVersion(first);
    if (isOfVersion && values.preview !== undefined) {
      throw new UsageError('--preview is for files that are compared with the ontology in force');
    }
    if (second !== undefined && isVersion(second) && (!isOfVersion || positionals.length > 2)) {
      throw new UsageError(`${second} is read as a version; ./${second} is the file of that name`);
    }
    return parsed;
  },
  seconds: CHECK_SECONDS,
  async run(parsed, context) {
    const { output, terminal } = context;
    const answer = await compare(parsed, context);
    const { diff, materialization, warnings = [] } = answer;
    const isDifferent = changesSomething(answer);
    await output({ different: isDifferent, diff, materialization, warnings }, () => {
      const changes = differenceText(answer, terminal);
      const unchanged = isDifferent
        ? ''
        : parsed.positionals.every(isVersion)
          ? 'no difference\n'
          : 'nothing would change\n';
      return [changes || unchanged, materializationText(answer, terminal), warningsText(answer, terminal)].join('');
    });
    return parsed.values['exit-code'] && isDifferent ? FAILED : undefined;
  },
});

/** Compares versions, a version with files, or the ontology in force with files. */
async function compare(parsed: ReturnType<typeof parse>, context: GatewayContext): Promise<Comparison> {
  const { positionals } = parsed;
  const [first, ...files] = positionals;
  if (first === undefined || positionals.every(isVersion)) {
    const [from, to] = positionals;
    return context.gateway.json<Comparison>({ path: '/ontology/diff', parameters: { from, to } });
  }
  return isVersion(first) ? check({ ...parsed, positionals: files }, context, first) : check(parsed, context);
}
