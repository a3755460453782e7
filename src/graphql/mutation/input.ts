/** Mutation input in a mutable form, and look-ups in the model. */
import { lowerFirst } from '../api/shared';
import type { Value } from '../request/values';
import { bare } from '../query/text';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';

export type Input = null | boolean | number | string | Input[] | InputObject;
export interface InputObject {
  [name: string]: Input;
}

export const isInputObject = (value: Input | undefined): value is InputObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deep copy. */
export const inputOf = (value: Value | undefined): Input => structuredClone((value ?? null) as Input);

/** Edge on the path to a node: its field, and the type of the node. */
export interface Edge {
  readonly field: GraphqlField;
  readonly target: GraphqlType;
}

/** Other side of an edge with `@hasInverse`. */
export const inverseOf = ({ field, target }: Edge): GraphqlField | undefined =>
  field.inverse === undefined ? undefined : target.byName.get(field.inverse);

/** JSON key of a field or password. */
export const storedAs = (type: GraphqlType, field: string): string =>
  bare(type.byName.get(field)?.predicate ?? type.password!.predicate);

/** Member of a union in `{pilotRef: {…}}`. */
export function memberOf(edge: GraphqlField, ref: string, model: GraphqlModel): GraphqlType | undefined {
  const name = model.unions.get(edge.type.name)?.members.find((member) => `${lowerFirst(member)}Ref` === ref);
  return name === undefined ? undefined : model.types.get(name);
}

/** Names of fields in processing order. */
export const namesOf = (object: InputObject): string[] => Object.keys(object).sort();

/** `@id` fields of a type in processing order. */
export const keysOf = ({ xids }: GraphqlType): readonly GraphqlField[] =>
  [...xids].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Interface that declares a field, or the type itself. */
export const originOf = (type: GraphqlType, field: string, model: GraphqlModel): GraphqlType => {
  const parents = type.interfaces.flatMap((name) => model.types.get(name) ?? []);
  return parents.find((parent) => parent.byName.has(field)) ?? type;
};
