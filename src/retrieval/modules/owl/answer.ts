/** Eighth stage: what was found, in words. */
import type { Node } from '../../agents/graph/nodes';
import type { Schema } from './schema';

/** Names that one answer tells. */
const MOST_NAMES = 40;

export const nameOf = (uid: string, nodes: ReadonlyMap<string, Node>): string =>
  nodes.get(uid)?.label ?? nodes.get(uid)?.iri ?? uid;

/** Names, sorted by the alphabet, so that the same facts give the same answer. */
export function listed(names: readonly string[]): string {
  const all = [...new Set(names)].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const shown = all.slice(0, MOST_NAMES);
  const rest = all.length - shown.length;
  return `${shown.join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`;
}

/** A value as people write it: midnight of a day is the day. */
export function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replace(/^(-?\d{4,}-\d\d-\d\d)T00:00:00(?:\.0+)?(?:Z|[+-]\d\d:\d\d)?$/, '$1');
}

/** What kind of value it is, where one number alone would not say it. */
export function withComment(text: string, property: string, schema: Schema): string {
  const comment = schema.vocabulary.properties.get(property)?.comment;
  const unit =
    comment === undefined
      ? undefined
      : /\bin (metres|meters|kilometres|kilometers|feet|miles|kilograms|tonnes|tons|litres|hours|minutes|seconds|days|years|euros|dollars|degrees(?: \w+)?|hectares|square (?:kilo)?metres)\b/i.exec(
          comment,
        )?.[1];
  return unit === undefined ? text : `${text} ${unit.toLowerCase()}`;
}
