/** Where the value of a field comes from that is not stored: what `@custom` and `@lambda` say of it. */
import { Kind, parse, parseValue, type ConstValueNode, type FieldDefinitionNode, type ValueNode } from 'graphql';
import { argumentOf, directiveOf, memberOf, textArgument, textOf } from '../sdl/directives';

/** A query of DQL: of fields of `Query` alone. */
export interface DqlSource {
  readonly kind: 'dql';
  readonly text: string;
}

/** An address that is asked over HTTP. */
export interface HttpSource {
  readonly kind: 'http';
  /** `$name` as a segment of its path, or as the value of a parameter, stands for what is called so. */
  readonly url: string;
  readonly method: string;
  /** Whether all nodes are asked for at once. */
  readonly batch: boolean;
  /** A literal of GraphQL, with variables. */
  readonly body: ValueNode | undefined;
  /** Where the address is one of GraphQL. */
  readonly remote: RemoteField | undefined;
  readonly secretHeaders: readonly HeaderName[];
  readonly forwardHeaders: readonly HeaderName[];
  /** Fields of the type, or arguments, whose values it takes. */
  readonly needs: readonly string[];
}

/** The lambda server: it is given all arguments, or all stored values of nodes. */
export interface LambdaSource {
  readonly kind: 'lambda';
}

export type Source = DqlSource | HttpSource | LambdaSource;

/** `remote:local`: the header that is sent, and where its value is from. */
export interface HeaderName {
  readonly remote: string;
  readonly local: string;
}

export interface RemoteField {
  /** The document, without what is selected of its field. */
  readonly text: string;
  readonly name: string;
  /** In mode BATCH: the variable that takes the list of nodes. */
  readonly batchVariable: string | undefined;
}

/** What is wrong with it is told by `customProblems`; here it reads what there is. */
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
  const asked = remote && !batch ? remote.variables : variablesOf(body);
  return {
    kind: 'http',
    url,
    method: text('method') ?? 'GET',
    batch,
    body,
    remote,
    secretHeaders: headersOf(memberOf(http, 'secretHeaders')),
    forwardHeaders: headersOf(memberOf(http, 'forwardHeaders')),
    needs: [...new Set([...asked, ...urlVariables(url).map(({ name }) => name)])],
  };
}

/** The template of a body; undefined where there is none, or none that can be read. */
export function bodyOf(text: string | undefined): ValueNode | undefined {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return parseValue(text);
  } catch {
    return undefined;
  }
}

/** The variables in a template. */
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

export interface UrlVariable {
  readonly name: string;
  readonly where: 'path' | 'query';
}

/** The variables in an address. */
export function urlVariables(url: string): readonly UrlVariable[] {
  if (!URL.canParse(url)) return [];
  const { pathname, searchParams } = new URL(url);
  const named = (where: UrlVariable['where']) => (text: string) =>
    text.startsWith('$') ? [{ name: text.slice(1), where }] : [];
  return [...pathname.split('/').flatMap(named('path')), ...[...searchParams.values()].flatMap(named('query'))];
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
