/** Checks of names. Names of Dgraph's own definitions, and names generated for other types, are reserved. */
import { Kind, type NameNode, type TypeDefinitionNode } from 'graphql';
import { isRemote, isReserved, isRoot, isServed, isDeclaration, type CheckedSchema, type Declaration } from './schema';

const BUILT_IN = [
  'Int64',
  'DateTime',
  'DgraphIndex',
  'AuthRule',
  'HTTPMethod',
  'Mode',
  'CustomHTTP',
  'IntFilter',
  'Int64Filter',
  'FloatFilter',
  'DateTimeFilter',
  'StringTermFilter',
  'StringRegExpFilter',
  'StringFullTextFilter',
  'StringExactFilter',
  'StringHashFilter',
  'PointGeoFilter',
  'PointRef',
  'NearFilter',
];

const KINDS: Readonly<Record<string, string>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'OBJECT',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'INTERFACE',
  [Kind.UNION_TYPE_DEFINITION]: 'UNION',
  [Kind.ENUM_TYPE_DEFINITION]: 'ENUM',
  [Kind.INPUT_OBJECT_TYPE_DEFINITION]: 'INPUT_OBJECT',
};
export const kindText = ({ kind }: TypeDefinitionNode): string => KINDS[kind] ?? kind;

export function checkNames(schema: CheckedSchema): void {
  const nodes = [...schema.types.values()];
  const reserved = new Set([...BUILT_IN, ...nodes.flatMap(generatedNames)]);
  for (const node of nodes) {
    const name = node.name.value;
    if (isRoot(node)) {
      const plain = isDeclaration(node) ? node.fields?.find((field) => !isServed(field)) : undefined;
      if (plain) {
        schema.refuse(
          'GraphQL Query and Mutation types are only allowed to have fields with @custom/@lambda directive. ' +
            'Other fields are ' +
            `built automatically for you. Found ${name} ${plain.name.value} without @custom/@lambda.`,
          plain,
        );
      }
    } else if (isReserved(name) || name === 'Point') {
      schema.refuse(
        `${name} is a reserved word, so you can't declare a type with this name. Pick a different name for the type.`,
        node,
      );
    } else if (reserved.has(name)) {
      const kind = kindText(node);
      schema.refuse(
        `${name} is a reserved word, so you can't declare a ${kind} with this name. Pick a different name ` +
          `for the ${kind}.`,
        node,
      );
    }
  }
  checkOperations('Query', 'query', queriesOf, schema);
  checkOperations('Mutation', 'mutation', mutationsOf, schema);
}

/**
 * Checks for names reserved for introspection: of types, fields and arguments; like Dgraph, not of enum values.
 *
 * @see https://spec.graphql.org/October2021/#sec-Names.Reserved-Names
 */
export function checkReserved(schema: CheckedSchema): void {
  const check = ({ name }: { readonly name: NameNode }): void => {
    if (!name.value.startsWith('__')) return;
    schema.refuse(`Name "${name.value}" must not begin with "__", which is reserved by GraphQL introspection.`, name);
  };
  for (const node of schema.types.values()) {
    check(node);
    for (const field of ('fields' in node && node.fields) || []) {
      check(field);
      if ('arguments' in field) field.arguments?.forEach(check);
    }
  }
}

/** Names of the types generated for a type. */
function generatedNames(node: TypeDefinitionNode): readonly string[] {
  if (isRoot(node) || isRemote(node)) return [];
  const name = node.name.value;
  if (node.kind === Kind.UNION_TYPE_DEFINITION) return [`${name}Ref`, `${name}Filter`, `${name}Type`];
  if (!isDeclaration(node)) return [];
  const added = node.kind === Kind.OBJECT_TYPE_DEFINITION ? [`Add${name}Input`, `Add${name}Payload`] : [];
  const suffixes = ['Ref', 'Patch', 'AggregateResult', 'Filter', 'Order', 'Orderable'];
  return [
    ...added,
    ...suffixes.map((suffix) => name + suffix),
    `Update${name}Input`,
    `Update${name}Payload`,
    `Delete${name}Input`,
  ];
}

const queriesOf = (name: string): readonly string[] => [
  `get${name}`,
  `check${name}Password`,
  `query${name}`,
  `aggregate${name}`,
];
const mutationsOf = (name: string): readonly string[] => [`add${name}`, `update${name}`, `delete${name}`];

function checkOperations(
  root: string,
  kind: string,
  generated: (name: string) => readonly string[],
  schema: CheckedSchema,
): void {
  const node = schema.types.get(root);
  if (!node || !isDeclaration(node)) return;
  const typed = schema.declarations.filter((each: Declaration) => !isRoot(each) && !isRemote(each));
  const generatedNames = new Set(typed.flatMap(({ name }) => generated(name.value)));
  for (const { name } of node.fields ?? []) {
    if (!generatedNames.has(name.value)) continue;
    schema.refuse(
      `${name.value} is a reserved word, so you can't declare a ${kind} with this name. Pick a different ` +
        `name for the ${kind}.`,
      name,
    );
  }
}
