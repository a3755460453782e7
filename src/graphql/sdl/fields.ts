/** Reads one field of a type: its predicate, and its searches. */
import { Kind, type FieldDefinitionNode, type TypeNode } from 'graphql';
import { argumentOf, directiveOf, memberOf, printDirectives, textArgument, textOf, textsArgument } from './directives';
import type { GraphqlField, TypeReference } from './model';
import { readSource } from '../custom/source';
import { defaultSearch, SEARCHES, searchName, STORED_AS } from './scalars';
import { problem, type SchemaProblem } from './schema-error';

/**
 * @param owner the Dgraph name of the declaring type
 * @param declaredBy the declaring interface, for an inherited field
 * @param kindOf returns the kind of a name's definition in the document
 */
export function readField(
  node: FieldDefinitionNode,
  owner: string,
  declaredBy: string | undefined,
  kindOf: (name: string) => Kind | undefined,
  problems: SchemaProblem[],
): GraphqlField {
  const name = node.name.value;
  const type = typeReference(node.type);
  if (!type) problems.push(problem(`${owner}.${name}: there are no lists of lists`, node));
  const reference = type ?? { name: 'String', list: false, nonNull: false, elementNonNull: false };
  if (!STORED_AS.has(reference.name) && kindOf(reference.name) === undefined) {
    problems.push(problem(`Undefined type ${reference.name}.`, node.type));
  }
  const isEnum = kindOf(reference.name) === Kind.ENUM_TYPE_DEFINITION;
  const indexes = indexesOf(node, reference, isEnum, problems, owner);
  const id = directiveOf(node, 'id');
  return {
    name,
    type: reference,
    description: node.description?.value,
    directives: printDirectives(node),
    predicate: textArgument(directiveOf(node, 'dgraph'), 'pred') ?? `${owner}.${name}`,
    search: searchOf(indexes, id !== undefined, reference.name),
    indexes,
    id: id !== undefined,
    idInterface: textArgument(id, 'interface') === 'true',
    inverse: textArgument(directiveOf(node, 'hasInverse'), 'field'),
    custom: directiveOf(node, 'custom') !== undefined || directiveOf(node, 'lambda') !== undefined,
    source: readSource(node),
    remoteName: textArgument(directiveOf(node, 'remoteResponse'), 'name'),
    embedding: directiveOf(node, 'embedding') !== undefined,
    external: directiveOf(node, 'external') !== undefined,
    defaults: { add: defaultOf(node, 'add'), update: defaultOf(node, 'update') },
    declaredBy,
    arguments: (node.arguments ?? []).map((each) => ({ name: each.name.value, type: typeText(each.type) })),
  };
}

/** Type in SDL notation. */
export function typeText(type: TypeNode): string {
  if (type.kind === Kind.NAMED_TYPE) return type.name.value;
  if (type.kind === Kind.LIST_TYPE) return `[${typeText(type.type)}]`;
  return `${typeText(type.type)}!`;
}

function typeReference(node: TypeNode): TypeReference | undefined {
  const nonNull = node.kind === Kind.NON_NULL_TYPE;
  const type = nonNull ? node.type : node;
  if (type.kind === Kind.NAMED_TYPE) return { name: type.name.value, list: false, nonNull, elementNonNull: false };
  const elementNonNull = type.type.kind === Kind.NON_NULL_TYPE;
  const element = type.type.kind === Kind.NON_NULL_TYPE ? type.type.type : type.type;
  if (element.kind !== Kind.NAMED_TYPE) return undefined;
  return { name: element.name.value, list: true, nonNull, elementNonNull };
}

/** Searches of `@search`. */
function indexesOf(
  node: FieldDefinitionNode,
  type: TypeReference,
  isEnum: boolean,
  problems: SchemaProblem[],
  owner: string,
): readonly string[] {
  const directive = directiveOf(node, 'search');
  if (!directive) return [];
  const searches = textsArgument(directive, 'by');
  if (!searches || searches.length === 0) return [defaultSearch(type.name)];
  for (const search of searches) {
    const searchDefinition = SEARCHES.get(searchName(search));
    const fits = isEnum ? searchDefinition?.type === 'String' : searchDefinition?.type === type.name;
    if (searchDefinition && fits) continue;
    problems.push(
      problem(
        `Type ${owner}; Field ${node.name.value}: has the @search directive but the argument ${search} ` +
          `doesn't apply to field type ${type.name}.`,
        directive,
      ),
    );
  }
  return searches;
}

function searchOf(indexes: readonly string[], isId: boolean, type: string): readonly string[] {
  if (indexes.length === 0) return isId ? [type === 'String' ? 'hash' : defaultSearch(type)] : [];
  const search = [...indexes];
  if (isId && !search.includes('hash') && !search.includes('exact')) search.push('hash');
  return search.sort();
}

function defaultOf(node: FieldDefinitionNode, when: 'add' | 'update'): string | undefined {
  const value = memberOf(argumentOf(directiveOf(node, 'default'), when), 'value');
  return value && textOf(value);
}
