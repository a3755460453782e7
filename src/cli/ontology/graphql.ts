/** `owlgate ontology graphql`: prints, sets and deletes the GraphQL extension. */
import { parseCommandLine, STANDARD_INPUT, UsageError } from '../command';
import { gatewayCommand, operands } from '../gateway/command';
import { readFileOrInput } from '../input';
import { cleanLine, wrapAll } from '../terminal/text';
import { ONTOLOGY_GRAPHQL } from './options';

const parse = (args: readonly string[]) => parseCommandLine(args, ONTOLOGY_GRAPHQL.options);
const PATH = '/ontology/graphql';

interface GraphqlSchemas {
  readonly extension: { readonly sdl: string } | null;
  readonly generated: string | null;
  readonly inForce: string | null;
}

/** Answer of POST and DELETE. */
interface Outcome {
  readonly message: string;
  readonly warnings?: readonly { readonly message: string }[];
}

export const ontologyGraphql = gatewayCommand<ReturnType<typeof parse>>({
  specification: ONTOLOGY_GRAPHQL,
  read(args) {
    const parsed = parse(args);
    const [action = 'get', file] = operands(parsed.positionals, 2, 'one file');
    const { generated, 'in-force': inForce, validate } = parsed.values;
    if (!['get', 'set', 'delete'].includes(action)) {
      throw new UsageError(`${action}: one of get, set, delete is expected`);
    }
    if (action === 'set' && file === undefined)
      throw new UsageError(`set: no file is named (${STANDARD_INPUT} is standard input)`);
    if (action !== 'set' && file !== undefined) throw new UsageError(`${file}: ${action} takes no file`);
    if (action !== 'set' && validate) throw new UsageError('--validate goes with set');
    if (action !== 'get' && (generated || inForce)) throw new UsageError('--generated and --in-force go with get');
    if (generated && inForce) throw new UsageError('either --generated or --in-force is given, not both');
    return parsed;
  },
  async run({ values, positionals }, { gateway, stdin, output, terminal }) {
    const [action = 'get', file = STANDARD_INPUT] = positionals;
    if (action === 'get') {
      const schemas = await gateway.json<GraphqlSchemas>({ path: PATH });
      const sdl = values.generated ? schemas.generated : values['in-force'] ? schemas.inForce : schemas.extension?.sdl;
      await output(schemas, () => (sdl == null ? 'none\n' : sdl.endsWith('\n') ? sdl : `${sdl}\n`));
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
    await output(outcome, () => wrapAll([style.green(cleanLine(message)), ...lines], width));
    return undefined;
  },
});
