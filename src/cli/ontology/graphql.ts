/** `owlgate ontology graphql`: the GraphQL schema beside the ontology, shown, put in place, taken away. */
import { parseCommandLine, STANDARD_INPUT, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { readFileOrInput } from '../input';
import { cleanLine, wrapAll } from '../terminal/text';
import { ONTOLOGY_GRAPHQL } from './options';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_GRAPHQL.options);
const PATH = '/ontology/graphql';

interface Shown {
  readonly extension: { readonly sdl: string } | null;
  readonly generated: string | null;
  readonly inForce: string | null;
}

/** Of POST and DELETE. */
interface Outcome {
  readonly message: string;
  readonly warnings?: readonly { readonly message: string }[];
}

export const ontologyGraphql = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_GRAPHQL,
  read(args) {
    const given = parse(args);
    const [action = 'get', file] = operands(given.positionals, 2, 'one file');
    const { generated, 'in-force': inForce, validate } = given.values;
    if (!['get', 'set', 'delete'].includes(action)) {
      throw new UsageError(`${action}: one of get, set, delete is expected`);
    }
    if (action === 'set' && file === undefined)
      throw new UsageError(`set: no file is named (${STANDARD_INPUT} is standard input)`);
    if (action !== 'set' && file !== undefined) throw new UsageError(`${file}: ${action} takes no file`);
    if (action !== 'set' && validate) throw new UsageError('--validate is of set');
    if (action !== 'get' && (generated || inForce)) throw new UsageError('--generated and --in-force are of get');
    if (generated && inForce) throw new UsageError('either --generated or --in-force is given, not both');
    return given;
  },
  async run({ values, positionals }, { gateway, stdin, tell, terminal }) {
    const [action = 'get', file = STANDARD_INPUT] = positionals;
    if (action === 'get') {
      const shown = await gateway.json<Shown>({ path: PATH });
      const sdl = values.generated ? shown.generated : values['in-force'] ? shown.inForce : shown.extension?.sdl;
      await tell(shown, () => (sdl == null ? 'none\n' : sdl.endsWith('\n') ? sdl : `${sdl}\n`));
      return undefined;
    }
    const outcome = await gateway.json<Outcome>(
      action === 'delete'
        ? { method: 'DELETE', path: PATH }
        : {
            method: 'POST',
            path: PATH,
            parameters: { validate: values.validate ? true : undefined },
            headers: { 'Content-Type': 'application/graphql' },
            body: await readFileOrInput(file, stdin),
          },
    );
    const { message, warnings = [] } = outcome;
    const { style, width } = terminal;
    const lines = warnings.map((each) => `${style.yellow('warning:')} ${cleanLine(each.message)}`);
    await tell(outcome, () => wrapAll([style.green(cleanLine(message)), ...lines], width));
    return undefined;
  },
});
