/** Properties of types and fields for the generation of the API. */
import { hasSeveralLanguages, printType } from '../sdl/model';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { ORDERED, STORED_AS, SUMMED } from '../sdl/scalars';
import { onceFor } from '../../util/memo';
import { field, type Argument, type DefinedField, type Definition } from './definitions';

export const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);

export const isId = (each: GraphqlField): boolean => each.type.name === 'ID';

export const isOrdered = (each: GraphqlField): boolean =>
  !each.type.list && ORDERED.has(each.type.name) && !each.custom && !hasSeveralLanguages(each);

export const isSummed = (each: GraphqlField): boolean => !each.type.list && SUMMED.has(each.type.name) && !each.custom;

/** True if nodes of the type can be filtered. */
export const hasFilter = ({ fields }: GraphqlType): boolean =>
  fields.some((each) => each.search.length > 0 || isId(each) || !each.custom || !hasSeveralLanguages(each));

/** True for types with `ID` or `@id`; an interface without them can be neither referred to nor created. */
export const canBeReferred = (type: GraphqlType): boolean => type.idField !== undefined || type.xids.length > 0;

/** True if the edge is written from its other side. */
export const isReverse = ({ predicate }: GraphqlField): boolean => /^<?~/.test(predicate);

/** True for `name@hi:en` and `name@.`, which can only be read. */
export const isReadOnlyLanguage = (each: GraphqlField): boolean =>
  hasSeveralLanguages(each) || each.predicate.endsWith('@.');

export const enumeration = (name: string, members: readonly string[]): Definition => ({
  kind: 'enum',
  name,
  fields: [],
  members: members.map((member) => ({ name: member })),
});

export const SIMILARITY = 'vector_distance';

/** Fields of a type for clients. */
export function fieldsOfType(type: GraphqlType, model: GraphqlModel): DefinedField[] {
  if (type.remote) return type.fields.map((each) => described(each, each.arguments));
  const fieldOf = fieldsIn(model);
  const parts = type.fields.map((each) => fieldOf(each));
  const fields = parts.map((each) => each.field);
  if (type.fields.some((each) => each.embedding) && canBeReferred(type)) fields.push(field(SIMILARITY, 'Float'));
  for (const { aggregate } of parts) if (aggregate) fields.push(aggregate);
  return fields;
}

const described = ({ name, type, description, directives }: GraphqlField, args: readonly Argument[]): DefinedField => ({
  name,
  type: printType(type),
  description,
  directives,
  arguments: args,
});

/** Makes the fields of a model. Classes share the fields of their properties. */
const fieldsIn = onceFor((model: GraphqlModel) =>
  onceFor((each: GraphqlField): { readonly field: DefinedField; readonly aggregate?: DefinedField } => {
    const definition = described(each, argumentsOf(each, model));
    const target = model.types.get(each.type.name);
    if (!target || !each.type.list || each.custom) return { field: definition };
    const filter = hasFilter(target) ? [{ name: 'filter', type: `${target.name}Filter` }] : [];
    return { field: definition, aggregate: field(`${each.name}Aggregate`, `${target.name}AggregateResult`, filter) };
  }),
);

function argumentsOf(each: GraphqlField, model: GraphqlModel): readonly Argument[] {
  if (each.custom || each.isCommon || hasSeveralLanguages(each) || STORED_AS.has(each.type.name)) return each.arguments;
  const target = model.types.get(each.type.name);
  const filtered = model.unions.has(each.type.name) || (target !== undefined && hasFilter(target));
  const filter = filtered ? [{ name: 'filter', type: `${each.type.name}Filter` }] : [];
  if (!each.type.list || model.enums.has(each.type.name)) return [...each.arguments, ...filter];
  const order = target?.fields.some(isOrdered) ? [{ name: 'order', type: `${target.name}Order` }] : [];
  return [...each.arguments, ...filter, ...order, ...PAGES];
}

/** Type of a field in an input. */
export function inputType(each: GraphqlField, model: GraphqlModel, optional: boolean): string {
  const { name, list, nonNull, elementNonNull } = each.type;
  const isNode = model.types.has(name) || model.unions.has(name) || /^(Point|Polygon|MultiPolygon)$/.test(name);
  return printType({ name: isNode ? `${name}Ref` : name, list, nonNull: nonNull && !optional, elementNonNull });
}

const PAGES: readonly Argument[] = ['first', 'offset'].map((name) => ({ name, type: 'Int' }));

/** Arguments of a list of nodes of a type. */
export const listArguments = onceFor((type: GraphqlType): readonly Argument[] => [
  ...(hasFilter(type) ? [{ name: 'filter', type: `${type.name}Filter` }] : []),
  ...(type.fields.some(isOrdered) ? [{ name: 'order', type: `${type.name}Order` }] : []),
  ...PAGES,
]);
