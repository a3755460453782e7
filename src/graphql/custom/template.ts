/** Templates of URLs, bodies and documents, filled with values. */
import { Kind, type ValueNode } from 'graphql';
import { LosslessNumber } from 'lossless-json';
import { isMembers } from '../members';
import type { Selection } from '../request/selection';
import type { GraphqlModel } from '../sdl/model';

/** Arguments, or values of a node; a missing name has no value. */
export type Values = Readonly<Record<string, unknown>>;

const valueOf = (values: Values, name: string): unknown => (Object.hasOwn(values, name) ? values[name] : undefined);

/**
 * Replaces the variables of a URL. A list becomes `a,b` in a path, and repeated parameters in a query string. An object
 * becomes `key,value,…` in a path, and `name[key]=value` in a query string. A parameter without a value is omitted;
 * null is written as an empty value.
 * @throws Error if a path segment has no value, since the URL would name another resource
 */
export function fillUrl(template: string, values: Values): string {
  const url = new URL(template);
  const segments = url.pathname.split('/').map((segment) => {
    if (!segment.startsWith('$')) return segment;
    const name = segment.slice(1);
    const text = inPath(valueOf(values, name));
    if (text === '') throw new Error(`$${name} has no value`);
    return escapeSegment(text);
  });
  url.pathname = segments.join('/');
  const parameters: [string, string][] = [];
  const names = [...new Set(url.searchParams.keys())].sort();
  for (const name of names) {
    const [first = '', ...others] = url.searchParams.getAll(name);
    if (!first.startsWith('$')) parameters.push([name, first]);
    parameters.push(...others.map((each): [string, string] => [name, each]));
    const value = first.startsWith('$') ? valueOf(values, first.slice(1)) : undefined;
    if (value !== undefined) parameters.push(...inQuery(name, value ?? ''));
  }
  url.search = new URLSearchParams(parameters).toString();
  return url.href;
}

/** Escapes a path segment. Refuses `..`, escaped or not, since it would change the path. */
function escapeSegment(text: string): string {
  if (/^\.\.?$/.test(text)) throw new Error(`"${text}" cannot be a segment of a path`);
  return encodeURIComponent(text);
}

function inPath(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(inPath).join(',');
  if (!isMembers(value)) return scalarText(value);
  return Object.keys(value)
    .sort()
    .map((key) => `${key},${inPath(value[key])}`)
    .join(',');
}

function inQuery(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined) return [[name, '']];
  if (Array.isArray(value)) return value.flatMap((each) => inQuery(name, each));
  if (!isMembers(value)) return [[name, scalarText(value)]];
  return Object.entries(value).flatMap(([key, each]) => inQuery(`${name}[${key}]`, each));
}

const scalarText = (value: unknown): string => (typeof value === 'string' ? value : String(value));

/** Fills the body for JSON output. A member without a value is omitted; in a list it becomes null. */
export function fillBody(template: ValueNode, values: Values): unknown {
  switch (template.kind) {
    case Kind.VARIABLE:
      return valueOf(values, template.name.value);
    case Kind.OBJECT: {
      const members = template.fields.map(({ name, value }) => [name.value, fillBody(value, values)] as const);
      return Object.fromEntries(members.filter(([, value]) => value !== undefined));
    }
    case Kind.LIST:
      return template.values.map((each) => fillBody(each, values) ?? null);
    case Kind.INT:
    case Kind.FLOAT:
      return new LosslessNumber(template.value);
    case Kind.BOOLEAN:
    case Kind.ENUM:
      return template.value;
    case Kind.STRING:
      // As in Dgraph, variables and strings are both texts at this stage.
      return template.value.startsWith('$') ? valueOf(values, template.value.slice(1)) : template.value;
    case Kind.NULL:
      return null;
  }
}

/** Document sent to a GraphQL service: its field, with the client's selections. */
export function remoteDocument(text: string, { children }: Selection, model: GraphqlModel): string {
  const end = text.lastIndexOf('}');
  return `${text.slice(0, end)}${printSelections(children, model)}}`;
}

/**
 * Prints selections by field name, since the answer is completed by field names. Fragments on one of several types
 * remain.
 */
function printSelections(children: readonly Selection[], model: GraphqlModel): string {
  if (children.length === 0) return '';
  const fields = children.map((child) => {
    const { name, args, only, parent } = child;
    const types = model.types.get(parent)?.byName.get(name)?.arguments ?? [];
    const presentArguments = types.filter((each) => Object.hasOwn(args, each.name));
    const texts = presentArguments.map((each) => `${each.name}: ${literal(args[each.name], each.type, model)}`);
    const field = `${name}${texts.length > 0 ? `(${texts.join(', ')})` : ''}${printSelections(child.children, model)}`;
    return only ? `... on ${parent} { ${field} }` : field;
  });
  return `{\n${fields.join('\n')}\n}`;
}

/** Formats a value as a GraphQL literal. */
function literal(value: unknown, type: string, model: GraphqlModel): string {
  const name = type.replace(/[[\]!]/g, '');
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, name, model)).join(', ')}]`;
  if (isMembers(value)) {
    const fields = new Map(model.inputs.get(name)?.fields.map((field) => [field.name, field.type]));
    const members = Object.entries(value).map(
      ([key, each]) => `${key}: ${literal(each, fields.get(key) ?? '', model)}`,
    );
    return `{${members.join(', ')}}`;
  }
  if (typeof value === 'string' && (model.enums.has(name) || name === 'Int64')) return value;
  return JSON.stringify(value ?? null);
}
