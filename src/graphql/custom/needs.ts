/** Stored fields that services receive, and their names in DQL. */
import type { Selection } from '../request/selection';
import type { GraphqlField, GraphqlType } from '../sdl/model';
import { STORED_AS } from '../sdl/scalars';

/** Stored fields that the service of a field receives. */
export function neededFields({ source, name }: GraphqlField, { fields, byName }: GraphqlType): readonly GraphqlField[] {
  if (source?.kind === 'http') return source.needs.flatMap((each) => byName.get(each) ?? []);
  if (source?.kind !== 'lambda') return [];
  return fields.filter((each) => !each.source && STORED_AS.has(each.type.name) && each.name !== name);
}

/** Name in DQL of the `i`th field that a selection needs. */
export const neededId = ({ id }: Selection, i: number): string => `${id}_${i}`;
