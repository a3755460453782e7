/** The body of /alter: a schema, or a JSON object that says what to drop. */
import type { SchemaDocument } from '../../dql/schema/ast';
import { parseSchema } from '../../dql';
import { AlterError } from './errors';

export type Operation =
  | { readonly kind: 'schema'; readonly document: SchemaDocument }
  | { readonly kind: 'dropAll' }
  | { readonly kind: 'dropData' }
  | { readonly kind: 'dropPredicate'; readonly name: string }
  | { readonly kind: 'dropType'; readonly name: string };

/** Names of the protocol buffer's fields, as its JSON form spells them, both ways. */
const FIELDS: Readonly<Record<string, keyof Fields>> = {
  schema: 'schema',
  drop_attr: 'dropAttr',
  dropAttr: 'dropAttr',
  drop_all: 'dropAll',
  dropAll: 'dropAll',
  drop_op: 'dropOp',
  dropOp: 'dropOp',
  drop_value: 'dropValue',
  dropValue: 'dropValue',
  run_in_background: 'runInBackground',
  runInBackground: 'runInBackground',
};
const DROP_OPS = ['NONE', 'ALL', 'DATA', 'ATTR', 'TYPE'] as const;

interface Fields {
  schema: string;
  dropAttr: string;
  dropAll: boolean;
  dropOp: (typeof DROP_OPS)[number];
  dropValue: string;
  runInBackground: boolean;
}

/** @throws AlterError, and DqlSyntaxError for a schema that cannot be read */
export function readOperation(body: string): Operation {
  // What is not such an object is a schema, as Dgraph sees it.
  const fields = readFields(body) ?? { ...NOTHING, schema: body };
  if (fields.schema === '' && fields.dropAttr === '' && !fields.dropAll && fields.dropOp === 'NONE') {
    throw new AlterError('Operation must have at least one field set');
  }
  return dropOf(fields) ?? { kind: 'schema', document: parseSchema(fields.schema) };
}

const NOTHING: Fields = {
  schema: '',
  dropAttr: '',
  dropAll: false,
  dropOp: 'NONE',
  dropValue: '',
  runInBackground: false,
};

function readFields(body: string): Fields | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return undefined;
  const fields: Partial<Record<keyof Fields, unknown>> = {};
  for (const [key, value] of Object.entries(json)) {
    const field = Object.hasOwn(FIELDS, key) ? FIELDS[key] : undefined;
    if (field === undefined || (value !== null && !fits(field, value))) return undefined;
    if (value !== null) fields[field] = field === 'dropOp' && typeof value === 'number' ? DROP_OPS[value] : value;
  }
  return { ...NOTHING, ...fields } as Fields;
}

function fits(field: keyof Fields, value: unknown): boolean {
  if (field === 'dropOp') {
    return typeof value === 'number' ? value in DROP_OPS : (DROP_OPS as readonly unknown[]).includes(value);
  }
  return typeof value === typeof NOTHING[field];
}

function dropOf({ dropAll, dropAttr, dropOp, dropValue }: Fields): Operation | undefined {
  if (dropAll && dropOp === 'DATA') throw new AlterError('Only one of DropAll and DropData can be true');
  if (dropAll || dropOp === 'ALL') {
    if (dropValue !== '') throw new AlterError('If DropOp is set to ALL, DropValue must be empty');
    return { kind: 'dropAll' };
  }
  if (dropOp === 'DATA') {
    if (dropValue !== '') throw new AlterError('If DropOp is set to DATA, DropValue must be empty');
    return { kind: 'dropData' };
  }
  if (dropAttr !== '' || dropOp === 'ATTR') {
    const name = dropAttr === '' ? dropValue : dropAttr;
    if (name === '') throw new AlterError('If DropOp is set to ATTR, DropValue must not be empty');
    return { kind: 'dropPredicate', name };
  }
  if (dropOp === 'TYPE') {
    if (dropValue === '') throw new AlterError('If DropOp is set to TYPE, DropValue must not be empty');
    return { kind: 'dropType', name: dropValue };
  }
  return undefined;
}
