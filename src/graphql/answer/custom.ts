/**
 * Completes answers of `@custom(dql:)` queries, whose keys are field names. Values are coerced if that loses nothing.
 */
import { fits } from '../request/literals';
import { textOf } from '../request/values';
import type { GraphqlModel } from '../sdl/model';
import type { Path, ResponseError } from '../request/failure';
import type { Selection } from '../request/selection';
import { isMembers } from '../members';
import { ABSENT, put, type Completed } from './complete';
import { EXPECTED_LIST, EXPECTED_ONE, EXPECTED_SCALAR, missing } from './messages';
import { ObjectTypes } from './types';

/** Digits of a number, however it was parsed. */
const numberOf = (value: unknown): string => `${value as number}`;

const SCALARS = new Set(['String', 'ID', 'Boolean', 'Float', 'Int', 'Int64', 'DateTime']);

const isNumber = (value: unknown): boolean =>
  typeof value === 'number' ||
  typeof value === 'bigint' ||
  (typeof value === 'object' && value !== null && !isMembers(value));

export class CustomCompleter {
  readonly errors: ResponseError[] = [];
  private readonly types: ObjectTypes;

  constructor(private readonly model: GraphqlModel) {
    this.types = ObjectTypes.in(model);
  }

  object(
    selections: readonly Selection[],
    node: Readonly<Record<string, unknown>>,
    path: Path,
  ): Completed | typeof ABSENT {
    const types = node['__typename'] === undefined ? node['dgraph.type'] : [node['__typename']];
    const hasTypes = Array.isArray(types) && types.length > 0;
    const typename = hasTypes ? this.types.of(types) : undefined;
    const completed: Completed = {};
    for (const selection of selections) {
      const { name, key, only, parent, type } = selection;
      if (hasTypes && only && (typename === undefined || !only.has(typename))) continue;
      const value = name === '__typename' ? (typename ?? parent) : node[this.remoteName(selection)];
      const fieldPath = [...path, key];
      if (value !== null && value !== undefined && type.list && !Array.isArray(value)) {
        this.report(EXPECTED_LIST, selection, path);
        return ABSENT;
      }
      const result = this.value(selection, value, fieldPath);
      if (result === ABSENT && type.nonNull) return ABSENT;
      put(completed, key, result === ABSENT ? null : result);
    }
    return completed;
  }

  /** @returns ABSENT if the value does not fit the field's type */
  value(selection: Selection, value: unknown, path: Path): unknown {
    const { type, children } = selection;
    if (Array.isArray(value)) return this.list(selection, value, path);
    if (isMembers(value)) {
      if (!SCALARS.has(type.name) && !this.model.enums.has(type.name)) return this.object(children, value, path);
      return this.wrong(EXPECTED_SCALAR, selection, path);
    }
    if (value === null || value === undefined) {
      if (type.list) return [];
      return type.nonNull ? this.wrong(missing(selection), selection, path) : null;
    }
    const coerced = this.coerce(value, type.name);
    if (coerced !== undefined) return coerced;
    const shown = `Error coercing value '${textOf(value)}' for field '${selection.name}' to type ${type.name}.`;
    return this.wrong(shown, selection, path);
  }

  private remoteName({ parent, name }: Selection): string {
    return this.model.types.get(parent)?.byName.get(name)?.remoteName ?? name;
  }

  private list(selection: Selection, values: readonly unknown[], path: Path): unknown {
    if (!selection.type.list) {
      if (values.length === 1) return this.value(selection, values[0], path);
      const nothing = this.value(selection, undefined, path);
      this.report(EXPECTED_ONE, selection, path);
      return nothing;
    }
    const items: unknown[] = [];
    for (const [i, each] of values.entries()) {
      const item = this.value({ ...selection }, each, [...path, i]);
      if (item === ABSENT && selection.type.elementNonNull) return ABSENT;
      items.push(item === ABSENT ? null : item);
    }
    return items;
  }

  private coerce(value: unknown, type: string): unknown {
    const number = isNumber(value);
    switch (type) {
      case 'String':
      case 'ID':
        return number ? numberOf(value) : textOf(value);
      case 'Boolean':
        return typeof value === 'string' ? value.length > 0 : Boolean(number ? Number(value) : value);
      case 'Int': {
        const int = value === '' ? NaN : Number(value);
        return int === (int | 0) ? int : undefined;
      }
      case 'Int64':
        if (typeof value === 'boolean') return Number(value);
        if (!/^-?\d+$/.test(String(value)) || !fits(String(value), 64)) return undefined;
        return typeof value === 'string' && Number.isSafeInteger(Number(value)) ? Number(value) : value;
      case 'Float': {
        const float = value === '' ? NaN : Number(value);
        return Number.isNaN(float) ? undefined : float;
      }
      case 'DateTime':
        return dateTime(value, number);
      default: {
        const members = this.model.enums.get(type)?.values;
        return members?.some(({ name }) => name === value) ? value : undefined;
      }
    }
  }

  private wrong(message: string, selection: Selection, path: Path): typeof ABSENT {
    this.report(message, selection, path);
    return ABSENT;
  }

  private report(message: string, { location }: Selection, path: Path): void {
    this.errors.push({ message, locations: [location], path });
  }
}

/** Formats seconds since 1970, or an RFC 3339 date that may be a prefix. */
function dateTime(value: unknown, number: boolean): string | undefined {
  if (number) return Number.isInteger(Number(value)) ? rfc3339(new Date(Number(value) * 1000)) : undefined;
  if (typeof value !== 'string') return undefined;
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(value)) return value.replace(/\.\d+/, '');
  return /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d:\d\d(\.\d+)?)?)?)?$/.test(value) ? rfc3339(new Date(value)) : undefined;
}

const rfc3339 = (date: Date): string | undefined =>
  Number.isNaN(date.getTime()) ? undefined : date.toISOString().replace('.000Z', 'Z');
