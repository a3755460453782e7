/** Checks of `@custom` on a field: its source and the values that the service receives. */
import {
  Kind,
  type ConstDirectiveNode,
  type ConstValueNode,
  type FieldDefinitionNode,
  type ValueNode,
  parseValue,
  GraphQLError,
} from 'graphql';
import { urlVariables, variablesOf } from '../../custom/source';
import { argumentOf, directiveOf, memberOf, textOf } from '../directives';
import { checkRemoteDocument } from './remote-document';
import { isId, isRequired, isRoot, isScalar, isServed, typeName, type CheckedSchema, type Declaration } from './schema';

export function checkCustom(field: FieldDefinitionNode, type: Declaration, schema: CheckedSchema): void {
  const directive = directiveOf(field, 'custom');
  if (directive) new CustomCheck(field, type, schema, directive).run();
}

/** Check of one directive. A service receives fields of the type, or arguments of the operation. */
class CustomCheck {
  readonly isOperation: boolean;
  private readonly http: ConstValueNode | undefined;

  constructor(
    readonly field: FieldDefinitionNode,
    readonly type: Declaration,
    private readonly schema: CheckedSchema,
    private readonly directive: ConstDirectiveNode,
  ) {
    this.isOperation = isRoot(type);
    this.http = argumentOf(directive, 'http');
  }

  refuse(message: string, separator = ';'): void {
    this.schema.refuse(
      `Type ${this.type.name.value}; Field ${this.field.name.value}${separator} ${message}`,
      this.directive,
    );
  }

  run(): void {
    for (const other of ['search', 'dgraph']) {
      if (directiveOf(this.field, other)) this.refuse(`custom directive not allowed along with @${other} directive.`);
    }
    const count = this.directive.arguments?.length ?? 0;
    if (count !== 1) {
      this.refuse(
        `has ${count} arguments for @custom directive, it should contain exactly one of \`http\` or \`dql\` arguments.`,
        ':',
      );
    }
    const dql = argumentOf(this.directive, 'dql');
    if (!this.isOperation && this.keys().length === 0) {
      this.refuse(
        '@custom directive is only allowed on fields where the type definition has a field with type ID! or ' +
          'a field with @id directive.',
      );
    }
    if (dql) this.checkDql(dql);
    else if (this.http?.kind === Kind.OBJECT) this.checkHttp();
    else if (this.http) this.refuse('http argument for @custom directive should be of type Object.', ':');
    else this.refuse('one of `http` or `dql` arguments must be present for @custom directive.', ':');
  }

  /** Fields that identify a node. */
  private keys(): readonly FieldDefinitionNode[] {
    return this.schema.fieldsOf(this.type).filter((each) => isId(each) || directiveOf(each, 'id'));
  }

  private checkDql(dql: ConstValueNode): void {
    if (this.type.name.value !== 'Query') this.refuse('@custom directive with `dql` can be used only on queries.', ':');
    if (dql.kind !== Kind.STRING) this.refuse('dql argument for @custom directive must be of type String.', ':');
    else if (dql.value.trim() === '') this.refuse('dql argument for @custom directive must not be empty.', ':');
    for (const each of this.field.arguments ?? []) {
      if (each.type.kind !== Kind.LIST_TYPE && isScalar(typeName(each as unknown as FieldDefinitionNode))) continue;
      this.refuse(
        `Argument ${each.name.value}: must be of a scalar type. @custom DQL queries accept only scalar arguments.`,
        ':',
      );
    }
  }

  private text(name: string): string | undefined {
    const value = memberOf(this.http, name);
    return value && textOf(value);
  }

  private checkHttp(): void {
    const url = this.text('url');
    if (url === undefined) return this.refuse('url field inside @custom directive is mandatory.');
    if (!/^\//.test(url) && !URL.canParse(url)) return this.refuse('url field inside @custom directive is invalid.');
    const variables = urlVariables(url);
    for (const { name, part } of variables) this.checkUrlVariable(name, part);
    const method = this.text('method');
    if (method === undefined) this.refuse('method field inside @custom directive is mandatory.');
    else if (!['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)) {
      this.refuse('method field inside @custom directive can only be GET/POST/PUT/PATCH/DELETE.');
    }
    const mode = this.text('mode');
    if (mode !== undefined && this.isOperation)
      this.refuse("mode field inside @custom directive can't be present on Query/Mutation.");
    if (mode !== undefined && mode !== 'SINGLE' && mode !== 'BATCH') {
      this.refuse('mode field inside @custom directive can only be SINGLE/BATCH.');
    }
    const isBatch = mode === 'BATCH';
    if (isBatch && variables.length > 0) {
      this.refuse(
        "has parameters in url inside @custom directive while mode is BATCH, url can't contain parameters if " +
          'mode is BATCH.',
      );
    }
    const body = this.text('body');
    const document = this.text('graphql');
    if (document !== undefined) this.checkTogether(variables.length > 0, method, isBatch, body !== undefined);
    let needed = body === undefined ? undefined : this.checkBody(body, document === undefined);
    if (document !== undefined) {
      const variables = checkRemoteDocument(document, isBatch, this);
      if (!variables) return;
      if (!isBatch && !this.isOperation) needed = variables;
    }
    const source = body !== undefined ? 'body template' : 'graphql';
    if (!this.isOperation) {
      const { name } = this.field;
      if (this.keys().some((each) => each.name.value === name.value)) {
        this.refuse('custom directive not allowed on field of type ID! or field with @id directive.');
      }
      if (needed) this.checkNeeded(needed, source);
    }
    if (body !== undefined || document !== undefined) this.checkHeaders();
  }

  private checkUrlVariable(name: string, part: string): void {
    const noun = this.isOperation ? 'an argument' : 'a field';
    const definition = this.isOperation
      ? this.field.arguments?.find((each) => each.name.value === name)
      : this.schema.fieldOf(this.type, name);
    if (!definition) this.refuse(`url ${part} inside @custom directive uses ${noun} ${name} that is not defined.`);
    else if (part === 'path' && !isRequired(definition)) {
      this.refuse(`url ${part} inside @custom directive uses ${noun} ${name} that can be null.`);
    }
  }

  private checkTogether(hasVariables: boolean, method: string | undefined, isBatch: boolean, hasBody: boolean): void {
    if (hasVariables) {
      this.refuse(
        "has parameters in url along with graphql field inside @custom directive, url can't contain " +
          'parameters if graphql field is present.',
      );
    }
    if (method !== undefined && method !== 'POST') {
      this.refuse(
        `has method ${method} while graphql field is also present inside @custom directive, method can only ` +
          'be POST if graphql field is present.',
      );
    }
    if (!isBatch && hasBody) {
      this.refuse("has both body and graphql field inside @custom directive, they can't be present together.");
    }
    if (isBatch && !hasBody)
      this.refuse('both body and graphql field inside @custom directive are required if mode is BATCH.');
  }

  /** @param isStrict true if the body becomes JSON @returns the variables of the template */
  private checkBody(body: string, isStrict: boolean): readonly string[] | undefined {
    if (body.trim() === '') return undefined;
    let template: ValueNode;
    try {
      template = parseValue(body);
    } catch (error) {
      if (!(error instanceof GraphQLError || error instanceof RangeError)) throw error;
      this.refuse(`body template inside @custom directive could not be parsed: ${error.message}`);
      return undefined;
    }
    const word = isStrict ? noJson(template) : undefined;
    if (word !== undefined) {
      this.refuse(`body template inside @custom directive could not be parsed: found unexpected value: ${word}`);
    }
    const variables = variablesOf(template);
    for (const name of this.isOperation ? variables : []) {
      if (this.field.arguments?.some((each) => each.name.value === name)) continue;
      this.refuse(`body template inside @custom directive uses an argument ${name} that is not defined.`);
    }
    return variables;
  }

  /** Checks that a service receives only scalars of the type, including one that identifies the node. */
  private checkNeeded(needed: readonly string[], source: string): void {
    const keys = this.keys().map((each) => each.name.value);
    for (const name of new Set(needed)) {
      const neededField = this.schema.fieldOf(this.type, name);
      if (name === this.field.name.value) this.refuse(`@custom directive, ${source} can't require itself.`);
      if (!neededField) {
        this.refuse(`@custom directive, ${source} must use fields defined within the type, found \`${name}\`.`);
        continue;
      }
      const fieldType = typeName(neededField);
      if (!isScalar(fieldType))
        this.refuse(
          `@custom directive, ${source} must use scalar fields, found field \`${name}\` of type \`${fieldType}\`.`,
        );
      if (isServed(neededField)) {
        this.refuse(
          `@custom directive, ${source} can't use another field with @custom/@lambda directive, found field ` +
            `\`${name}\` with @custom/@lambda.`,
        );
      }
    }
    if (!needed.some((name) => keys.includes(name))) {
      this.refuse(`@custom directive, ${source} must use a field with type ID! or a field with @id directive.`, ':');
    }
  }

  private checkHeaders(): void {
    const skip = this.text('skipIntrospection');
    if (skip !== undefined && skip !== 'true' && skip !== 'false') {
      this.refuse(`skipIntrospection in @custom directive can only be true/false, found: \`${skip}\`.`);
    }
    const headerNames = new Map<string, readonly string[]>();
    for (const kind of ['forwardHeaders', 'secretHeaders', 'introspectionHeaders']) {
      const list = memberOf(this.http, kind);
      const texts = list?.kind === Kind.LIST ? list.values.map((each) => textOf(each) ?? '') : [];
      headerNames.set(
        kind,
        texts.map((text) => text.split(':')[0]!),
      );
      const wrong = texts.find((text) => text.split(':').length > 2);
      if (wrong === undefined) continue;
      this.refuse(
        `${kind} in @custom directive should be of the form 'remote_headername:local_headername' or just ` +
          `'headername', found: \`${wrong}\`.`,
      );
    }
    const repeated = headerNames
      .get('secretHeaders')!
      .find((name) => headerNames.get('forwardHeaders')!.includes(name));
    if (repeated !== undefined) {
      this.refuse(
        'secretHeaders and forwardHeaders in @custom directive cannot have overlapping headers, found: ' +
          `\`${repeated}\`.`,
      );
    }
  }
}

/** Returns the first value of a template without a JSON form. */
function noJson(node: ValueNode): string | undefined {
  if (node.kind === Kind.ENUM || (node.kind === Kind.STRING && node.block)) return node.value;
  const inner =
    node.kind === Kind.LIST ? node.values : node.kind === Kind.OBJECT ? node.fields.map(({ value }) => value) : [];
  return inner.map(noJson).find((word) => word !== undefined);
}
