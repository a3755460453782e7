/** Validation rule: literals fit their types and Dgraph's further conditions, with Dgraph's messages. */
import {
  GraphQLError,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type ASTVisitor,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type ObjectValueNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql';
import { didYouMean } from '../../util/didYouMean';
import { literalText } from './values';

/** Filters with at most one function. */
const SINGLE = new Set([
  'StringHashFilter',
  'StringExactFilter',
  'StringFullTextFilter',
  'StringRegExpFilter',
  'StringNgramFilter',
  'StringTermFilter',
  'DateTimeFilter',
  'FloatFilter',
  'Int64Filter',
  'IntFilter',
  'PointGeoFilter',
  'ContainsFilter',
  'IntersectsFilter',
  'PolygonGeoFilter',
]);

const KINDS: Partial<Record<Kind, string>> = {
  [Kind.FLOAT]: 'Float',
  [Kind.BOOLEAN]: 'Boolean',
  [Kind.NULL]: 'Null',
  [Kind.ENUM]: 'Enum',
  [Kind.LIST]: 'List',
  [Kind.OBJECT]: 'Object',
};

export function literalsRule(context: ValidationContext): ASTVisitor {
  const report = (message: string, node: ValueNode | ObjectValueNode['fields'][number]): void =>
    context.reportError(new GraphQLError(message, { nodes: node }));

  /**
   * Checks a literal. @returns true if it contains a number that is too large; Dgraph reports that for every enclosing
   * value
   */
  const check = (node: ValueNode, type: GraphQLInputType): boolean => {
    if (node.kind === Kind.VARIABLE) return false;
    const unexpected = (): void => report(`Expected type ${String(type)}, found ${literalText(node)}.`, node);
    if (node.kind === Kind.NULL) {
      if (isNonNullType(type)) unexpected();
      return false;
    }
    const bare = isNonNullType(type) ? type.ofType : type;
    if (isListType(bare)) {
      if (node.kind !== Kind.LIST) return check(node, bare.ofType);
      const isUnread = node.values.map((each) => check(each, bare.ofType)).includes(true);
      if (isUnread) unexpected();
      return isUnread;
    }
    if (isInputObjectType(bare)) {
      const isUnread = node.kind === Kind.OBJECT && checkObject(node, bare);
      if (isUnread || node.kind !== Kind.OBJECT) unexpected();
      return isUnread;
    }
    if (!isEnumType(bare)) return checkScalar(node, bare.name, unexpected);
    if (node.kind === Kind.ENUM && bare.getValue(node.value)) return false;
    const actual = node.kind === Kind.ENUM || node.kind === Kind.STRING ? node.value : literalText(node);
    const members = bare.getValues().map(({ name }) => name);
    const suffix = node.kind === Kind.ENUM || node.kind === Kind.STRING;
    report(
      `Expected type ${String(type)}, found ${literalText(node)}.` +
        (suffix ? didYouMean('the enum value', actual, members) : ''),
      node,
    );
    return false;
  };

  const checkScalar = (node: ValueNode, name: string, unexpected: () => void): boolean => {
    const { kind } = node;
    const isUnread = (name === 'Int' || name === 'Float') && isTooLarge(node);
    switch (name) {
      case 'Int':
        if (kind === Kind.INT || kind === Kind.STRING) checkRange(node, node.value, name, 32);
        else if (kind !== Kind.LIST && kind !== Kind.OBJECT) {
          report(`strconv.ParseInt: parsing ${JSON.stringify(literalText(node))}: invalid syntax`, node);
        }
        if (kind !== Kind.INT || isUnread) unexpected();
        break;
      case 'Int64':
        if (kind === Kind.INT || kind === Kind.STRING) checkRange(node, node.value, name, 64);
        else {
          const got = KINDS[kind] ?? kind;
          report(`Type mismatched for Value \`${literalText(node)}\`, expected: Int64, got: '${got}'`, node);
        }
        break;
      case 'Float':
        if ((kind !== Kind.INT && kind !== Kind.FLOAT) || isUnread) unexpected();
        break;
      case 'String':
        if (kind !== Kind.STRING) unexpected();
        break;
      case 'Boolean':
        if (kind !== Kind.BOOLEAN) unexpected();
        break;
      default:
        // An ID may be any literal, a DateTime any scalar.
        if (kind === Kind.LIST || kind === Kind.OBJECT) unexpected();
    }
    return isUnread;
  };

  const checkRange = (node: ValueNode, text: string, name: string, bits: 32 | 64): void => {
    if (!/^[+-]?\d+$/.test(text)) {
      report(`strconv.ParseInt: parsing ${JSON.stringify(text)}: invalid syntax`, node);
    } else if (!fits(text, bits)) {
      report(`Out of range value '${text}', for type \`${name}\``, node);
    }
  };

  const checkObject = (node: ObjectValueNode, type: GraphQLInputObjectType): boolean => {
    const fields = type.getFields();
    if (SINGLE.has(type.name) && node.fields.length > 1) {
      report(`${type.name} filter expects only one filter function, got: ${node.fields.length}`, node);
    }
    for (const field of Object.values(fields)) {
      if (!isNonNullType(field.type) || node.fields.some(({ name }) => name.value === field.name)) continue;
      report(`Field ${type.name}.${field.name} of required type ${String(field.type)} was not provided.`, node);
    }
    let isUnread = false;
    for (const each of node.fields) {
      const field = Object.hasOwn(fields, each.name.value) ? fields[each.name.value] : undefined;
      if (field) isUnread = check(each.value, field.type) || isUnread;
      else {
        const suggestion = didYouMean('', each.name.value, Object.keys(fields));
        report(`Field "${each.name.value}" is not defined by type ${type.name}.${suggestion}`, each);
      }
    }
    return isUnread;
  };

  return {
    Argument(node) {
      const type = context.getArgument()?.type;
      if (type) check(node.value, type);
      return false;
    },
    VariableDefinition: {
      leave(node) {
        const type = context.getInputType();
        if (type && node.defaultValue) check(node.defaultValue, type);
      },
    },
  };
}

/** True if the literal exceeds a 64-bit number. */
const isTooLarge = (node: ValueNode): boolean =>
  (node.kind === Kind.INT && !fits(node.value, 64)) ||
  (node.kind === Kind.FLOAT && !Number.isFinite(Number(node.value)));

/** True if an integer is in range. */
export function fits(text: string, bits: 32 | 64): boolean {
  // Longer than any fitting number without leading zeros; BigInt takes quadratic time.
  if (text.replace(/^[+-]?0*/, '').length > 19) return false;
  const value = BigInt(text.replace(/^\+/, ''));
  return BigInt.asIntN(bits, value) === value;
}
