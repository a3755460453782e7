/** Model as introspection shows it: the fields of the common type stand on that type alone. */
import type { GraphqlModel, GraphqlType } from '../sdl/model';

/** @returns the model itself if it has no common type */
export function shownModel(model: GraphqlModel): GraphqlModel {
  if (model.common === undefined) return model;
  return { ...model, types: new Map([...model.types].map(([name, type]) => [name, shownType(type)])) };
}

/** Reads fields on demand: most requests ask for a few types. */
function shownType(type: GraphqlType): GraphqlType {
  if (!('ownFields' in type)) return type;
  let byName: GraphqlType['byName'] | undefined;
  return Object.create(type, {
    idField: { get: () => type.idField },
    xids: { get: () => type.xids },
    fields: { get: () => type.ownFields ?? type.fields },
    byName: { get: () => (byName ??= new Map((type.ownFields ?? type.fields).map((each) => [each.name, each]))) },
  }) as GraphqlType;
}
