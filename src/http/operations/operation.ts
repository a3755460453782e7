/**
 * Description of an operation of owlgate's own routes: accepted parameters and bodies, and answers. Handlers read
 * parameters and compile validators from it, and `GET /openapi.json` is made of it.
 */
import type { ErrorCode } from '../../errors';

/** JSON Schema 2020-12, as OpenAPI 3.1 has it. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly description: string;
  readonly schema: Schema;
  readonly required?: true;
}

/** Media type → schema. */
export type Content = Readonly<Record<string, Schema>>;

export interface Operation<Name extends string = string> {
  /** `operationId`: unique, in camel case. */
  readonly id: string;
  readonly tag: Tag;
  readonly summary: string;
  /** Query parameters. Every other name is refused. */
  readonly parameters: Readonly<Record<Name, Parameter>>;
  readonly headers?: Readonly<Record<string, Parameter>>;
  readonly body?: { readonly required: boolean; readonly content: Content };
  readonly answers: Readonly<Record<number, { readonly description: string; readonly content?: Content }>>;
  /** Codes besides those of every request. */
  readonly errors: readonly ErrorCode[];
}

export const TAGS = {
  ontology: 'The ontology in force: load, read, explain, check.',
  data: 'The stored graph.',
  documents: 'Documents that questions are answered from.',
  questions: 'Questions in words, and conversations.',
  agents: 'Model Context Protocol.',
  service: 'The service itself.',
} as const;
type Tag = keyof typeof TAGS;

/** Keeps the names of the parameters in the type. */
export const operation = <Name extends string = never>(description: Operation<Name>): Operation<Name> => description;

export const string: Schema = { type: 'string' };
export const boolean: Schema = { type: 'string', enum: ['true', 'false'] };
/** Range of a whole number, and its value if the parameter is absent. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly preset: number;
}
export const integer = ({ min, max, preset }: NumberRange): Schema => ({
  type: 'integer',
  minimum: min,
  maximum: max,
  default: preset,
});
export const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
export const array = (items: Schema): Schema => ({ type: 'array', items });

/** Schema of an object. Properties are required, except those whose names end in `?`. Later versions may add others. */
export function object(properties: Readonly<Record<string, Schema>>): Schema {
  const entries = Object.entries(properties).map(([name, schema]) => ({
    name: name.replace(/\?$/, ''),
    schema,
    isRequired: !name.endsWith('?'),
  }));
  const required = entries.flatMap(({ name, isRequired }) => (isRequired ? [name] : []));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])),
  };
}

export const json = (schema: Schema): Content => ({ 'application/json': schema });
