/** ui/src/api/schema.ts: types of owlgate's own routes for the workbench, generated from their operations. */
import { OPERATIONS, SCHEMAS } from '../../../src/http/operations';
import type { Operation, Parameter, Schema } from '../../../src/http/operations/operation';

const HEADER = `/** Types of owlgate's own routes, made by \`npm run docs\` from the source of \`GET /openapi.json\`. */`;

/** Text of the file. */
export function openApiTypes(): string {
  const schemas = Object.entries(SCHEMAS).map(([name, schema]) => `export type ${name} = ${typeOf(schema, '')};`);
  const operations = Object.entries(OPERATIONS).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => entry(path, method, operation)),
  );
  const table = ['/** Operations by method and path. */', 'export interface Operations {', ...operations, '}'];
  return `${[HEADER, ...schemas, table.join('\n')].join('\n\n')}\n`;
}

function entry(path: string, method: string, { parameters, answers }: Operation): string {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => `${name!}: string;`);
  const query = Object.entries(parameters).map(([name, parameter]) => queryField(name, parameter));
  const [answer] = Object.entries(answers).flatMap(([status, { content = {} }]) =>
    Number(status) < 300 && content['application/json'] ? [content['application/json']] : [],
  );
  return [
    `  '${method} ${path}': {`,
    ...(names.length > 0 ? [`    path: { ${names.join(' ')} };`] : []),
    query.length === 0 ? '    query: Record<string, undefined>;' : `    query: {\n${query.join('\n')}\n    };`,
    `    answer: ${answer ? typeOf(answer, '    ') : 'unknown'};`,
    '  };',
  ].join('\n');
}

const queryField = (name: string, { schema, required }: Parameter): string =>
  `      ${name}${required ? '' : '?'}: ${schema['type'] === 'integer' ? 'number' : typeOf(schema, '      ')};`;

/** Type of TypeScript with the values that a schema accepts. */
function typeOf(schema: Schema, indent: string): string {
  const { $ref, enum: values, const: value, oneOf, type, items, properties, additionalProperties } = schema;
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1);
  if (Array.isArray(values)) return values.map(literal).join(' | ');
  if (value !== undefined) return literal(value);
  if (Array.isArray(oneOf)) return (oneOf as Schema[]).map((each) => typeOf(each, indent)).join(' | ');
  if (Array.isArray(type)) return type.map((each: unknown) => typeOf({ ...schema, type: each }, indent)).join(' | ');
  if (type === 'object' && properties) return objectType(schema, indent);
  if (type === 'object') {
    const isTyped = typeof additionalProperties === 'object' && additionalProperties !== null;
    return `Record<string, ${isTyped ? typeOf(additionalProperties as Schema, indent) : 'unknown'}>`;
  }
  if (type === 'array') {
    const item = typeOf((items ?? {}) as Schema, indent);
    return / \| /.test(item) && !item.includes('\n') ? `(${item})[]` : `${item}[]`;
  }
  const plain: Readonly<Record<string, string>> = { integer: 'number', number: 'number', null: 'null' };
  return plain[String(type)] ?? (type === 'string' || type === 'boolean' ? type : 'unknown');
}

function objectType({ properties, required }: Schema, indent: string): string {
  const needed = new Set(required as readonly string[] | undefined);
  const fields = Object.entries(properties as Record<string, Schema>).map(
    ([name, schema]) => `${indent}  ${name}${needed.has(name) ? '' : '?'}: ${typeOf(schema, `${indent}  `)};`,
  );
  return `{\n${fields.join('\n')}\n${indent}}`;
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
