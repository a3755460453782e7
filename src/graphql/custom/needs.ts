/** What services are told of nodes, and what that is called in DQL. */
import type { Selection } from '../request/selection';
import type { GraphqlField, GraphqlType } from '../sdl/model';
import { STORED_AS } from '../sdl/scalars';

/** The stored fields that a field's service is told of. */
export function neededFields({ source, name }: GraphqlField, { fields, byName }: GraphqlType): readonly GraphqlField[] {
  if (source?.kind === 'http') return source.needs.flatMap((each) => byName.get(each) ?? []);
  if (source?.kind !== 'lambda') return [];
  return fields.filter((each) => !each.source && STORED_AS.has(each.type.name) && each.name !== name);
}

/** The name in DQL of the `i`th of the fields that a selection needs. */
export const neededId = ({ id }: Selection, i: number): string => `${id}_${i}`;
