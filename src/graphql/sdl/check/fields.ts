/** Checks of one field: its name, its type, and the directives on how it is stored. */
import { Kind, print, type ConstDirectiveNode, type FieldDefinitionNode } from 'graphql';
import { argumentOf, directiveOf, memberOf, textArgument, textOf, textsArgument } from '../directives';
import { GEO_TYPES, SEARCHES, searchName } from '../scalars';
import { checkStoredPredicates } from './stored-predicates';
import {
  isId,
  isList,
  isRemote,
  isReserved,
  isRoot,
  isScalar,
  typeName,
  type CheckedSchema,
  type Declaration,
} from './schema';

type Check = (
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  type: Declaration,
  schema: CheckedSchema,
) => string | undefined;

export function checkField(field: FieldDefinitionNode, type: Declaration, schema: CheckedSchema): void {
  const place = `Type ${type.name.value}; Field ${field.name.value}`;
  const refuse = (message: string) => schema.refuse(`${place}: ${message}`, field);
  const name = field.name.value;
  const fieldType = typeName(field);
  if (isReserved(name)) refuse(`${name} is a reserved keyword and you cannot declare a field with this name.`);
  else if (name.endsWith('Aggregate')) {
    refuse('Aggregate is a reserved keyword and you cannot declare a field with Aggregate as suffix.');
  }
  if (isList(field) && (fieldType === 'ID' || fieldType === 'Boolean') && !isRoot(type))
    refuse(`${fieldType} lists are invalid.`);
  const reserved = field.arguments?.find((each) => /^(?:first|offset|filter|order)$/.test(each.name.value));
  if (reserved && !isRoot(type) && !isRemote(type)) {
    refuse(`can't have ${reserved.name.value} as an argument because it is a reserved argument.`);
  }
  if (directiveOf(field, 'withSubscription')) {
    if (type.name.value !== 'Query')
      refuse('@withSubscription directive is applicable only on types and custom dql queries');
    else if (!argumentOf(directiveOf(field, 'custom'), 'dql')) {
      refuse('custom query should have dql argument if @withSubscription directive is set');
    }
  }
  for (const directive of field.directives ?? []) {
    const message = CHECKS[directive.name.value]?.(directive, field, type, schema);
    if (message !== undefined) schema.refuse(`${place}: ${message}`, directive);
  }
}

const CHECKS: Readonly<Record<string, Check>> = {
  search: checkSearch,
  dgraph: checkStoredPredicates,
  id: checkKey,
  default: checkDefault,
  embedding: (_, field) =>
    isList(field) && print(field.type).startsWith('[Float!]')
      ? undefined
      : `The field with @embedding directive is of type ${print(field.type)}, but @embedding directive only ` +
        'applies to fields of type [Float!].',
  hasInverse: (directive) =>
    textArgument(directive, 'field') === undefined ? "@hasInverse directive doesn't have field argument." : undefined,
  remoteResponse: (directive, _, type) => {
    if (!isRemote(type)) return '@remoteResponse directive can only be defined on fields of @remote type.';
    return textArgument(directive, 'name')
      ? undefined
      : 'Argument name inside @remoteResponse directive must be defined.';
  },
};

const REGEXP = new Set(['trigram', 'regexp']);

/** Index of a search: some searches share one, and all dates have the same. */
const indexOf = (search: string): string => {
  const { type, filter } = SEARCHES.get(searchName(search))!;
  return type === 'String' ? (REGEXP.has(search) ? 'regexp' : search) : filter;
};

function checkSearch(
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  _: Declaration,
  schema: CheckedSchema,
): string | undefined {
  const fieldType = typeName(field);
  const byArgument = argumentOf(directive, 'by');
  if (!byArgument) {
    const isSearchable = schema.isEnum(fieldType) || GEO_TYPES.has(fieldType) || (isScalar(fieldType) && !isId(field));
    return isSearchable
      ? undefined
      : `has the @search directive but fields of type ${fieldType} can't have the @search directive.`;
  }
  if (byArgument.kind !== Kind.LIST)
    return 'the @search directive requires a list argument, like @search(by: ["hash"])';
  const searchesByIndex = new Map<string, string>();
  for (const search of [...(textsArgument(directive, 'by') ?? [])].sort()) {
    const definition = SEARCHES.get(searchName(search));
    // Unknown and unsuitable searches are reported when the field is read.
    if (!definition) continue;
    if (schema.isEnum(fieldType) && !['hash', 'exact', 'regexp', 'trigram'].includes(search)) {
      return (
        `has the @search directive but the argument ${search} doesn't apply to field type ${fieldType} which ` +
        'is an Enum. Enum only supports hash, exact, regexp and trigram'
      );
    }
    if (definition.tokenizer === 'hnsw') {
      if (!directiveOf(field, 'embedding')) {
        return `has the @search directive but the argument ${search} requires the field also has @embedding directive.`;
      }
      if (!hasOptions(search)) {
        return (
          `has the @search directive but the argument '${search}' with search options is malformed. Search ` +
          'options are comma-separated key-value pairs in YAML format => <optionName><COLON><SPACE><VALUE>'
        );
      }
    }
    const index = indexOf(search);
    const before = searchesByIndex.get(index);
    if (before !== undefined) {
      return fieldType === 'String' || schema.isEnum(fieldType)
        ? `the argument to @search '${search}' is the same as the index '${before}' provided before and ` +
            `shouldn't be used together`
        : `has the search directive on ${fieldType}. ${fieldType} allows only one argument for @search.`;
    }
    const clash =
      index === 'hash' ? searchesByIndex.get('exact') : index === 'exact' ? searchesByIndex.get('hash') : undefined;
    if (clash !== undefined)
      return `the arguments '${search}' and '${clash}' can't be used together as arguments to @search.`;
    searchesByIndex.set(index, search);
  }
  return undefined;
}

/** `hnsw`, or `hnsw(metric: "euclidean", exponent: "6")`. */
const hasOptions = (search: string): boolean =>
  /^\w+\s*(?:\(\s*(?:\w+\s*:\s[^,()]+(?:,\s*\w+\s*:\s[^,()]+)*)?\)\s*)?$/.test(search);

function checkKey(
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  type: Declaration,
  schema: CheckedSchema,
): string | undefined {
  if (isList(field) || !['String', 'Int', 'Int64'].includes(typeName(field))) {
    return `with @id directive must be of type String, Int or Int64, not ${print(field.type)}`;
  }
  const isShared = textArgument(directive, 'interface') === 'true';
  const isInherited = schema
    .interfacesOf(type)
    .some(({ fields = [] }) => fields.some((each) => each.name.value === field.name.value));
  if (!isShared || isInherited || type.kind === Kind.INTERFACE_TYPE_DEFINITION) return undefined;
  return '@id field with interface argument can only be defined in interface,not in Type';
}

function checkDefault(
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  type: Declaration,
  schema: CheckedSchema,
): string | undefined {
  const fieldType = typeName(field);
  if (isRemote(type)) return 'cannot use @default directive on a @remote type';
  if (!isScalar(fieldType) && !schema.isEnum(fieldType))
    return `cannot use @default directive on field with non-scalar type ${fieldType}`;
  if (isList(field)) return `cannot use @default directive on field with list type [${fieldType}]`;
  if (isId(field)) return 'cannot use @default directive on field with type ID';
  const other = ['id', 'custom', 'lambda'].find((name) => directiveOf(field, name));
  if (other !== undefined) return `cannot use @default directive on field with @${other} directive`;
  for (const { value: argument } of directive.arguments ?? []) {
    const node = memberOf(argument, 'value');
    const value = (node && textOf(node)) ?? '';
    const fits =
      value === '$now'
        ? fieldType === 'DateTime'
        : fieldType === 'Int'
          ? /^[+-]?\d+$/.test(value)
          : fieldType === 'Float'
            ? value.trim() !== '' && !Number.isNaN(Number(value))
            : fieldType !== 'Boolean' || value === 'true' || value === 'false';
    if (!fits) return `@default directive provides value "${value}" which cannot be used with ${fieldType}`;
  }
  return undefined;
}
