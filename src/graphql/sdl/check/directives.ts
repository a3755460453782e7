/** Checks of directives: places and arguments. */
import { Kind, type ConstDirectiveNode, type TypeDefinitionNode } from 'graphql';
import { kindText } from './names';
import { isDeclaration, type CheckedSchema } from './schema';

type Place = 'type' | 'field';

/** Places and arguments. Like Dgraph, the reader ignores directives that are not listed. */
const DIRECTIVES: ReadonlyMap<string, { readonly places: readonly Place[]; readonly args: readonly string[] }> =
  new Map([
    ['hasInverse', { places: ['field'], args: ['field'] }],
    ['search', { places: ['field'], args: ['by'] }],
    ['embedding', { places: ['field'], args: [] }],
    ['dgraph', { places: ['type', 'field'], args: ['type', 'pred'] }],
    ['id', { places: ['field'], args: ['interface'] }],
    ['withSubscription', { places: ['type', 'field'], args: [] }],
    ['secret', { places: ['type'], args: ['field', 'pred'] }],
    ['auth', { places: ['type'], args: ['password', 'query', 'add', 'update', 'delete'] }],
    ['custom', { places: ['field'], args: ['http', 'dql'] }],
    ['lambda', { places: ['field'], args: [] }],
    ['lambdaOnMutate', { places: ['type'], args: ['add', 'update', 'delete'] }],
    ['generate', { places: ['type'], args: ['query', 'mutation', 'subscription'] }],
    ['remoteResponse', { places: ['field'], args: ['name'] }],
    ['default', { places: ['field'], args: ['add', 'update'] }],
    ['key', { places: ['type'], args: ['fields'] }],
    ['extends', { places: ['type'], args: [] }],
    ['external', { places: ['field'], args: [] }],
    ['requires', { places: ['field'], args: ['fields'] }],
    ['provides', { places: ['field'], args: ['fields'] }],
  ]);

export function checkDirectives(node: TypeDefinitionNode, schema: CheckedSchema): void {
  const type = node.name.value;
  for (const directive of node.directives ?? []) {
    const name = directive.name.value;
    const rule = DIRECTIVES.get(name);
    if (!rule) continue;
    if (!isDeclaration(node)) {
      schema.refuse(
        `Type ${type}; has the @${name} directive, but it is not applicable on types of ${kindText(node)} kind.`,
        directive,
      );
    } else if (!rule.places.includes('type')) {
      schema.refuse(`Type ${type}; has the @${name} directive, but it is not applicable at type level.`, directive);
    } else checkArguments(directive, rule.args, schema);
  }
  if (node.kind === Kind.UNION_TYPE_DEFINITION) {
    for (const member of node.types ?? []) {
      const memberName = member.name.value;
      if (schema.kindOf(memberName) !== Kind.OBJECT_TYPE_DEFINITION)
        schema.refuse(`UNION type "${memberName}" must be OBJECT.`, member);
    }
  }
  if (!isDeclaration(node)) return;
  for (const field of node.fields ?? []) {
    for (const directive of field.directives ?? []) {
      const rule = DIRECTIVES.get(directive.name.value);
      if (!rule) continue;
      if (rule.places.includes('field')) checkArguments(directive, rule.args, schema);
      else schema.refuse(`Directive ${directive.name.value} is not applicable on FIELD_DEFINITION.`, directive);
    }
  }
}

function checkArguments(directive: ConstDirectiveNode, argumentNames: readonly string[], schema: CheckedSchema): void {
  for (const argument of directive.arguments ?? []) {
    if (argumentNames.includes(argument.name.value)) continue;
    schema.refuse(
      `${argument.name.value} is not supported as an argument for ${directive.name.value} directive.`,
      argument,
    );
  }
}
