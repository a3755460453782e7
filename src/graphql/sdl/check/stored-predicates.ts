/** Checks of `@dgraph(pred:)` on a field: predicates, reverse edges, values in a language. */
import { Kind, type ConstDirectiveNode, type FieldDefinitionNode } from 'graphql';
import { argumentOf, directiveOf, textArgument } from '../directives';
import { isDeclaration, isId, isList, isReserved, typeName, type CheckedSchema, type Declaration } from './schema';

/** @returns the fault */
export function checkStoredPredicates(
  directive: ConstDirectiveNode,
  field: FieldDefinitionNode,
  type: Declaration,
  schema: CheckedSchema,
): string | undefined {
  if (isId(field) && !directiveOf(field, 'external')) {
    return "has the @dgraph directive but fields of type ID can't have the @dgraph directive.";
  }
  const value = argumentOf(directive, 'pred');
  const predicate = textArgument(directive, 'pred') ?? '';
  if (!value || (value.kind === Kind.STRING && predicate === ''))
    return 'pred argument for @dgraph directive should not be empty.';
  if (value.kind !== Kind.STRING) return 'pred argument for @dgraph directive should be of type String.';
  if (isReserved(predicate)) return `pred argument '${predicate}' for @dgraph directive is a reserved keyword.`;
  if (/^<?~/.test(predicate)) return checkReverse(predicate, field, type, schema);
  return predicate.includes('@') ? checkLanguage(predicate, field) : undefined;
}

/** Checks that the edge belongs to the other type and leads to this one. */
function checkReverse(
  predicate: string,
  field: FieldDefinitionNode,
  type: Declaration,
  schema: CheckedSchema,
): string | undefined {
  // Interfaces are checked through the types that implement them.
  if (type.kind === Kind.INTERFACE_TYPE_DEFINITION) return undefined;
  if (directiveOf(field, 'hasInverse')) {
    return '@hasInverse directive is not allowed when pred argument in @dgraph directive starts with a ~.';
  }
  const targetName = typeName(field);
  const target = schema.types.get(targetName);
  if (!target || !isDeclaration(target)) {
    return (
      `is of type ${targetName}, but reverse predicate in @dgraph directive only applies to fields with object ` +
      'types.'
    );
  }
  if (!isList(field)) return 'with a dgraph directive that starts with ~ should be of type list.';
  const forward = predicate.replace(/^<?~|>$/g, '');
  const forwardField = schema
    .fieldsOf(target)
    .find((each) => textArgument(directiveOf(each, 'dgraph'), 'pred')?.replace(/^<|>$/g, '') === forward);
  if (!forwardField)
    return `pred argument: ${predicate} is not supported as forward edge doesn't exist for type ${targetName}.`;
  const allowed = [type.name.value, ...schema.interfacesOf(type).map(({ name }) => name.value)];
  if (!allowed.includes(typeName(forwardField))) {
    const listed =
      allowed.length === 1
        ? `of type ${allowed[0]!}`
        : `any of types ${allowed.slice(0, -1).join(', ')} or ${allowed.at(-1)!}`;
    return (
      `${targetName}.${forwardField.name.value} should be ${listed} to be compatible with @dgraph reverse ` +
      `directive but is of type ${typeName(forwardField)}.`
    );
  }
  if (!directiveOf(forwardField, 'hasInverse')) return undefined;
  return (
    `@hasInverse directive is not allowed on ${targetName}.${forwardField.name.value} because field is forward ` +
    'edge of another field with reverse directive.'
  );
}

function checkLanguage(predicate: string, field: FieldDefinitionNode): string | undefined {
  const fieldType = typeName(field);
  const [, tag = '', ...more] = predicate.split('@');
  if (fieldType !== 'String') return `Expected type \`String\` for language tag field but got \`${fieldType}\``;
  if (directiveOf(field, 'id')) return '@id directive not supported on language tag fields';
  if (directiveOf(field, 'search') && tag.includes(':')) {
    return '@search directive not applicable on language tag field with multiple languages';
  }
  if (tag === '*') return '`*` language tag not supported in GraphQL';
  if (tag === '') return 'empty language tag not supported';
  return more.length > 0 ? 'multiple language tag not supported' : undefined;
}
