/** `owlgate ontology blame`: prints the version that brought each axiom about a term. */
import { parseCommandLine, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { table } from '../terminal/table';
import { cleanLine } from '../terminal/text';
import { ONTOLOGY_BLAME } from './history-options';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_BLAME.options);

interface Blame {
  readonly axioms: readonly {
    readonly axiom: string;
    readonly document?: string;
    readonly line: number;
    readonly version: number;
    readonly loadedAt: string;
    readonly by?: string;
    readonly message?: string;
  }[];
}

export const ontologyBlame = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_BLAME,
  read(args) {
    const parsed = parse(args);
    const [term] = operands(parsed.positionals, 1, 'one term');
    if (term === undefined || term.trim() === '') throw new UsageError('a term is expected');
    return parsed;
  },
  async run({ positionals }, { gateway, output, terminal }) {
    const answer = await gateway.json<Blame>({ path: '/ontology/blame', parameters: { term: positionals[0] } });
    await output(answer, () => {
      const rows = answer.axioms.map(({ axiom, document, line, version, loadedAt, by = '', message = '' }) =>
        [
          String(version),
          loadedAt.slice(0, 10),
          by,
          document === undefined ? String(line) : `${document}:${line}`,
          axiom,
          message.split('\n', 1)[0]!,
        ].map(cleanLine),
      );
      return table(['version', 'date', 'by', 'line', 'axiom', 'message'], rows, terminal);
    });
    return undefined;
  },
});
