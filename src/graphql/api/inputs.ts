/** Inputs of mutations: AddTInput, TRef, TPatch, UpdateTInput. */
import { onceFor } from '../../util/memo';
import { printType } from '../sdl/model';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { commonField, field, type Api, type DefinedField } from './definitions';
import { canBeReferred, hasFilter, inputType, isId, isReadOnlyLanguage, isReverse } from './shared';

export function addInputs(type: GraphqlType, model: GraphqlModel, { definitions }: Api): void {
  const { name, generated } = type;
  // Inputs of the common type serve classes.
  const isCommon = name === model.common;
  const input = (of: string, fields: readonly DefinedField[]): void => {
    if (fields.length > 0) definitions.set(of, { kind: 'input', name: of, fields: [...fields] });
  };
  input(`${name}Ref`, reference(type, model));
  if ((generated.update || isCommon) && hasFilter(type)) {
    const patch = values(type, model, true);
    input(`${name}Patch`, patch);
    if (patch.length > 0) {
      input(`Update${name}Input`, [
        field('filter', `${name}Filter!`),
        field('set', `${name}Patch`),
        field('remove', `${name}Patch`),
      ]);
    }
  }
  if (type.kind === 'object' && (generated.add || isCommon)) input(`Add${name}Input`, values(type, model, false));
}

/** Fields of a node reference in an input: its id, or the values of a new node. */
function reference(type: GraphqlType, model: GraphqlModel): DefinedField[] {
  const ids = type.fields.filter(isId).slice(0, 1);
  const idFields = (fields: readonly GraphqlField[], required: boolean) =>
    fields.map((each) => field(each.name, printType({ ...each.type, nonNull: required })));
  if (type.kind === 'interface') {
    if (!canBeReferred(type)) return [];
    const keys = [...ids, ...type.xids.slice(0, 1)];
    return idFields(keys, keys.length === 1);
  }
  const valueFields = values(type, model, true);
  if (ids.length + valueFields.length === 1 && canBeReferred(type)) {
    return [
      ...idFields(ids, true),
      ...valueFields.map((each) => ({ ...each, type: `${each.type.replace(/!$/, '')}!` })),
    ];
  }
  return [...idFields(ids, false), ...valueFields];
}

/** Fields that a client can write. */
function values(type: GraphqlType, model: GraphqlModel, optional: boolean): DefinedField[] {
  const inputOf = inputsIn(model);
  const fields = storedFields(type, model)
    .filter((each) => !isReadOnlyLanguage(each))
    .map((each) => inputOf(each)[optional || each.defaults.add !== undefined ? 'optional' : 'needed']);
  if (!type.password) return fields;
  return [...fields, field(type.password.name, optional ? 'String' : 'String!')];
}

/** Makes the inputs of a model. Classes share those of their properties, which are described in the types alone. */
const inputsIn = onceFor((model: GraphqlModel) =>
  onceFor((each: GraphqlField): Record<'optional' | 'needed', DefinedField> => {
    const description = model.classes || model.types.has(each.type.name) ? undefined : each.description;
    if (each.isCommon) {
      const common = commonField(each.name, `${each.type.name}Patch`);
      return { optional: common, needed: common };
    }
    const input = (optional: boolean) => ({ ...field(each.name, inputType(each, model, optional)), description });
    return { optional: input(true), needed: input(false) };
  }),
);

/** True if nodes of the type hold values that can be queried. */
export const hasValues = (type: GraphqlType, model: GraphqlModel): boolean =>
  type.password !== undefined || storedFields(type, model).length > 0;

/** Fields stored with a node of the type. */
const storedFields = ({ fields }: GraphqlType, model: GraphqlModel): GraphqlField[] =>
  fields.filter((each) => !isId(each) && !each.custom && !isReverse(each) && isWritable(each, model));

function isWritable({ type }: GraphqlField, model: GraphqlModel): boolean {
  const target = model.types.get(type.name);
  return target?.kind !== 'interface' || canBeReferred(target);
}
