/**
 * Canonical printer of documents: one selection per line, two spaces per indentation. `parse(print(d))` equals `d` but
 * for its spans.
 */
import type { Directives, Filter, Kind, MathExpression, Node, NodeOf, OrderKey, Pagination } from './ast';
import { MATH_PRECEDENCE } from './parser/math';
import { quote } from './unquote';

/**
 * Prints any node of a tree.
 *
 * A document after `bind` may hold values that DQL has no notation for (a vector in `math`); they are printed as
 * strings.
 */
export function print(node: Node): string {
  return write(node, '');
}

type Printers = { readonly [K in Kind]: (node: NodeOf<K>, indent: string) => string };

function write(node: Node, indent: string): string {
  return (PRINTERS[node.kind] as (node: Node, indent: string) => string)(node, indent);
}

const PRINTERS: Printers = {
  Document: ({ operation, blocks, fragments }) => {
    const schema = blocks.filter((b) => b.kind === 'SchemaBlock').map((b) => write(b, ''));
    const queries = blocks.filter((b) => b.kind === 'QueryBlock').map((b) => `  ${write(b, '  ')}\n`);
    const parts = [...schema, ...fragments.map((f) => write(f, ''))];
    if (queries.length > 0) parts.unshift(`${operation ? `${write(operation, '')} ` : ''}{\n${queries.join('')}}`);
    return parts.map((part) => `${part}\n`).join('');
  },
  Operation: ({ name, variables }) => {
    const list = variables.length > 0 ? `(${variables.map((v) => write(v, '')).join(', ')})` : '';
    return `query${name === undefined ? '' : ` ${dashed(name)}${list}`}`;
  },
  VariableDefinition: ({ name, type, required, default: value }) =>
    `${name}: ${type}${required ? '!' : ''}${value ? ` = ${write(value, '')}` : ''}`,
  FragmentDefinition: ({ name, selection }) => `fragment ${word(name)} ${selections(selection, '')}`,

  QueryBlock: (block, indent) => {
    const list = [
      ...(block.func ? [`func: ${write(block.func, '')}`] : []),
      ...(block.shortest ? [write(block.shortest, '')] : []),
      ...paginationList(block.pagination, block.order),
    ];
    const head = `${variable(block.variable)}${dashed(block.name)}(${list.join(', ')})${directives(block.directives)}`;
    return block.selection ? `${head} ${selections(block.selection, indent)}` : head;
  },
  SchemaBlock: ({ predicates, types, fields }) => {
    const key = predicates.length > 0 ? 'pred' : types.length > 0 ? 'type' : undefined;
    const names = key === 'pred' ? predicates : types;
    const head = key === undefined ? 'schema' : `schema(${key}: [${names.map(word).join(', ')}])`;
    return `${head} {${fields.length > 0 ? ` ${fields.map(word).join(' ')} ` : ''}}`;
  },
  ShortestPath: ({ kind: _, span: __, ...ends }) =>
    Object.entries(ends)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => `${key}: ${write(value as Node, '')}`)
      .join(', '),
  OrderKey: ({ by, descending }) => `${descending ? 'orderdesc' : 'orderasc'}: ${write(by, '')}`,
  GroupKey: ({ alias, predicate }) => `${alias === undefined ? '' : `${dashed(alias)}: `}${write(predicate, '')}`,
  Recurse: ({ depth, loop }) => {
    const list = [...(depth ? [`depth: ${write(depth, '')}`] : []), ...(loop ? [`loop: ${write(loop, '')}`] : [])];
    return list.length > 0 ? `@recurse(${list.join(', ')})` : '@recurse';
  },
  FacetSelection: ({ all, keys, order }) =>
    all ? '@facets' : `@facets(${[...keys, ...order].map((k) => write(k, '')).join(', ')})`,
  FacetKey: ({ key, alias, variable: name }) =>
    `${alias === undefined ? '' : `${word(alias)}: `}${variable(name)}${dashed(key)}`,
  FacetOrder: ({ key, descending }) => `${descending ? 'orderdesc' : 'orderasc'}: ${dashed(key)}`,

  And: ({ operands }) => operands.map((o) => operand(o, ['Or', 'And'])).join(' AND '),
  Or: ({ operands }) => operands.map((o) => operand(o, ['Or'])).join(' OR '),
  Not: ({ operand: inner }) => `NOT ${operand(inner, ['Or', 'And', 'Not'])}`,
  FunctionCall: ({ name, subject, args, options }) =>
    `${dashed(name)}(${[...(subject ? [subject] : []), ...args, ...options].map((a) => write(a, '')).join(', ')})`,
  FunctionOption: ({ key, value }) => `${key}: ${write(value, '')}`,
  VariableName: ({ name }) => dashed(name),
  Scalar: ({ text, quoted }) => (quoted ? quote(text) : PLAIN_VALUE.test(text) ? text : `<${text}>`),
  GqlVariable: ({ name }) => name,
  List: ({ items }) => `[${items.map((i) => write(i, '')).join(', ')}]`,
  Regex: ({ pattern, flags }) => `/${pattern.replaceAll('/', '\\/')}/${flags}`,
  ValRef: ({ variable: name }) => `val(${word(name)})`,
  CountRef: ({ predicate }) => `count(${write(predicate, '')})`,
  LenRef: ({ variable: name }) => `len(${word(name)})`,
  Predicate: ({ name, iri, reverse, langs }) => {
    const full = `${reverse ? '~' : ''}${name}`;
    const languages = langs.length > 0 ? `@${langs.join(':')}` : '';
    return `${iri || !DASHED_IN_BRACKETS.test(full) ? `<${full}>` : full}${languages}`;
  },

  Field: ({ variable: name, alias, predicate, pagination, order, directives: all, selection }, indent) => {
    const list = args(pagination, order);
    const { name: written, iri, reverse, langs } = predicate;
    const printable = { ...predicate, iri: iri || !DASHED.test(written) };
    // `count (first: 1)` would be a call and `name@en (first: 1)` a directive, so the arguments come later there.
    const callable = CALLABLE.has(written.toLowerCase()) && !reverse && langs.length === 0;
    const isLate = list !== '' && langs.length > 0;
    const start = isLate
      ? `${write({ ...printable, langs: [] }, '')}${list} @${langs.join(':')}`
      : write(printable, '');
    const suffix = callable ? `${directives(all)}${list}` : `${isLate ? '' : list}${directives(all)}`;
    return `${head(name, alias)}${start}${suffix}${selection ? ` ${selections(selection, indent)}` : ''}`;
  },
  UidField: ({ variable: name, alias }) => `${head(name, alias)}uid`,
  CountField: ({ variable: name, alias, predicate, pagination, order, directives: all }) =>
    predicate
      ? `${head(name, alias)}count(${write(predicate, '')}${args(pagination, order)}${directives(all)})`
      : `${head(name, alias)}count(uid)`,
  ValField: ({ variable: name, alias, value }) => `${head(name, alias)}${write(value, '')}`,
  AggregateField: ({ variable: name, alias, function: f, of }) => `${head(name, alias)}${f}(${write(of, '')})`,
  MathField: ({ variable: name, alias, expression }) => `${head(name, alias)}math(${write(expression, '')})`,
  ExpandField: ({ types, pagination, order, directives: all, selection }, indent) => {
    const argument = 'kind' in types ? write(types, '') : types.map(word).join(', ');
    const suffix = `${args(pagination, order)}${directives(all)}`;
    return `expand(${argument})${suffix}${selection ? ` ${selections(selection, indent)}` : ''}`;
  },
  CheckPasswordField: ({ variable: name, alias, predicate, password }) =>
    `${head(name, alias)}checkpwd(${write(predicate, '')}, ${write(password, '')})`,
  FragmentSpread: ({ name }) => `...${word(name)}`,

  MathNumber: ({ text }) => text,
  MathConstant: ({ text }) => quote(text),
  MathVariable: ({ name }) => word(name),
  MathCall: ({ function: name, args: list }) => `${name}(${list.map((a) => write(a, '')).join(', ')})`,
  // Dgraph reads `-f(x)` as minus applied to the text before it; brackets avoid that.
  MathUnary: ({ operand: inner }) => `-${LEAVES.has(inner.kind) ? write(inner, '') : `(${write(inner, '')})`}`,
  MathBinary: ({ operator, left, right }) => {
    const level = MATH_PRECEDENCE[operator];
    return `${mathOperand(left, level)} ${operator} ${mathOperand(right, level + 1)}`;
  },
};

const LEAVES: ReadonlySet<Kind> = new Set<Kind>(['MathNumber', 'MathVariable', 'GqlVariable']);

function mathOperand(expression: MathExpression, minimum: number): string {
  const text = write(expression, '');
  return expression.kind === 'MathBinary' && MATH_PRECEDENCE[expression.operator] < minimum ? `(${text})` : text;
}

function operand(filter: Filter, bracketed: readonly Kind[]): string {
  return bracketed.includes(filter.kind) ? `(${write(filter, '')})` : write(filter, '');
}

function selections(list: readonly Node[], indent: string): string {
  if (list.length === 0) return '{}';
  const inner = `${indent}  `;
  const lines = list.map((selection, i) => {
    const text = write(selection, inner);
    // `as` after a name would define a variable; a comma separates the two.
    return `${inner}${i > 0 && /^<?as\b/i.test(text) ? ', ' : ''}${text}\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

function head(variableName: string | undefined, alias: string | undefined): string {
  return `${variable(variableName)}${alias === undefined ? '' : `${dashed(alias)}: `}`;
}

function variable(name: string | undefined): string {
  return name === undefined ? '' : `${word(name)} as `;
}

function args(pagination: Pagination, order: readonly OrderKey[]): string {
  const list = paginationList(pagination, order);
  return list.length > 0 ? ` (${list.join(', ')})` : '';
}

function paginationList(pagination: Pagination, order: readonly OrderKey[]): string[] {
  const pages = (['first', 'offset', 'after'] as const).flatMap((key) => {
    const value = pagination[key];
    return value ? [`${key}: ${write(value, '')}`] : [];
  });
  return [...pages, ...order.map((key) => write(key, ''))];
}

/**
 * Prints directives. `@normalize`, which takes no brackets, and `@cascade`, whose brackets are optional, come last:
 * brackets after them would be read as theirs.
 */
function directives(all: Directives): string {
  const parts: string[] = [];
  if (all.facets) parts.push(write(all.facets, ''));
  if (all.facetsFilter) parts.push(`@facets(${write(all.facetsFilter, '')})`);
  if (all.filter) parts.push(`@filter(${write(all.filter, '')})`);
  if (all.recurse) parts.push(write(all.recurse, ''));
  if (all.groupby) parts.push(`@groupby(${all.groupby.map((key) => write(key, '')).join(', ')})`);
  if (all.normalize === true) parts.push('@normalize');
  if (all.ignoreReflex === true) parts.push('@ignorereflex');
  if (all.cascade) {
    const fields = all.cascade.map((field) => write(field, '')).join(', ');
    parts.push(fields === '' ? '@cascade' : `@cascade(${fields})`);
  }
  return parts.map((part) => ` ${part}`).join('');
}

const CALLABLE: ReadonlySet<string> = new Set(['count', 'val', 'min', 'max', 'sum', 'avg', 'uid', 'math', 'expand']);
const PLAIN_VALUE = /^[+-]?[A-Za-z0-9_~][A-Za-z0-9_~.]*(-[A-Za-z0-9_~][A-Za-z0-9_~.]*)*$/;

const DASHED = /^[A-Za-z_~][A-Za-z0-9_~.]*(-[A-Za-z_~][A-Za-z0-9_~.]*)*$/;
const DASHED_IN_BRACKETS = /^[A-Za-z_~][A-Za-z0-9_~.]*(-[A-Za-z0-9_~][A-Za-z0-9_~.]*)*$/;

/** Prints a name that may have dashes. Between braces none of its parts can begin with a digit. */
function dashed(name: string): string {
  return DASHED.test(name) ? name : `<${name}>`;
}

/** Prints a name of one word, or any other in brackets. */
function word(name: string): string {
  return /^[A-Za-z_~][A-Za-z0-9_~.]*$/.test(name) ? name : `<${name}>`;
}
