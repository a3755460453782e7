/** Check of the document for a GraphQL service: one operation with one field, which takes variables. */
import { GraphQLError, Kind, OperationTypeNode, parse, type DocumentNode, type FieldDefinitionNode } from 'graphql';
import { variablesOf } from '../../custom/source';

/** Check of the directive that has the document. */
interface DirectiveCheck {
  readonly field: FieldDefinitionNode;
  /** True for an operation, whose arguments the service receives. */
  readonly isOperation: boolean;
  refuse(message: string, separator?: string): void;
}

/** @returns the variables that the document defines; undefined for an unreadable document */
export function checkRemoteDocument(
  text: string,
  isBatch: boolean,
  check: DirectiveCheck,
): readonly string[] | undefined {
  const refuse = (message: string): void => check.refuse(`inside graphql in @custom directive, ${message}`, ':');
  let document: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };
  try {
    if (text.trim() !== '') document = parse(text);
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
    check.refuse(`unable to parse graphql in @custom directive because: ${error.message}`, ':');
    return undefined;
  }
  const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const [operation] = operations;
  if (!operation || operations.length > 1) {
    refuse(`found ${operations.length} operations, it can have exactly one operation.`);
    return undefined;
  }
  const kind = operation.operation;
  if (kind === OperationTypeNode.SUBSCRIPTION) refuse(`found \`${kind}\` operation, it can only have query/mutation.`);
  if (operation.name) refuse(`found operation with name \`${operation.name.value}\`, it can't have a name.`);
  if (operation.directives?.length) refuse("found operation with directives, it can't have any directives.");
  const { selections } = operation.selectionSet;
  if (selections.length !== 1) {
    refuse(`found ${selections.length} fields inside operation \`${kind}\`, it can have exactly one field.`);
  }
  const defined = (operation.variableDefinitions ?? []).map(({ variable }) => variable.name.value);
  if (check.isOperation) {
    const args = (check.field.arguments ?? []).map(({ name }) => name.value);
    for (const name of defined) {
      if (!args.includes(name)) {
        check.refuse(
          `@custom directive, graphql variables must use fields defined within the type, found \`${name}\`.`,
        );
      }
    }
  }
  const [field] = selections;
  if (field?.kind !== Kind.FIELD) {
    refuse('the field must not be a fragment.');
    return undefined;
  }
  const subject = `found ${kind} \`${field.name.value}\``;
  if (field.alias) refuse(`${subject} with alias \`${field.alias.value}\`, it can't have any alias.`);
  if (field.directives?.length) refuse(`${subject} with directives, it can't have any directives.`);
  if (field.selectionSet) refuse(`${subject} with a selection set, it can't have any selection set.`);
  const args = field.arguments ?? [];
  if (isBatch && args.length > 0 && (args.length !== 1 || args[0]!.value.kind !== Kind.VARIABLE)) {
    refuse(
      `for BATCH mode, ${kind} \`${field.name.value}\` can have only one argument whose value should be a variable.`,
    );
    return undefined;
  }
  for (const name of args.flatMap(({ value }) => variablesOf(value))) {
    if (!defined.includes(name)) {
      check.refuse(`@custom directive, graphql must use fields with a variable definition, found \`${name}\`.`);
    }
  }
  return defined;
}
