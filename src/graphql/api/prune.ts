/** Inputs without fields, and what needs them, are left out. */
import type { GraphqlModel } from '../sdl/model';
import { STORED_AS } from '../sdl/scalars';
import { nameOfType, type Api } from './definitions';
import { EXTRA_NAMES } from './extras';

export function prune(api: Api, model: GraphqlModel): void {
  const users = usersOf(api, model);
  // What is left out may empty what needs it, and nothing else: the work is linear in the schema.
  const open = [...users.keys()];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (pruneInput(name, api, model)) open.push(...(users.get(name) ?? []));
  }
  const kept = api.mutations.filter(({ name }) => {
    const made = /^(add|update)(.*)$/s.exec(name);
    if (!made || model.mutations.some((own) => own.name === name)) return true;
    return api.definitions.has(`${made[1] === 'add' ? 'Add' : 'Update'}${made[2]}Input`);
  });
  api.mutations.splice(0, api.mutations.length, ...kept);
}

const isGiven = (type: string, model: GraphqlModel): boolean =>
  STORED_AS.has(type) || model.enums.has(type) || EXTRA_NAMES.has(type);

/** The inputs of mutations, and those within them: each with those that have a field of it. */
function usersOf({ definitions }: Api, model: GraphqlModel): Map<string, string[]> {
  const users = new Map<string, string[]>();
  const open = [...definitions.keys()].filter((name) => /(Ref|Patch)$|^(Add|Update).*Input$/s.test(name));
  for (const name of open) users.set(name, []);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const definition = definitions.get(name);
    if (definition?.kind !== 'input') continue;
    for (const used of new Set(definition.fields.map(({ type }) => nameOfType(type)))) {
      if (isGiven(used, model)) continue;
      const known = users.get(used);
      if (known) known.push(name);
      else {
        users.set(used, [name]);
        open.push(used);
      }
    }
  }
  return users;
}

/** @returns whether the input itself is left out */
function pruneInput(name: string, { definitions }: Api, model: GraphqlModel): boolean {
  const definition = definitions.get(name);
  if (definition?.kind !== 'input') return false;
  const kept = definition.fields.filter(({ type }) => {
    const of = nameOfType(type);
    return isGiven(of, model) || definitions.has(of);
  });
  definition.fields.splice(0, definition.fields.length, ...kept);
  const updated = /^Update(.*)Input$/s.exec(name)?.[1];
  const isBare = updated !== undefined && model.types.has(updated) && kept.length <= 1;
  return (kept.length === 0 || isBare) && definitions.delete(name);
}
