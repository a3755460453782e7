/** Removes inputs without fields, and the definitions that depend on them. */
import type { GraphqlModel } from '../sdl/model';
import { STORED_AS } from '../sdl/scalars';
import { nameOfType, type Api } from './definitions';
import { EXTRA_NAMES } from './extras';

export function prune(api: Api, model: GraphqlModel): void {
  const users = usersOf(api, model);
  // Removing an input can only empty its users, so the work is linear in the schema.
  const open = [...users.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (pruneInput(name, api, model)) open.push(...(users.get(name) ?? []));
  }
  const remaining = api.mutations.filter(({ name }) => {
    const match = /^(add|update)(.*)$/s.exec(name);
    if (!match || model.mutations.some((declared) => declared.name === name)) return true;
    return api.definitions.has(`${match[1] === 'add' ? 'Add' : 'Update'}${match[2]}Input`);
  });
  api.mutations.splice(0, api.mutations.length, ...remaining);
}

const isGiven = (type: string, model: GraphqlModel): boolean =>
  STORED_AS.has(type) || model.enums.has(type) || EXTRA_NAMES.has(type);

/** Inputs of mutations, and inputs nested in them, each with the inputs that have a field of it. */
function usersOf({ definitions }: Api, model: GraphqlModel): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const open = [...definitions.keys()].filter((name) => /(Ref|Patch)$|^(Add|Update).*Input$/s.test(name));
  for (const name of open) users.set(name, []);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const definition = definitions.get(name);
    if (definition?.kind !== 'input') continue;
    for (const used of new Set(definition.fields.map(({ type }) => nameOfType(type)))) {
      if (isGiven(used, model)) continue;
      const usersOfType = users.get(used);
      if (usersOfType) usersOfType.push(name);
      else {
        users.set(used, [name]);
        open.push(used);
      }
    }
  }
  return users;
}

/** @returns true if the input itself is removed */
function pruneInput(name: string, { definitions }: Api, model: GraphqlModel): boolean {
  const definition = definitions.get(name);
  if (definition?.kind !== 'input') return false;
  const remaining = definition.fields.filter(({ type }) => {
    const typeName = nameOfType(type);
    return isGiven(typeName, model) || definitions.has(typeName);
  });
  definition.fields.splice(0, definition.fields.length, ...remaining);
  const updated = /^Update(.*)Input$/s.exec(name)?.[1];
  const isBare = updated !== undefined && model.types.has(updated) && remaining.length <= 1;
  return (remaining.length === 0 || isBare) && definitions.delete(name);
}
