/** Checks of Apollo federation as in Dgraph: `@key`, `@extends`, `@external`, `@requires`, `@provides`. */
import { directiveOf, textArgument } from '../directives';
import { isDeclaration, isId, isRemote, isServed, typeName, type CheckedSchema, type Declaration } from './schema';

export function checkFederation(type: Declaration, schema: CheckedSchema): void {
  const name = type.name.value;
  const keys = (type.directives ?? []).filter((each) => each.name.value === 'key');
  const [key, second] = keys;
  if (second) schema.refuse(`Type ${name}; @key directive should not be defined more than once.`, second);
  else if (key) {
    const text = textArgument(key, 'fields') ?? '';
    const field = schema.fieldOf(type, text);
    if (text === '') schema.refuse(`Type ${name}; Argument fields inside @key directive must be defined.`, key);
    else if (!field) {
      schema.refuse(`Type ${name}; @key directive uses a field ${text} which is not defined inside the type.`, key);
    } else if (!isId(field) && !directiveOf(field, 'id')) {
      schema.refuse(
        `Type ${name}: Field ${text}: used inside @key directive should be of type ID or have @id directive.`,
        key,
      );
    } else if (isRemote(type)) {
      schema.refuse(`Type ${name}; @remote directive cannot be defined with @key directive`, type);
    }
  }
  const extended = directiveOf(type, 'extends');
  if (extended && !key)
    schema.refuse(`Type ${name}; Type Extension cannot be defined without @key directive`, extended);
  else if (extended && isRemote(type)) {
    schema.refuse(`Type ${name}; @remote directive cannot be defined with @extends directive`, extended);
  }
  checkFields(type, extended !== undefined, key && textArgument(key, 'fields'), schema);
}

function checkFields(type: Declaration, isExtension: boolean, key: string | undefined, schema: CheckedSchema): void {
  const name = type.name.value;
  for (const field of type.fields ?? []) {
    const place = `Type ${name}: Field ${field.name.value}`;
    for (const directive of field.directives ?? []) {
      const directiveName = directive.name.value;
      const fieldNames = (textArgument(directive, 'fields') ?? '').split(/\s+/).filter((each) => each !== '');
      if ((directiveName === 'external' || directiveName === 'requires') && !isExtension) {
        schema.refuse(
          `${place}: @${directiveName} directive can only be defined on fields in type extensions. i.e., the ` +
            `type must have \`@extends\` or use \`extend\` keyword.`,
          directive,
        );
      } else if (directiveName === 'external' && isServed(field)) {
        schema.refuse(
          `${place}: @external directive can not be defined on  fields with @custom or @lambda directive.`,
          directive,
        );
      } else if (directiveName === 'external' && field.name.value !== key) {
        const other = ['hasInverse', 'search', 'dgraph', 'id'].find((each) => directiveOf(field, each));
        if (other !== undefined) {
          schema.refuse(
            `${place}: @${other} directive can not be defined on @external fields that are not @key.`,
            directive,
          );
        }
      } else if (directiveName === 'requires' || directiveName === 'provides') {
        if (fieldNames.length === 0) {
          schema.refuse(`Type ${name}; Argument fields inside @${directiveName} directive must be defined.`, directive);
        }
        const target = directiveName === 'requires' ? type : schema.types.get(typeName(field));
        if (directiveName === 'provides' && !(target && directiveOf(target, 'key'))) {
          schema.refuse(`Type ${name}; Field ${field.name.value} does not return a type that has a @key.`, directive);
          continue;
        }
        for (const each of target && isDeclaration(target) ? fieldNames : []) {
          const namedField = schema.fieldOf(target as Declaration, each);
          if (!namedField) {
            schema.refuse(
              `Type ${name}; @${directiveName} directive uses a field ${each} which is not defined inside the type.`,
              directive,
            );
          } else if (directiveName === 'requires' && !directiveOf(namedField, 'external')) {
            schema.refuse(`Type ${name}; Field ${each} must be @external.`, directive);
          }
        }
      }
    }
  }
}
