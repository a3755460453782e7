/** Fields of Query, Mutation and Subscription for a type. */
import type { GraphqlType } from '../sdl/model';
import { field, type Api, type Argument, type DefinedField } from './definitions';
import { canBeReferred, enumeration, hasFilter, isId, listArguments } from './shared';

const DEPRECATED_KEYS =
  '@deprecated(reason: "@id argument for get query on interface is being deprecated. Only those @id fields ' +
  'which have ' +
  'interface argument set to true will be available in getQuery argument on interface post v21.11.0, please update ' +
  'your schema accordingly.")';

export function addOperations(type: GraphqlType, api: Api): void {
  const { name, generated } = type;
  const addQuery = (query: DefinedField, subscribed: boolean): void => {
    api.queries.push(query);
    if (subscribed && generated.subscription) api.subscriptions.push(query);
  };
  if (generated.get && canBeReferred(type)) {
    const directives = keyWarning(type);
    addQuery({ ...field(`get${name}`, name, keyArguments(type)), directives }, true);
  }
  if (generated.get && type.fields.some((each) => each.embedding)) addSimilar(type, api);
  if (generated.password && type.password && canBeReferred(type)) {
    const key = type.idField ?? type.xids[0]!;
    const args = [
      { name: key.name, type: `${key.type.name}!` },
      { name: type.password.name, type: 'String!' },
    ];
    addQuery(field(`check${name}Password`, name, args), false);
  }
  if (generated.query) addQuery(field(`query${name}`, `[${name}]`, listArguments(type)), true);
  if (generated.aggregate) addQuery(field(`aggregate${name}`, `${name}AggregateResult`, filterArgument(type)), true);
  addMutations(type, api);
}

function addMutations(type: GraphqlType, { definitions, mutations }: Api): void {
  const { name, kind, generated, xids } = type;
  if (kind === 'object' && generated.add && definitions.has(`Add${name}Input`)) {
    const upsert = xids.length > 0 ? [{ name: 'upsert', type: 'Boolean' }] : [];
    mutations.push(
      field(`add${name}`, `Add${name}Payload`, [{ name: 'input', type: `[Add${name}Input!]!` }, ...upsert]),
    );
  }
  if (generated.update && definitions.has(`${name}Patch`)) {
    mutations.push(field(`update${name}`, `Update${name}Payload`, [{ name: 'input', type: `Update${name}Input!` }]));
  }
  if (generated.delete && hasFilter(type)) {
    mutations.push(field(`delete${name}`, `Delete${name}Payload`, [{ name: 'filter', type: `${name}Filter!` }]));
  }
}

const filterArgument = (type: GraphqlType): Argument[] =>
  hasFilter(type) ? [{ name: 'filter', type: `${type.name}Filter` }] : [];

/** Arguments that identify a node: its ID, or the values of its `@id` fields; a single one is required. */
function keyArguments(type: GraphqlType): Argument[] {
  const id = type.fields.find(isId);
  const optional = id !== undefined || type.xids.length > 1;
  return [
    ...(id ? [{ name: id.name, type: type.xids.length > 0 ? 'ID' : 'ID!' }] : []),
    ...type.xids.map((each) => ({ name: each.name, type: `${each.type.name}${optional ? '' : '!'}` })),
  ];
}

const keyWarning = (type: GraphqlType): readonly string[] =>
  type.kind === 'interface' && type.xids.some((each) => !each.idInterface) ? [DEPRECATED_KEYS] : [];

function addSimilar(type: GraphqlType, { definitions, queries }: Api): void {
  const { name } = type;
  const embeddings = type.fields.filter((each) => each.embedding).map((each) => each.name);
  definitions.set(`${name}Embedding`, enumeration(`${name}Embedding`, embeddings));
  const by = { name: 'by', type: `${name}Embedding!` };
  const top = { name: 'topK', type: 'Int!' };
  const options = [{ name: 'ef', type: 'Int' }, { name: 'distance_threshold', type: 'Float' }, ...filterArgument(type)];
  if (canBeReferred(type)) {
    const directives = keyWarning(type);
    const args = [...keyArguments(type), by, top, ...options];
    queries.push({ ...field(`querySimilar${name}ById`, `[${name}]`, args), directives });
  }
  const vector = { name: 'vector', type: '[Float!]!' };
  queries.push(field(`querySimilar${name}ByEmbedding`, `[${name}]`, [by, top, vector, ...options]));
}
