/** Document against schema: the rules of GraphQL, and those of Dgraph, in Dgraph's words. */
import {
  getNamedType,
  GraphQLError,
  isInterfaceType,
  isNonNullType,
  isLeafType,
  isObjectType,
  isUnionType,
  Kind,
  KnownArgumentNamesRule,
  PossibleFragmentSpreadsRule,
  ScalarLeafsRule,
  specifiedRules,
  typeFromAST,
  validate,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  type ASTNode,
  type ASTVisitor,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationContext,
} from 'graphql';
import type { Classes } from '../sdl/model';
import { RequestFailure, type Location } from './failure';
import { literalsRule } from './literals';
import { quoted, suggest } from './suggest';

const REPLACED = [
  KnownArgumentNamesRule,
  ScalarLeafsRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
] as const as readonly unknown[];

const RULES = [
  ...specifiedRules.filter((rule) => !REPLACED.includes(rule)),
  argumentsRule,
  leafsRule,
  literalsRule,
  variablesRule,
  cascadeRule,
];

/** More would not help anyone. */
const MAX_ERRORS = 50;

/** @throws RequestFailure */
export function validateDocument(schema: GraphQLSchema, document: DocumentNode, classes?: Classes): void {
  const rules = classes
    ? [...RULES.filter((rule) => rule !== PossibleFragmentSpreadsRule), spreadsRule(classes)]
    : RULES;
  const errors = validate(schema, document, rules, { maxErrors: MAX_ERRORS });
  if (errors.length === 0) return;
  throw new RequestFailure(
    errors.map((error) => ({
      message: reworded(error.message, schema),
      // That there are more, or too much to compare, is said of no place.
      ...(error.nodes?.length && { locations: [locationOf(error)] }),
    })),
  );
}

/** Whether a fragment stands where nodes can not be of its type, if each is of one. */
export const hasOtherFragments = (schema: GraphQLSchema, document: DocumentNode): boolean =>
  validate(schema, document, [PossibleFragmentSpreadsRule], { maxErrors: 1 }).length > 0;

const refuse = (context: ValidationContext, message: string, node: ASTNode): void =>
  context.reportError(new GraphQLError(message, { nodes: node }));

/** Fields of one name are compared in pairs, and there is an end to that. */
const TOO_MANY = 'a field is selected too often in one place for its selections to be compared: select it once';

/** The same, as Dgraph's validator (an older wording of the same rules) says it. */
function reworded(message: string, schema: GraphQLSchema): string {
  const unknown = /^(Cannot query field "(\w+)" on type "(\w+)"\.)(?: Did you mean "|$)/.exec(message);
  if (unknown) return unknown[1]! + suggest('', unknown[2]!, quoted(fieldsOf(schema, unknown[3]!)));
  return message
    .replace(/^Validation aborted\.$/, TOO_MANY)
    .replace(/ is required, but it was not provided\.$/, ' is required but not provided.')
    .replace(/^Unknown directive "@/, 'Unknown directive "')
    .replace(/^(Fields "\w+" conflict because) "(\w+)" and "(\w+)" are/, '$1 $2 and $3 are')
    .replace(/ conflicting types "([^"]+)" and "([^"]+)"/, ' conflicting types $1 and $2')
    .replace(/(?<=^Cannot spread fragment "\w+" within itself via .*)"/g, '');
}

const fieldsOf = (schema: GraphQLSchema, type: string): readonly string[] => {
  const named = schema.getType(type);
  return isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
};

/** Where Dgraph's parser says that a thing is: behind `@`, `...` and an opening quote. */
function locationOf({ nodes = [], message }: GraphQLError): Location {
  const node = (message.endsWith('is not defined.') ? nodes[0] : nodes.at(-1))!;
  const { line, column } = node.loc!.startToken;
  switch (node.kind) {
    case Kind.STRING:
      return { line, column: column + (node.block ? 0 : 1) };
    case Kind.DIRECTIVE:
      return { line, column: column + 1 };
    case Kind.FRAGMENT_SPREAD:
    case Kind.INLINE_FRAGMENT: {
      const next = node.loc!.startToken.next!;
      return { line: next.line, column: next.column };
    }
    default:
      return { line, column };
  }
}

/** Fields and directives have the arguments that they are given. */
function argumentsRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const definition = context.getFieldDef();
      if (!definition) return;
      const names = definition.args.map(({ name }) => name);
      for (const { name } of node.arguments ?? []) {
        if (names.includes(name.value)) continue;
        const where = `field "${node.name.value}" of type "${String(context.getParentType())}"`;
        const suggestion = suggest('', name.value, quoted(names));
        refuse(context, `Unknown argument "${name.value}" on ${where}.${suggestion}`, node);
      }
    },
    Directive(node) {
      const definition = context.getDirective();
      if (!definition) return;
      const names = definition.args.map(({ name }) => name);
      for (const { name } of node.arguments ?? []) {
        if (names.includes(name.value)) continue;
        const suggestion = suggest('', name.value, quoted(names));
        const message = `Unknown argument "${name.value}" on directive "@${node.name.value}".${suggestion}`;
        refuse(context, message, node);
      }
    },
  };
}

/** Nodes have selections, values have none. */
function leafsRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const type = context.getType();
      if (!type) return;
      const { name } = getNamedType(type);
      const report = (message: string, nodes: ASTNode): void =>
        context.reportError(new GraphQLError(message, { nodes }));
      if (!isLeafType(getNamedType(type))) {
        if (node.selectionSet) return;
        const field = node.name.value;
        const suggestion = `Did you mean "${field} { ... }"?`;
        report(`Field "${field}" of type "${String(type)}" must have a selection of subfields. ${suggestion}`, node);
      } else if (node.selectionSet) {
        for (const each of node.selectionSet.selections) {
          if (each.kind === Kind.FIELD) report(`Cannot query field "${each.name.value}" on type "${name}".`, each);
        }
        report(`Field "${node.name.value}" must not have a selection since type "${name}" has no subfields.`, node);
      }
    },
  };
}

/** A node that is in one class may be in any other. */
const spreadsRule =
  (classes: Classes) =>
  (context: ValidationContext): ASTVisitor => {
    const isClass = (type: unknown) => (isObjectType(type) || isUnionType(type)) && classes.has(type.name);
    const typeOf = (name: string) =>
      context.getSchema().getType(context.getFragment(name)?.typeCondition.name.value ?? '');
    const checked = PossibleFragmentSpreadsRule(context) as Record<'InlineFragment' | 'FragmentSpread', unknown>;
    const unless = (type: unknown, check: () => void) => {
      if (!isClass(type) || !isClass(context.getParentType())) check();
    };
    return {
      InlineFragment: (node) => unless(context.getType(), () => run(checked.InlineFragment, node)),
      FragmentSpread: (node) => unless(typeOf(node.name.value), () => run(checked.FragmentSpread, node)),
    };
  };

const run = (visit: unknown, node: ASTNode): void => (visit as (node: ASTNode) => void)(node);

/** A variable is of the type of its place. */
function variablesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const schema = context.getSchema();
        const defined = new Map(operation.variableDefinitions?.map((each) => [each.variable.name.value, each]));
        for (const { node, type, defaultValue } of context.getRecursiveVariableUsages(operation)) {
          const definition = defined.get(node.name.value);
          const given = definition && typeFromAST(schema, definition.type);
          if (!given || !type) continue;
          const hasDefault =
            defaultValue !== undefined ||
            (definition.defaultValue !== undefined && definition.defaultValue.kind !== Kind.NULL);
          const expected = hasDefault && isNonNullType(type) ? type.ofType : type;
          if (compatible(String(given), String(expected))) continue;
          const wrong = [
            `Variable type provided ${String(given)} is incompatible with expected type ${String(expected)}`,
            `Variable "$${node.name.value}" of type "${String(given)}" used in position expecting type "${String(expected)}".`,
          ];
          for (const message of wrong) refuse(context, message, node);
        }
      },
    },
  };
}

/** `[Int!]!` is good for `[Int]`: what may be null stands where null may. */
function compatible(given: string, expected: string): boolean {
  if (expected.endsWith('!')) return given.endsWith('!') && compatible(given.slice(0, -1), expected.slice(0, -1));
  const bare = given.replace(/!$/, '');
  if (!expected.startsWith('[')) return bare === expected;
  return bare.startsWith('[') && compatible(bare.slice(1, -1), expected.slice(1, -1));
}

/** `@cascade(fields:)` names fields of the type. */
function cascadeRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const directive = node.directives?.find(({ name }) => name.value === 'cascade');
      const type = context.getType();
      if (!directive || !type) return;
      const { name } = getNamedType(type);
      const fields = fieldsOf(context.getSchema(), name);
      const unknown = textsOf(directive).find((each) => fields.length > 0 && !fields.includes(each));
      if (unknown !== undefined) refuse(context, noSuchField(unknown, name), directive);
    },
  };
}

/** The strings in the list that is a directive's first argument. */
function textsOf({ arguments: [first] = [] }: DirectiveNode): string[] {
  if (first?.value.kind !== Kind.LIST) return [];
  return first.value.values.flatMap((each) => (each.kind === Kind.STRING ? [each.value] : []));
}

export const noSuchField = (field: string, type: string): string =>
  `Field \`${field}\` is not present in type \`${type}\`. You can only use fields in cascade which are in type \`${type}\``;
