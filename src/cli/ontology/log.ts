/** `owlgate ontology log`: lists the versions of the ontology, or prints a changelog. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands, requireNumber } from '../gateway/command';
import { ONTOLOGY_LOG } from './history-options';
import { versionText, type Version, type VersionsPage } from './versions';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_LOG.options);

const MAX_FIRST = 1_000;
/** Versions of one page; a changelog has fewer, since each is compared. */
const PAGE = 200;
const CHANGELOG_PAGE = 50;

export const ontologyLog = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_LOG,
  read(args) {
    const parsed = parse(args);
    operands(parsed.positionals, 0, 'no operand');
    requireNumber('--first', parsed.values.first, MAX_FIRST);
    const { format, json } = parsed.values;
    if (json && format === 'markdown') throw new UsageError('either --json or --format markdown is given, not both');
    return parsed;
  },
  async run({ values }, { gateway, output, print, terminal }) {
    const isChangelog = values.format === 'markdown';
    const max = Number(values.first ?? MAX_FIRST);
    const path = '/ontology/versions';
    const versions: Version[] = [];
    let before: number | undefined;
    do {
      const limit = Math.min(isChangelog ? CHANGELOG_PAGE : PAGE, max - versions.length);
      const page = await gateway.json<VersionsPage>({ path, parameters: { limit, before } });
      if (isChangelog) {
        const { text } = await gateway.send({ path, parameters: { limit, before, format: 'markdown' } });
        // Only the first page keeps its heading.
        await print(versions.length === 0 ? text : text.replace(/^# Changelog\n/, ''));
      }
      versions.push(...page.versions);
      before = page.next;
    } while (before !== undefined && versions.length < max);
    if (!isChangelog) await output(versions, () => versions.map((each) => versionText(each, terminal)).join('\n'));
    return undefined;
  },
});
