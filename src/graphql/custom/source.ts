/** Sources of fields that are not stored: `@custom` and `@lambda`. */
import { Kind, parse, parseValue, type ConstValueNode, type FieldDefinitionNode, type ValueNode } from 'graphql';
import { argumentOf, directiveOf, memberOf, textArgument, textOf } from '../sdl/directives';

/** DQL query; only for fields of `Query`. */
export interface DqlSource {
  readonly kind: 'dql';
  readonly text: string;
}

/** HTTP service. */
export interface HttpSource {
  readonly kind: 'http';
  /** URL template: `$name` as a path segment or as the value of a parameter is a variable. */
  readonly url: string;
  readonly method: string;
  /** True if one request asks for all nodes. */
  readonly batch: boolean;
  /** Body template: a GraphQL literal with variables. */
  readonly body: ValueNode | undefined;
  /** Field of the service, if that speaks GraphQL. */
  readonly remote: RemoteField | undefined;
  readonly secretHeaders: readonly HeaderName[];
  readonly forwardHeaders: readonly HeaderName[];
  /** Fields of the type, or arguments, whose values the service receives. */
  readonly needs: readonly string[];
}

/** Lambda server: receives all arguments, or all stored values of nodes. */
interface LambdaSource {
  readonly kind: 'lambda';
}

export type Source = DqlSource | HttpSource | LambdaSource;

/** `remote:local`: the header sent, and the header or secret with its value. */
interface HeaderName {
  readonly remote: string;
  readonly local: string;
}

interface RemoteField {
  /** Document without the selections of its field. */
  readonly text: string;
  readonly name: string;
  /** In mode BATCH: the variable for the list of nodes. */
  readonly batchVariable: string | undefined;
}

/** Reads the source of a field; `customProblems` reports faults. */
export function readSource(field: FieldDefinitionNode): Source | undefined {
  if (directiveOf(field, 'lambda')) return { kind: 'lambda' };
  const custom = directiveOf(field, 'custom');
  const dql = textArgument(custom, 'dql');
  if (dql !== undefined) return { kind: 'dql', text: dql };
  const http = argumentOf(custom, 'http');
  return http && readHttp(http);
}

function readHttp(http: ConstValueNode): HttpSource {
  const text = (name: string): string | undefined => {
    const value = memberOf(http, name);
    return value && textOf(value);
  };
  const url = text('url') ?? '';
  const batch = text('mode') === 'BATCH';
  const body = bodyOf(text('body'));
  const document = text('graphql');
  const remote = document === undefined ? undefined : remoteOf(document, batch);
  const usedVariables = remote && !batch ? remote.variables : variablesOf(body);
  return {
    kind: 'http',
    url,
    method: text('method') ?? 'GET',
    batch,
    body,
    remote,
    secretHeaders: headersOf(memberOf(http, 'secretHeaders')),
    forwardHeaders: headersOf(memberOf(http, 'forwardHeaders')),
    needs: [...new Set([...usedVariables, ...urlVariables(url).map(({ name }) => name)])],
  };
}

/** Parses the template of a body; undefined if absent or invalid. */
function bodyOf(text: string | undefined): ValueNode | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return parseValue(text);
  } catch {
    return undefined;
  }
}

/** Variables in a template. */
export function variablesOf(node: ValueNode | undefined): readonly string[] {
  switch (node?.kind) {
    case Kind.VARIABLE:
      return [node.name.value];
    case Kind.LIST:
      return node.values.flatMap(variablesOf);
    case Kind.OBJECT:
      return node.fields.flatMap(({ value }) => variablesOf(value));
    default:
      return [];
  }
}

interface UrlVariable {
  readonly name: string;
  readonly part: 'path' | 'query';
}

/** Variables in a URL. */
export function urlVariables(url: string): readonly UrlVariable[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const variablesIn = (part: UrlVariable['part']) => (text: string) =>
    text.startsWith('$') ? [{ name: text.slice(1), part }] : [];
  return [
    ...pathname.split('/').flatMap(variablesIn('path')),
    ...[...searchParams.values()].flatMap(variablesIn('query')),
  ];
}

function remoteOf(text: string, batch: boolean): (RemoteField & { readonly variables: readonly string[] }) | undefined {
  try {
    const [operation] = parse(text).definitions;
    if (operation?.kind !== Kind.OPERATION_DEFINITION) return undefined;
    const [field] = operation.selectionSet.selections;
    if (field?.kind !== Kind.FIELD) return undefined;
    const batchVariable = batch ? operation.variableDefinitions?.[0]?.variable.name.value : undefined;
    const variables = (field.arguments ?? []).flatMap(({ value }) => variablesOf(value));
    return { text, name: field.name.value, batchVariable, variables };
  } catch {
    return undefined;
  }
}

function headersOf(value: ConstValueNode | undefined): readonly HeaderName[] {
  const values = value?.kind === Kind.LIST ? value.values : [];
  return values.flatMap((each) => {
    const [remote = '', local = remote] = (textOf(each) ?? '').split(':');
    return remote === '' ? [] : [{ remote, local }];
  });
}
