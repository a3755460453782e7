/** Checks that all fields stored in one predicate have one type. */
import { Kind, type FieldDefinitionNode } from 'graphql';
import { directiveOf, textArgument } from '../directives';
import { isId, isList, isRoot, isServed, typeName, type CheckedSchema, type Declaration } from './schema';

interface Stored {
  readonly type: string;
  readonly field: string;
  readonly stored: string;
  readonly isKey: boolean;
  readonly isSecret: boolean;
}

export function checkPredicates(schema: CheckedSchema): void {
  const storedFields = new Map<string, Stored>();
  const isInterface = ({ kind }: Declaration): boolean => kind === Kind.INTERFACE_TYPE_DEFINITION;
  const types = schema.declarations.filter((type) => !isRoot(type));
  for (const type of [...types.filter(isInterface), ...types.filter((each) => !isInterface(each))]) {
    checkInherited(type, schema);
    const parents = schema.interfacesOf(type);
    for (const field of type.fields ?? []) {
      const isInherited = parents.some(({ fields = [] }) =>
        fields.some((each) => each.name.value === field.name.value),
      );
      if (isId(field) || isServed(field) || isInherited) continue;
      const predicate = predicateOf(field, type);
      if (/^<?~/.test(predicate)) continue;
      const stored = {
        type: type.name.value,
        field: field.name.value,
        stored: isList(field) ? `[${typeName(field)}]` : typeName(field),
        isKey: directiveOf(field, 'id') !== undefined,
        isSecret: false,
      };
      const before = storedFields.get(predicate);
      if (before) compare(before, stored, field, parents, schema);
      else storedFields.set(predicate, stored);
    }
    checkPassword(type, storedFields, schema);
  }
}

const typeNameOf = (type: Declaration): string => textArgument(directiveOf(type, 'dgraph'), 'type') ?? type.name.value;

const predicateOf = (field: FieldDefinitionNode, type: Declaration): string =>
  textArgument(directiveOf(field, 'dgraph'), 'pred') ?? `${typeNameOf(type)}.${field.name.value}`;

function compare(
  before: Stored,
  current: Stored,
  node: FieldDefinitionNode,
  parents: readonly Declaration[],
  schema: CheckedSchema,
): void {
  const place = `Type ${current.type}; Field ${current.field}`;
  if (before.isSecret) {
    schema.refuse(
      `${place}: has the @dgraph predicate, but that conflicts with type ${before.type} @secret directive on ` +
        `the same predicate. @secret predicates are stored encrypted and so the same predicate can't be used ` +
        `as a ${current.stored}.`,
      node,
    );
  } else if (before.stored !== current.stored) {
    schema.refuse(
      `${place}: has type ${current.stored}, which is different to type ${before.type}; field ${before.field}, ` +
        `which has the same @dgraph directive but type ${before.stored}. These fields must have either the ` +
        'same GraphQL types, or use different Dgraph predicates.',
      node,
    );
  }
  if (before.isKey !== current.isKey) {
    const [key, other] = before.isKey ? [before, current] : [current, before];
    schema.refuse(
      `Type ${other.type}; Field ${other.field}: doesn't have @id directive, which conflicts with type ` +
        `${key.type}; field ${key.field}, which has the same @dgraph directive along with @id directive. Both ` +
        'these fields must either use @id directive, or use different Dgraph predicates.',
      node,
    );
  }
  if (parents.some(({ name }) => name.value === before.type)) {
    schema.refuse(
      `${place}: has the @dgraph directive, which conflicts with interface ${before.type}; field ` +
        `${before.field}, that this type implements. These fields must use different Dgraph predicates.`,
      node,
    );
  }
}

/** Checks that no two interfaces of a type store fields in one predicate. */
function checkInherited(type: Declaration, schema: CheckedSchema): void {
  const parentsByPredicate = new Map<string, Set<string>>();
  for (const parent of schema.interfacesOf(type)) {
    for (const field of parent.fields ?? []) {
      if (isId(field) || isServed(field)) continue;
      const predicate = predicateOf(field, parent);
      parentsByPredicate.set(predicate, (parentsByPredicate.get(predicate) ?? new Set()).add(parent.name.value));
    }
  }
  for (const [predicate, parents] of parentsByPredicate) {
    if (parents.size < 2) continue;
    schema.refuse(
      `Type ${type.name.value}; implements interfaces [${[...parents].join(' ')}], all of which have fields ` +
        `with @dgraph predicate: ${predicate}. These fields must use different Dgraph predicates.`,
      type,
    );
  }
}

function checkPassword(type: Declaration, storedFields: Map<string, Stored>, schema: CheckedSchema): void {
  const directive = directiveOf(type, 'secret');
  const predicate = textArgument(directive, 'pred');
  if (!directive || predicate === undefined) return;
  const before = storedFields.get(predicate);
  const field = textArgument(directive, 'field') ?? '';
  if (!before)
    storedFields.set(predicate, { type: type.name.value, field, stored: 'Password', isKey: false, isSecret: true });
  else if (!before.isSecret) {
    schema.refuse(
      `Type ${before.type}; Field ${before.field}: has the @dgraph predicate, but that conflicts with type ` +
        `${type.name.value} @secret directive on the same predicate. @secret predicates are stored encrypted ` +
        `and so the same predicate can't be used as a ${before.stored}.`,
      directive,
    );
  }
}
