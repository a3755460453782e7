/** The inputs of mutations: AddTInput, TRef, TPatch, UpdateTInput. */
import { printType } from '../sdl/model';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { field, type DefinedField } from './definitions';
import type { Api } from './complete';
import { canBeReferred, hasFilter, inputType, isId, isReadOnlyLanguage, isReverse } from './shared';

export function addInputs(type: GraphqlType, model: GraphqlModel, { definitions }: Api): void {
  const { name, generated } = type;
  const input = (of: string, fields: readonly DefinedField[]): void => {
    if (fields.length > 0) definitions.set(of, { kind: 'input', name: of, fields: [...fields] });
  };
  input(`${name}Ref`, reference(type, model));
  if (generated.update && hasFilter(type)) {
    const patch = written(type, model, { optional: true }).filter((each) => !each.isReadOnly);
    input(
      `${name}Patch`,
      patch.map(({ defined }) => defined),
    );
    if (patch.length > 0) {
      input(`Update${name}Input`, [
        field('filter', `${name}Filter!`),
        field('set', `${name}Patch`),
        field('remove', `${name}Patch`),
      ]);
    }
  }
  if (type.kind === 'object' && generated.add) input(`Add${name}Input`, values(type, model, false));
}

/** How a node is named in an input: by its id, or by what makes it. */
function reference(type: GraphqlType, model: GraphqlModel): DefinedField[] {
  const ids = type.fields.filter(isId).slice(0, 1);
  const named = (fields: readonly GraphqlField[], required: boolean) =>
    fields.map((each) => field(each.name, printType({ ...each.type, nonNull: required })));
  if (type.kind === 'interface') {
    if (!canBeReferred(type)) return [];
    const keys = [...ids, ...type.xids.slice(0, 1)];
    return named(keys, keys.length === 1);
  }
  const rest = values(type, model, true);
  if (ids.length + rest.length === 1 && canBeReferred(type)) {
    return [...named(ids, true), ...rest.map((each) => ({ ...each, type: `${each.type.replace(/!$/, '')}!` }))];
  }
  return [...named(ids, false), ...rest];
}

const values = (type: GraphqlType, model: GraphqlModel, optional: boolean): DefinedField[] =>
  written(type, model, { optional })
    .filter(({ isReadOnly }) => !isReadOnly)
    .map(({ defined }) => defined);

/** The fields that a client can write. */
export function written(
  type: GraphqlType,
  model: GraphqlModel,
  { optional }: { readonly optional: boolean },
): { readonly defined: DefinedField; readonly isReadOnly: boolean }[] {
  const fields = type.fields
    .filter((each) => !isId(each) && !each.custom && !isReverse(each) && isMade(each, model))
    .map((each) => ({
      defined: {
        ...field(each.name, inputType(each, model, optional || each.defaults.add !== undefined)),
        description: model.types.has(each.type.name) ? undefined : each.description,
      },
      isReadOnly: isReadOnlyLanguage(each),
    }));
  if (!type.password) return fields;
  return [...fields, { defined: field(type.password.name, optional ? 'String' : 'String!'), isReadOnly: false }];
}

function isMade({ type }: GraphqlField, model: GraphqlModel): boolean {
  const target = model.types.get(type.name);
  return target?.kind !== 'interface' || canBeReferred(target);
}
