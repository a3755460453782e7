/** Filters and orders of a type: TFilter, THasFilter, TOrder. */
import { hasSeveralLanguages } from '../sdl/model';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../sdl/model';
import { SEARCHES, searchName } from '../sdl/scalars';
import { field, type Api, type DefinedField } from './definitions';
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
    definitions.set(`${name}Order`, { kind: 'input', name: `${name}Order`, fields });
  }
  const present = type.fields
    .filter((each) => !isId(each) && !each.custom && !hasSeveralLanguages(each))
    .map((each) => each.name);
  if (type.fields.some((each) => each.embedding) && canBeReferred(type)) present.push(SIMILARITY);
  if (present.length > 0) definitions.set(`${name}HasFilter`, enumeration(`${name}HasFilter`, present));
}

function filterFields(type: GraphqlType, model: GraphqlModel, api: Api): DefinedField[] {
  const fields: DefinedField[] = [];
  for (const each of type.fields) {
    if (isId(each)) fields.push(field(each.name, '[ID!]'));
    else if (each.search.length > 0) fields.push(field(each.name, filterOf(each, model, api)));
  }
  const name = `${type.name}Filter`;
  if (hasValues(type, model)) fields.push(field('has', `[${type.name}HasFilter]`));
  const several = fields.length > 1 || (fields.length === 1 && fields[0]!.type !== '[ID!]');
  if (several) fields.push(field('and', `[${name}]`), field('or', `[${name}]`));
  fields.push(field('not', name));
  return fields;
}

/** Returns the input type of a field's filter; creates it if needed. */
function filterOf(each: GraphqlField, model: GraphqlModel, { definitions }: Api): string {
  const isEnum = model.enums.has(each.type.name);
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
  if (parts.length > 1 && !definitions.has(name)) {
    const fields = parts.flatMap(
      (part) => definitions.get(part)?.fields ?? (FILTER_FIELDS[part] ?? []).map(([of, type]) => field(of, type)),
    );
    definitions.set(name, { kind: 'input', name, fields });
  }
  return name;
}
