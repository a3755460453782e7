/** What a mutation is given, in a form that may be changed while it is worked through; and what the model says of it. */
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

/** A copy of its own. */
export const inputOf = (value: Value | undefined): Input => structuredClone((value ?? null) as Input);

/** An edge on the way to a node: its field, and the type of the node. */
export interface Edge {
  readonly field: GraphqlField;
  readonly target: GraphqlType;
}

/** The other side of an edge with `@hasInverse`. */
export const inverseOf = ({ field, target }: Edge): GraphqlField | undefined =>
  field.inverse === undefined ? undefined : target.byName.get(field.inverse);

/** The key of a field, the password too, in JSON. */
export const storedAs = (type: GraphqlType, field: string): string =>
  bare(type.byName.get(field)?.predicate ?? type.password!.predicate);

/** The member of a union that `{pilotRef: {…}}` is of. */
export function memberOf(edge: GraphqlField, ref: string, model: GraphqlModel): GraphqlType | undefined {
  const name = model.unions.get(edge.type.name)?.members.find((member) => `${lowerFirst(member)}Ref` === ref);
  return name === undefined ? undefined : model.types.get(name);
}

/** Names of fields in the order in which they are worked through. */
export const namesOf = (object: InputObject): string[] => Object.keys(object).sort();

/** The `@id` fields of a type, in the order in which they are worked through. */
export const keysOf = ({ xids }: GraphqlType): readonly GraphqlField[] =>
  [...xids].sort((a, b) => (a.name < b.name ? -1 : 1));

/** The interface that declares a field, or the type itself. */
export const originOf = (type: GraphqlType, field: string, model: GraphqlModel): GraphqlType => {
  const parents = type.interfaces.flatMap((name) => model.types.get(name) ?? []);
  return parents.find((parent) => parent.byName.has(field)) ?? type;
};
