/** Filters and orders of a type: TFilter, THasFilter, TOrder. */
import { hasSeveralLanguages } from '../sdl/model';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { SEARCHES, searchName } from '../sdl/scalars';
import { onceFor } from '../../util/memo';
import { commonField, field, type Api, type DefinedField, type Definition } from './definitions';
import { FILTER_FIELDS } from './extras';
import { hasValues } from './inputs';
import { canBeReferred, enumeration, isId, isOrdered, SIMILARITY } from './shared';

export function addFilters(type: GraphqlType, model: GraphqlModel, api: Api): void {
  const { definitions } = api;
  const { name } = type;
  definitions.set(`${name}Filter`, { kind: 'input', name: `${name}Filter`, fields: filterFields(type, model, api) });
  const ordered = type.fields.filter(isOrdered).map((each) => each.name);
  if (ordered.length > 0) {
    definitions.set(`${name}Orderable`, enumeration(`${name}Orderable`, ordered));
    const fields = [field('asc', `${name}Orderable`), field('desc', `${name}Orderable`), field('then', `${name}Order`)];
    fields.push(...commonFields(type, 'Order'));
    definitions.set(`${name}Order`, { kind: 'input', name: `${name}Order`, fields });
  }
  const present = type.fields
    .filter((each) => !isId(each) && !each.custom && !each.isCommon && !hasSeveralLanguages(each))
    .map((each) => each.name);
  if (type.fields.some((each) => each.embedding) && canBeReferred(type)) present.push(SIMILARITY);
  if (present.length > 0) definitions.set(`${name}HasFilter`, enumeration(`${name}HasFilter`, present));
}

/** Field of an input for the fields of the common type. */
const commonFields = ({ fields }: GraphqlType, suffix: string): DefinedField[] =>
  fields.flatMap((each) => (each.isCommon ? [commonField(each.name, `${each.type.name}${suffix}`)] : []));

function filterFields(type: GraphqlType, model: GraphqlModel, api: Api): DefinedField[] {
  const fields: DefinedField[] = [];
  const filterIn = filtersIn(model);
  for (const each of type.fields) {
    if (isId(each)) fields.push(field(each.name, '[ID!]'));
    // Vectors are searched by separate queries.
    else if (each.search.length > 0 && !each.embedding) {
      const { type: filter, definitions } = filterIn(each);
      for (const definition of definitions) api.definitions.set(definition.name, definition);
      fields.push(field(each.name, filter));
    }
  }
  fields.push(...commonFields(type, 'Filter'));
  const name = `${type.name}Filter`;
  if (hasValues(type, model)) fields.push(field('has', `[${type.name}HasFilter]`));
  const several = fields.length > 1 || (fields.length === 1 && fields[0]!.type !== '[ID!]');
  if (several) fields.push(field('and', `[${name}]`), field('or', `[${name}]`));
  fields.push(field('not', name));
  return fields;
}

interface FieldFilter {
  readonly type: string;
  /** Definitions of the filter's type. */
  readonly definitions: readonly Definition[];
}

/** Makes the filters of a model's fields. Classes share those of their properties. */
const filtersIn = onceFor((model: GraphqlModel) => onceFor((each: GraphqlField) => filterOf(each, model)));

/** Returns the input type of a field's filter. */
function filterOf(each: GraphqlField, model: GraphqlModel): FieldFilter {
  const isEnum = model.enums.has(each.type.name);
  const definitions = new Map<string, Definition>();
  const parts = each.search.map((search) => {
    const named = searchName(search);
    const filter = SEARCHES.get(named)!.filter;
    if (!isEnum || (named !== 'hash' && named !== 'exact')) return filter;
    const ofEnum = `${each.type.name}_${named}`;
    const fields = FILTER_FIELDS[filter]!.map(([name, type]) => {
      // A field that is not a list takes one value, also for a range.
      return field(name, type.startsWith('[') ? `[${each.type.name}]` : each.type.name);
    });
    definitions.set(ofEnum, { kind: 'input', name: ofEnum, fields });
    return ofEnum;
  });
  const name = parts.join('_');
  if (parts.length > 1) {
    const fields = parts.flatMap(
      (part) => definitions.get(part)?.fields ?? (FILTER_FIELDS[part] ?? []).map(([of, type]) => field(of, type)),
    );
    definitions.set(name, { kind: 'input', name, fields });
  }
  return { type: name, definitions: [...definitions.values()] };
}
