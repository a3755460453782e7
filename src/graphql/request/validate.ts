/** Document against schema: GraphQL's rules and Dgraph's, with Dgraph's messages. */
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
  KnownTypeNamesRule,
  PossibleFragmentSpreadsRule,
  print,
  ScalarLeafsRule,
  specifiedRules,
  TokenKind,
  typeFromAST,
  UniqueOperationNamesRule,
  validate,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
  type ASTNode,
  type ASTVisitor,
  type DirectiveNode,
  type DocumentNode,
  type GraphQLSchema,
  type Token,
  type ValidationContext,
} from 'graphql';
import type { Classes } from '../sdl/model';
import { RequestFailure, type Location } from './failure';
import { literalsRule } from './literals';
import { SchemaOnDemand } from './schema';
import { didYouMean, quoted } from '../../util/didYouMean';

const REPLACED = [
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  ScalarLeafsRule,
  UniqueOperationNamesRule,
  ValuesOfCorrectTypeRule,
  VariablesInAllowedPositionRule,
] as const as readonly unknown[];

const RULES = [
  ...specifiedRules.filter((rule) => !REPLACED.includes(rule)),
  argumentsRule,
  leafsRule,
  literalsRule,
  operationsRule,
  typesRule,
  variablesRule,
  cascadeRule,
];

/** Maximum reported errors. */
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
      message: inDgraphsWords(withoutSuggestion(error, schema), schema),
      // Errors about the whole document, such as too many errors, have no position.
      ...(error.nodes?.length && { locations: [locationOf(error)] }),
    })),
  );
}

const refuse = (context: ValidationContext, message: string, node: ASTNode): void =>
  context.reportError(new GraphQLError(message, { nodes: node }));

/** Message for exceeding graphql-js's limit of pairwise comparisons of fields. */
const TOO_MANY = 'a field is selected too often in one place for its selections to be compared: select it once';

/** Rewords a message as Dgraph's validator does, which has an older version of the same rules. */
function inDgraphsWords(message: string, schema: GraphQLSchema): string {
  const unknown = /^(Cannot query field "(\w+)" on type "(\w+)"\.)(?: Did you mean "|$)/.exec(message);
  if (unknown) return unknown[1]! + didYouMean('', unknown[2]!, quoted(fieldsOf(schema, unknown[3]!)));
  return message
    .replace(/^Validation aborted\.$/, TOO_MANY)
    .replace(/ is required, but it was not provided\.$/, ' is required but not provided.')
    .replace(/^(Unknown directive|The directive) "@/, '$1 "')
    .replace(/^Directive "@(?=\w+" may not be used)/, 'Directive "')
    .replace(/^(Fields "\w+" conflict because) "(\w+)" and "(\w+)" are/, '$1 $2 and $3 are')
    .replace(/ conflicting types "([^"]+)" and "([^"]+)"/, ' conflicting types $1 and $2')
    .replace(
      /^(Cannot spread fragment "\w+" within itself via )(.*)/,
      (_, begin: string, path: string) => begin + path.replaceAll('"', ''),
    );
}

const fieldsOf = (schema: GraphQLSchema, type: string): readonly string[] => {
  const named = schema.getType(type);
  return isObjectType(named) || isInterfaceType(named) ? Object.keys(named.getFields()) : [];
};

/** Removes suggested types, except for named fragments. */
function withoutSuggestion({ nodes = [], message }: GraphQLError, schema: GraphQLSchema): string {
  const [, text, name] = /^(Unknown type "(\w+)"\.)/.exec(message) ?? [];
  const token = nodes.at(-1)?.loc?.startToken;
  if (text === undefined || !token) return message;
  const isNamed = placeOf(token, message).value === 'fragment';
  return isNamed ? text + didYouMean('', name!, quoted(namesOf(schema))) : text;
}

const namesOf = (schema: GraphQLSchema): readonly string[] =>
  schema instanceof SchemaOnDemand ? schema.typeNames() : Object.keys(schema.getTypeMap());

/** Types that a document names exist. */
function typesRule(context: ValidationContext): ASTVisitor {
  return {
    NamedType(node) {
      const { value } = node.name;
      if (!context.getSchema().getType(value)) refuse(context, `Unknown type "${value}".`, node);
    },
  };
}

/** Position that Dgraph's parser reports: after `@`, `...` and an opening quote. */
function locationOf({ nodes = [], message }: GraphQLError): Location {
  const node = (message.endsWith('is not defined.') ? nodes[0] : nodes.at(-1))!;
  const { line, column } = placeOf(node.loc!.startToken, message);
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

/** Token of the definition with the faulty name. */
function placeOf(token: Token, message: string): Token {
  const previous = (until: (each: Token) => boolean): Token => {
    let each = token;
    while (each.prev && !until(each)) each = each.prev;
    return each;
  };
  if (message.startsWith('There can be only one fragment named ')) return token.prev ?? token;
  if (message.includes(' cannot be non-input type ')) return previous(({ kind }) => kind === TokenKind.DOLLAR);
  if (!/^Unknown type | cannot condition on non composite type /.test(message)) return token;
  // A fragment's type follows `on`, a variable's is in the parentheses of its operation.
  if (token.prev?.value === 'on')
    return token.prev.prev?.kind === TokenKind.SPREAD ? token.prev : previous(({ value }) => value === 'fragment');
  return previous(({ value, prev }) => value === 'query' || value === 'mutation' || value === 'subscription' || !prev);
}

/** Operation names are unique; '' is one of them. */
function operationsRule(context: ValidationContext): ASTVisitor {
  const names = new Set<string>();
  return {
    OperationDefinition(node) {
      const name = node.name?.value ?? '';
      if (names.has(name)) refuse(context, `There can be only one operation named "${name}".`, node);
      names.add(name);
    },
  };
}

/** Arguments of fields and directives are declared. */
function argumentsRule(context: ValidationContext): ASTVisitor {
  return {
    Field(node) {
      const definition = context.getFieldDef();
      if (!definition) return;
      const names = definition.args.map(({ name }) => name);
      for (const { name } of node.arguments ?? []) {
        if (names.includes(name.value)) continue;
        const owner = `field "${node.name.value}" of type "${String(context.getParentType())}"`;
        const suggestion = didYouMean('', name.value, quoted(names));
        refuse(context, `Unknown argument "${name.value}" on ${owner}.${suggestion}`, node);
      }
    },
    Directive(node) {
      const definition = context.getDirective();
      if (!definition) return;
      const names = definition.args.map(({ name }) => name);
      for (const { name } of node.arguments ?? []) {
        if (names.includes(name.value)) continue;
        const suggestion = didYouMean('', name.value, quoted(names));
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

/** A node in one class may be in any other. */
const spreadsRule =
  (classes: Classes) =>
  (context: ValidationContext): ASTVisitor => {
    const isClass = (type: unknown) => (isObjectType(type) || isUnionType(type)) && classes.has(type.name);
    const typeOf = (name: string) =>
      context.getSchema().getType(context.getFragment(name)?.typeCondition.name.value ?? '');
    const standardRule = PossibleFragmentSpreadsRule(context) as Record<'InlineFragment' | 'FragmentSpread', unknown>;
    const checkUnlessClass = (type: unknown, check: () => void) => {
      if (!isClass(type) || !isClass(context.getParentType())) check();
    };
    return {
      InlineFragment: (node) => checkUnlessClass(context.getType(), () => run(standardRule.InlineFragment, node)),
      FragmentSpread: (node) => checkUnlessClass(typeOf(node.name.value), () => run(standardRule.FragmentSpread, node)),
    };
  };

const run = (visit: unknown, node: ASTNode): void => (visit as (node: ASTNode) => void)(node);

/** A variable has the type of its position. */
function variablesRule(context: ValidationContext): ASTVisitor {
  return {
    OperationDefinition: {
      leave(operation) {
        const schema = context.getSchema();
        const defined = new Map(operation.variableDefinitions?.map((each) => [each.variable.name.value, each]));
        for (const { node, type, defaultValue } of context.getRecursiveVariableUsages(operation)) {
          const definition = defined.get(node.name.value);
          // The type need not exist.
          const actual = definition && (typeFromAST(schema, definition.type) ?? print(definition.type));
          if (!actual || !type) continue;
          const hasDefault =
            defaultValue !== undefined ||
            (definition.defaultValue !== undefined && definition.defaultValue.kind !== Kind.NULL);
          const expected = hasDefault && isNonNullType(type) ? type.ofType : type;
          if (compatible(String(actual), String(expected)) || isSharedInput(schema, actual, expected)) continue;
          const wrong = [
            `Variable type provided ${String(actual)} is incompatible with expected type ${String(expected)}`,
            `Variable "$${node.name.value}" of type "${String(actual)}" used in position expecting type ` +
              `"${String(expected)}".`,
          ];
          for (const message of wrong) refuse(context, message, node);
        }
      },
    },
  };
}

/** True if introspection shows one input in place of both, so that a variable of either fits. */
const isSharedInput = (schema: GraphQLSchema, actual: unknown, expected: unknown): boolean =>
  schema instanceof SchemaOnDemand && compatible(schema.shownType(String(actual)), schema.shownType(String(expected)));

/** `[Int!]!` fits `[Int]`: a non-null value fits a nullable position. */
function compatible(actual: string, expected: string): boolean {
  if (expected.endsWith('!')) return actual.endsWith('!') && compatible(actual.slice(0, -1), expected.slice(0, -1));
  const bare = actual.replace(/!$/, '');
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

/** Strings in the list that is a directive's first argument. */
function textsOf({ arguments: [first] = [] }: DirectiveNode): string[] {
  if (first?.value.kind !== Kind.LIST) return [];
  return first.value.values.flatMap((each) => (each.kind === Kind.STRING ? [each.value] : []));
}

export const noSuchField = (field: string, type: string): string =>
  `Field \`${field}\` is not present in type \`${type}\`. You can only use fields in cascade which are in ` +
  `type \`${type}\``;
