/**
 * Model → the API that Dgraph generates for it (Dgraph's `graphql/schema`). Each type T gets the queries getT, queryT
 * and aggregateT, the mutations addT, updateT and deleteT, and their inputs, filters, orders and payloads.
 */
import type { GraphqlModel, GraphqlType } from '../sdl/model';
import { field, type Api } from './definitions';
import { addFilters } from './filters';
import { addInputs } from './inputs';
import { addOperations } from './operations';
import { addResults } from './results';
import { enumeration, fieldsOfType, lowerFirst } from './shared';
import { prune } from './prune';

export function completeApi(model: GraphqlModel): Api {
  const api: Api = {
    definitions: new Map(),
    queries: [...model.queries],
    mutations: [...model.mutations],
    subscriptions: model.queries.filter(({ subscription }) => subscription),
  };
  for (const name of model.order) addDefinition(name, model, api);
  for (const name of model.order) addGenerated(name, model, api);
  prune(api, model);
  return api;
}

/** Adds a definition of the document itself, with the arguments of its fields. */
export function addDefinition(name: string, model: GraphqlModel, { definitions }: Api): void {
  const type = model.types.get(name);
  const input = model.inputs.get(name);
  const choice = model.enums.get(name);
  const union = model.unions.get(name);
  if (type) {
    const { description, directives, interfaces } = type;
    const kind = type.kind === 'object' ? 'type' : 'interface';
    definitions.set(name, { kind, name, description, directives, interfaces, fields: fieldsOfType(type, model) });
  } else if (input) {
    const fields = input.fields.map((each) => ({ ...field(each.name, each.type), description: each.description }));
    definitions.set(name, {
      kind: 'input',
      name,
      description: input.description,
      directives: input.directives,
      fields,
    });
  } else if (choice) {
    definitions.set(name, { kind: 'enum', name, description: choice.description, fields: [], members: choice.values });
  } else if (union) {
    const members = union.members.map((member) => ({ name: member }));
    const { description, directives } = union;
    definitions.set(name, { kind: 'union', name, description, directives, fields: [], members });
  }
}

/** Adds what is generated from one definition of the document. */
export function addGenerated(name: string, model: GraphqlModel, api: Api): void {
  const union = model.unions.get(name);
  if (union && !union.directives.includes('@remote')) addUnion(union.name, union.members, api);
  const type = model.types.get(name);
  if (type && !type.remote) addType(type, model, api);
}

/** Adds the operations of a type alone, with the inputs that they take. */
export function addOperationsOf(name: string, model: GraphqlModel, api: Api): void {
  const type = model.types.get(name);
  if (!type || type.remote) return;
  addInputs(type, model, api);
  addOperations(type, api);
}

function addUnion(name: string, members: readonly string[], { definitions }: Api): void {
  const each = (suffix: string) =>
    members.map((member) => field(`${lowerFirst(member)}${suffix}`, `${member}${suffix}`));
  definitions.set(`${name}Ref`, { kind: 'input', name: `${name}Ref`, fields: each('Ref') });
  const fields = [field('memberTypes', `[${name}Type!]`), ...each('Filter')];
  definitions.set(`${name}Filter`, { kind: 'input', name: `${name}Filter`, fields });
  definitions.set(`${name}Type`, enumeration(`${name}Type`, members));
}

function addType(type: GraphqlType, model: GraphqlModel, api: Api): void {
  addInputs(type, model, api);
  addFilters(type, model, api);
  addResults(type, api);
  addOperations(type, api);
}
