/** Checks of a type as a whole. */
import { Kind, print } from 'graphql';
import { argumentOf, directiveOf, textArgument } from '../directives';
import { isId, isRemote, isReserved, isRoot, isServed, typeName, type CheckedSchema, type Declaration } from './schema';

export function checkType(type: Declaration, schema: CheckedSchema): void {
  if (isRoot(type)) return;
  const name = type.name.value;
  const fields = schema.fieldsOf(type);
  const ids = fields.filter((field) => isId(field) && !directiveOf(field, 'external'));
  if (ids.length > 1) {
    const names = ids.map((field) => field.name.value);
    const listed = `${names.slice(0, -1).join(', ')} and ${names.at(-1)!}`;
    schema.refuse(
      `Fields ${listed} are listed as IDs for type ${name}, but a type can have only one ID field. Pick a ` +
        `single field as the ID for type ${name}.`,
      ids[1]!,
    );
  }
  if (
    type.kind === Kind.OBJECT_TYPE_DEFINITION &&
    !isRemote(type) &&
    fields.every((each) => isId(each) || isServed(each))
  ) {
    schema.refuse(
      `Type ${name}; is invalid, a type must have atleast one field that is not of ID! type and doesn't have ` +
        '@custom/@lambda directive.',
      type,
    );
  }
  for (const directive of ['auth', 'withSubscription']) {
    if (!isRemote(type) || !directiveOf(type, directive)) continue;
    schema.refuse(`Type ${name}; cannot have both @${directive} and @remote directive`, type);
  }
  checkInterfaces(type, schema);
  checkSecret(type, schema);
  checkStoredName(type, schema);
  checkRemote(type, schema);
}

/**
 * Checks that a field has the type that its interface declares, and that at most one interface declares it, unless it
 * is an ID.
 */
function checkInterfaces(type: Declaration, schema: CheckedSchema): void {
  const name = type.name.value;
  const inheritedFields = new Map<string, { readonly of: string; readonly type: string }>();
  for (const parent of schema.interfacesOf(type)) {
    for (const field of parent.fields ?? []) {
      const key = field.name.value;
      const text = print(field.type);
      const ownField = type.fields?.find((each) => each.name.value === key);
      if (ownField && print(ownField.type) !== text) {
        schema.refuse(
          `For type ${name} to implement interface ${parent.name.value} the field ${key} must have type ${text}`,
          ownField,
        );
      }
      const before = inheritedFields.get(key);
      if (before && before.type !== text) {
        schema.refuse(
          `field ${key} is of type ${text} in interface ${parent.name.value} and is of type ${before.type} ` +
            `in interface ${before.of}`,
          type,
        );
      } else if (before && !isId(field)) schema.refuse(`Field ${name}.${key} can only be defined once.`, type);
      if (!before) inheritedFields.set(key, { of: parent.name.value, type: text });
    }
  }
}

function checkSecret(type: Declaration, schema: CheckedSchema): void {
  const name = type.name.value;
  const secrets = (type.directives ?? []).filter((each) => each.name.value === 'secret');
  const fields = secrets.map((each) => textArgument(each, 'field') ?? '');
  const [field] = fields;
  if (field === undefined) return;
  if (fields.includes('')) schema.refuse(`Type ${name}; Argument "field" of secret directive is empty`, type);
  else if (fields.length > 1) schema.refuse(`Type ${name}; has more than one secret fields ${fields.join(',')}`, type);
  else if (type.fields?.some((each) => each.name.value === field)) {
    schema.refuse(`Type ${name}; has a secret directive and field of the same name ${field}`, type);
  }
}

function checkStoredName(type: Declaration, schema: CheckedSchema): void {
  const name = type.name.value;
  const directive = directiveOf(type, 'dgraph');
  if (!directive) return;
  const value = argumentOf(directive, 'type');
  const text = textArgument(directive, 'type') ?? '';
  if (!value || (value.kind === Kind.STRING && text === '')) {
    schema.refuse(`Type ${name}; type argument for @dgraph directive should not be empty.`, directive);
  } else if (value.kind !== Kind.STRING) {
    schema.refuse(`Type ${name}; type argument for @dgraph directive should of type String.`, directive);
  } else if (isReserved(text)) {
    schema.refuse(`Type ${name}; type argument '${text}' for @dgraph directive is a reserved keyword.`, directive);
  }
}

/** Checks that stored and remote types do not mix. */
function checkRemote(type: Declaration, schema: CheckedSchema): void {
  const name = type.name.value;
  const isElsewhere = isRemote(type);
  for (const field of type.fields ?? []) {
    if (isElsewhere && isServed(field)) {
      schema.refuse(
        `Type ${name}; field ${field.name.value}; can't have @custom/@lambda directive as a @remote type ` +
          `can't have fields with @custom/@lambda directive.`,
        field,
      );
    }
    const target = schema.types.get(typeName(field));
    if (!isElsewhere && !isServed(field) && target && isRemote(target)) {
      schema.refuse(
        `Type ${name}; field ${field.name.value}; is of a type that has @remote directive. Those would need ` +
          'to be resolved by a @custom/@lambda directive.',
        field,
      );
    }
  }
  for (const parent of schema.interfacesOf(type)) {
    if (isRemote(parent) === isElsewhere) continue;
    const parentName = parent.name.value;
    schema.refuse(
      isElsewhere
        ? `Type ${name}; with @remote directive implements interface ${parentName}; which doesn't have @remote ` +
            'directive.'
        : `Type ${name}; without @remote directive can't implement an interface ${parentName}; with have ` +
            '@remote directive.',
      type,
    );
  }
}
