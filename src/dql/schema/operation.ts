/**
 * Bodies of /alter: a schema, or a JSON object of drops. Names and values are those of Dgraph's protocol buffer
 * decoder. If that decoder fails, Dgraph carries out the fields before the fault: `{"drop_attr":"p","x":1}` drops `p`.
 * Such a body is unreadable here.
 */

export type AlterOperation =
  | { readonly kind: 'schema'; readonly text: string }
  | { readonly kind: 'dropAll' }
  | { readonly kind: 'dropData' }
  | { readonly kind: 'dropPredicate'; readonly name: string }
  | { readonly kind: 'dropType'; readonly name: string }
  /** Refused without effect; the reason is in Dgraph's words if it has any. */
  | { readonly kind: 'invalid'; readonly reason: string }
  /** A body that begins as JSON and is not an operation. No schema begins so. */
  | { readonly kind: 'unreadable'; readonly text: string; readonly reason: string };

/** Spellings of a protocol buffer's fields in JSON; case-sensitive. */
const FIELDS: ReadonlyMap<string, keyof Fields> = new Map([
  ['schema', 'schema'],
  ['drop_attr', 'dropAttr'],
  ['dropAttr', 'dropAttr'],
  ['drop_all', 'dropAll'],
  ['dropAll', 'dropAll'],
  ['drop_op', 'dropOp'],
  ['dropOp', 'dropOp'],
  ['drop_value', 'dropValue'],
  ['dropValue', 'dropValue'],
  ['run_in_background', 'runInBackground'],
  ['runInBackground', 'runInBackground'],
]);
const DROP_OPS = ['NONE', 'ALL', 'DATA', 'ATTR', 'TYPE'] as const;

interface Fields {
  schema: string;
  dropAttr: string;
  dropAll: boolean;
  /** An unknown number is kept: Dgraph treats it as no operation. */
  dropOp: (typeof DROP_OPS)[number] | number;
  dropValue: string;
  runInBackground: boolean;
}

const NOTHING: Fields = {
  schema: '',
  dropAttr: '',
  dropAll: false,
  dropOp: 'NONE',
  dropValue: '',
  runInBackground: false,
};

const TAKES: Readonly<Record<keyof Fields, string>> = {
  schema: 'a string',
  dropAttr: 'a string',
  dropAll: 'true or false',
  dropOp: `one of ${DROP_OPS.join(', ')}`,
  dropValue: 'a string',
  runInBackground: 'true or false',
};

/** Classifies a body. Never throws; a schema's text is not parsed here. */
export function readAlter(body: string): AlterOperation {
  if (!/^\s*\{/.test(body)) return operationOf({ ...NOTHING, schema: body });
  const read = readFields(body);
  return typeof read === 'string' ? { kind: 'unreadable', text: body, reason: read } : operationOf(read);
}

function operationOf(fields: Fields): AlterOperation {
  if (fields.schema === '' && fields.dropAttr === '' && !fields.dropAll && fields.dropOp === 'NONE') {
    return { kind: 'invalid', reason: 'Operation must have at least one field set' };
  }
  return dropOf(fields) ?? { kind: 'schema', text: fields.schema };
}

/** @returns the operation, or the reason as text if the body is not an operation */
function readFields(body: string): Fields | string {
  let json: object;
  try {
    json = JSON.parse(body) as object;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const fields: Partial<Record<keyof Fields, unknown>> = {};
  for (const [key, value] of Object.entries(json) as [string, unknown][]) {
    const field = FIELDS.get(key);
    if (field === undefined) return `an operation has no field "${key}"; it has ${[...FIELDS.keys()].join(', ')}`;
    if (value === null) continue;
    if (!fits(field, value)) return `the field "${key}" takes ${TAKES[field]}`;
    if (fields[field] !== undefined) return `the field "${key}" is given twice`;
    fields[field] = field === 'dropOp' && typeof value === 'number' ? (DROP_OPS[value] ?? value) : value;
  }
  const repeated = repeatedKey(body);
  if (repeated !== undefined) return `the field "${repeated}" is given twice`;
  return { ...NOTHING, ...fields } as Fields;
}

/**
 * Finds a repeated key. JSON.parse keeps the last value, Dgraph the one that is not null.
 *
 * @param body JSON of one object without inner ones
 */
function repeatedKey(body: string): string | undefined {
  const keys = new Set<string>();
  for (let start = body.indexOf('"'); start >= 0;) {
    let end = start + 1;
    while (body[end] !== '"') end += body[end] === '\\' ? 2 : 1;
    end++;
    let after = end;
    while (' \t\r\n'.includes(body[after] ?? '-')) after++;
    if (body[after] === ':') {
      const key = JSON.parse(body.slice(start, end)) as string;
      if (keys.has(key)) return key;
      keys.add(key);
    }
    start = body.indexOf('"', end);
  }
  return undefined;
}

function fits(field: keyof Fields, value: unknown): boolean {
  if (field !== 'dropOp') return typeof value === typeof NOTHING[field];
  return typeof value === 'number' ? (value | 0) === value : (DROP_OPS as readonly unknown[]).includes(value);
}

function dropOf({ dropAll, dropAttr, dropOp, dropValue }: Fields): AlterOperation | undefined {
  const invalid = (reason: string): AlterOperation => ({ kind: 'invalid', reason });
  if (dropAll && dropOp === 'DATA') return invalid('Only one of DropAll and DropData can be true');
  if (dropAll || dropOp === 'ALL') {
    return dropValue === '' ? { kind: 'dropAll' } : invalid('If DropOp is set to ALL, DropValue must be empty');
  }
  if (dropOp === 'DATA') {
    return dropValue === '' ? { kind: 'dropData' } : invalid('If DropOp is set to DATA, DropValue must be empty');
  }
  if (dropAttr !== '' || dropOp === 'ATTR') {
    const isNamed = dropOp !== 'ATTR' || dropValue !== '';
    return isNamed
      ? { kind: 'dropPredicate', name: dropAttr === '' ? dropValue : dropAttr }
      : invalid('If DropOp is set to ATTR, DropValue must not be empty');
  }
  if (dropOp !== 'TYPE') return undefined;
  return dropValue === ''
    ? invalid('If DropOp is set to TYPE, DropValue must not be empty')
    : { kind: 'dropType', name: dropValue };
}
