/** The generated schema as text, in Dgraph's order. */
import type { GraphqlModel } from '../sdl/model';
import { printDefinition, type Api, type DefinedField, type Definition } from './definitions';
import { EXTRAS } from './extras';

const title = (text: string): string => `#######################\n# ${text}\n#######################\n`;

/** SDL of the whole API, the answer of `getGQLSchema { generatedSchema }`. */
export function printApi(model: GraphqlModel, api: Api): string {
  const documentNames = new Set(model.order);
  const generated = [...api.definitions.values()]
    .filter(({ name }) => !documentNames.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const group = (heading: string, definitions: readonly Definition[]): string =>
    definitions.length > 0 ? `${title(heading)}\n${definitions.map(printDefinition).join('\n')}\n` : '';
  const root = (heading: string, name: string, fields: readonly DefinedField[]): string =>
    group(heading, fields.length > 0 ? [{ kind: 'type', name, fields: [...fields] }] : []);
  return [
    group(
      'Input Schema',
      model.order.flatMap((name) => api.definitions.get(name) ?? []),
    ),
    `${title('Extended Definitions')}${EXTRAS}\n`,
    group(
      'Generated Types',
      generated.filter(({ kind }) => kind === 'type'),
    ),
    group(
      'Generated Enums',
      generated.filter(({ kind }) => kind === 'enum'),
    ),
    group(
      'Generated Inputs',
      generated.filter(({ kind }) => kind === 'input'),
    ),
    root('Generated Query', 'Query', api.queries),
    root('Generated Mutations', 'Mutation', api.mutations),
    root('Generated Subscriptions', 'Subscription', api.subscriptions),
  ].join('');
}
