/** Inputs without fields, and what needs them, are left out. */
import type { GraphqlModel } from '../sdl/model';
import { STORED_AS } from '../sdl/scalars';
import type { Api } from './complete';
import { nameOfType } from './definitions';
import { EXTRA_NAMES } from './extras';

export function prune(api: Api, model: GraphqlModel): void {
  for (const name of [...api.definitions.keys()]) {
    if (/(Ref|Patch)$|^(Add|Update).*Input$/s.test(name)) pruneInput(name, api, model, new Set());
  }
  const kept = api.mutations.filter(({ name }) => {
    const made = /^(add|update)(.*)$/s.exec(name);
    if (!made || model.mutations.some((own) => own.name === name)) return true;
    return api.definitions.has(`${made[1] === 'add' ? 'Add' : 'Update'}${made[2]}Input`);
  });
  api.mutations.splice(0, api.mutations.length, ...kept);
}

function pruneInput(name: string, api: Api, model: GraphqlModel, seen: Set<string>): void {
  const definition = api.definitions.get(name);
  if (definition?.kind !== 'input' || seen.has(name)) return;
  seen.add(name);
  const kept = definition.fields.filter(({ type }) => {
    const of = nameOfType(type);
    if (STORED_AS.has(of) || model.enums.has(of) || EXTRA_NAMES.has(of)) return true;
    pruneInput(of, api, model, seen);
    return api.definitions.has(of);
  });
  definition.fields.splice(0, definition.fields.length, ...kept);
  const updated = /^Update(.*)Input$/s.exec(name)?.[1];
  const isBare = updated !== undefined && model.types.has(updated) && kept.length <= 1;
  if (kept.length === 0 || isBare) api.definitions.delete(name);
}
