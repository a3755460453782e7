/** Random DQL documents for properties: any tree that `parse` may return, without spans. */
import fc from 'fast-check';
import type {
  Directives,
  Document,
  Filter,
  FunctionArgument,
  FunctionCall,
  MathExpression,
  MathOperator,
  OrderKey,
  Pagination,
  Predicate,
  QueryBlock,
  Scalar,
  Selection,
  Span,
} from '../../../src/dql/ast';
import { MATH_FUNCTIONS } from '../../../src/dql/parser/math';

const span: Span = { start: 0, end: 0, line: 1, column: 1 };
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const list = <T>(arbitrary: fc.Arbitrary<T>, minLength = 0): fc.Arbitrary<T[]> =>
  fc.array(arbitrary, { minLength, maxLength: 3 });
const constant = <const T>(value: T): fc.Arbitrary<T> => fc.constant(value);

/** Names, with words that have a special meaning in some context. */
const plainName = fc.oneof(
  fc.stringMatching(/^[a-z_][A-Za-z0-9_.]{0,6}$/),
  fc.constantFrom(
    'as',
    'count',
    'and',
    'func',
    'first',
    'type',
    'query',
    'orderasc',
    'dgraph.type',
    'graph.type',
    'facets',
    'en',
  ),
);
const dashedName = fc.oneof(plainName, fc.stringMatching(/^[a-z]{1,3}(-[a-z][a-z0-9]{0,2}){1,2}$/));
/** Excludes words that begin a call or a value in a selection. */
const fieldName = dashedName.filter((n) => n !== 'count');
const iriName = fc.stringMatching(/^http:\/\/[a-zé]{1,4}\/[A-Za-z0-9#?=~.-]{0,6}$/);
/** Excludes names of math functions, which cannot be variables in math. */
const variable = fc
  .stringMatching(/^[A-Z][a-z0-9_]{0,3}$/)
  .filter((name) => !Object.hasOwn(MATH_FUNCTIONS, name.toLowerCase()) && !/^(inf|nan)$/i.test(name));
const text = fc.string({ unit: 'grapheme', maxLength: 12 });

const predicate = (langs: fc.Arbitrary<readonly string[]>): fc.Arbitrary<Predicate> =>
  fc
    .tuple(
      fc.oneof(
        fieldName.map((name) => ({ name, iri: false })),
        iriName.map((name) => ({ name, iri: true })),
      ),
      fc.boolean(),
      langs,
    )
    .map(([name, reverse, tags]) => ({ kind: 'Predicate', ...name, reverse, langs: tags, span }));
const noLangs = constant<readonly string[]>([]);
const oneLang = fc.oneof(noLangs, fc.constantFrom(['en'], ['zh-Hans'], ['.']));
const anyLangs = fc.oneof(oneLang, fc.constantFrom(['*'], ['en', 'fr-CA', '.']));

const quoted: fc.Arbitrary<Scalar> = text.map((t) => ({ kind: 'Scalar', text: t, quoted: true, span }));
const number: fc.Arbitrary<Scalar> = fc
  .oneof(fc.integer().map(String), fc.constantFrom('1.5', '-0.25', '0x1f', '2006-01-02'))
  .map((t) => ({ kind: 'Scalar', text: t, quoted: false, span }));
const gqlVariable = variable.map((name) => ({ kind: 'GqlVariable' as const, name: `$${name}`, span }));
const value = fc.oneof(number, gqlVariable);
const valRef = variable.map((name) => ({ kind: 'ValRef' as const, variable: name, span }));

const call = (more: Partial<FunctionCall> & { name: string }): FunctionCall => ({
  kind: 'FunctionCall',
  subject: undefined,
  args: [],
  options: [],
  span,
  ...more,
});
const uidCall: fc.Arbitrary<FunctionCall> = list(
  fc.oneof(
    fc.constantFrom('0x1', '17').map((t): FunctionArgument => ({ kind: 'Scalar', text: t, quoted: false, span })),
    variable.map((name): FunctionArgument => ({ kind: 'VariableName', name, span })),
  ),
).map((args) => call({ name: 'uid', args }));
const position = fc
  .array(number, { minLength: 2, maxLength: 2 })
  .map((items): FunctionArgument => ({ kind: 'List', items, span }));

const rootCall: fc.Arbitrary<FunctionCall> = fc.oneof(
  uidCall,
  predicate(noLangs).map((subject) => call({ name: 'has', subject })),
  plainName.map((t) => call({ name: 'type', args: [{ kind: 'Scalar', text: t, quoted: false, span }] })),
  fc
    .tuple(
      fc.oneof(
        predicate(oneLang),
        valRef,
        predicate(noLangs).map((p) => ({ kind: 'CountRef' as const, predicate: p, span })),
      ),
      list(fc.oneof(quoted, number, gqlVariable), 1),
    )
    .map(([subject, args]) => call({ name: 'eq', subject, args })),
  fc
    .tuple(predicate(oneLang), list(fc.oneof(quoted, gqlVariable), 1))
    .map(([subject, items]) => call({ name: 'eq', subject, args: [{ kind: 'List', items, span }] })),
  fc
    .tuple(predicate(oneLang), fc.constantFrom('a/b', '^\\d+{2}$', '"x', ''), fc.constantFrom('', 'i'))
    .map(([subject, pattern, flags]) =>
      call({ name: 'regexp', subject, args: [{ kind: 'Regex', pattern, flags, span }] }),
    ),
  fc
    .tuple(predicate(noLangs), position, number)
    .map(([subject, at, within]) => call({ name: 'near', subject, args: [at, within] })),
  fc.tuple(predicate(noLangs), number, value, value).map(([subject, k, vector, ef]) =>
    call({
      name: 'similar_to',
      subject,
      args: [k, vector],
      options: [{ kind: 'FunctionOption', key: 'ef', value: ef, span }],
    }),
  ),
);

const filter: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    rootCall,
    tie('filter').map((operand): Filter => ({ kind: 'Not', operand, span })),
    // A chain of one operator is one node.
    fc
      .tuple(fc.constantFrom('And' as const, 'Or' as const), fc.array(tie('filter'), { minLength: 2, maxLength: 3 }))
      .map(([kind, operands]): Filter => ({ kind, operands, span })),
  ),
})).filter;

const pagination: fc.Arbitrary<Pagination> = fc.record({
  first: optional(value),
  offset: optional(value),
  after: optional(value),
});
const order: fc.Arbitrary<OrderKey[]> = fc.oneof(
  fc
    .uniqueArray(predicate(oneLang), { selector: (p) => `${p.reverse} ${p.name} ${p.langs.join()}`, maxLength: 2 })
    .chain((by) =>
      fc
        .array(fc.boolean(), { minLength: by.length, maxLength: by.length })
        .map((descending) =>
          by.map((b, i): OrderKey => ({ kind: 'OrderKey', by: b, descending: descending[i]!, span })),
        ),
    ),
  valRef.map((by): OrderKey[] => [{ kind: 'OrderKey', by, descending: true, span }]),
);

const fieldDirectives: fc.Arbitrary<Directives> = fc.record({
  filter: optional(filter),
  cascade: optional(list(predicate(noLangs))),
  normalize: optional(constant(true)),
  facets: optional(
    fc.oneof(
      constant({ kind: 'FacetSelection' as const, all: true, keys: [], order: [], span }),
      fc
        .uniqueArray(
          dashedName.filter((n) => n !== 'as'),
          { minLength: 2, maxLength: 4 },
        )
        .map((names) => ({
          kind: 'FacetSelection' as const,
          all: false,
          keys: names.slice(1).map((key, i) => ({
            kind: 'FacetKey' as const,
            key,
            alias: i === 0 ? 'alias' : undefined,
            variable: i === 1 ? 'V' : undefined,
            span,
          })),
          order: [{ kind: 'FacetOrder' as const, key: names[0]!, descending: true, span }],
          span,
        })),
    ),
  ),
  facetsFilter: optional(
    plainName.map((name) =>
      call({
        name: 'eq',
        subject: { kind: 'Predicate', name, iri: false, reverse: false, langs: [], span },
        args: [{ kind: 'Scalar', text: 'x', quoted: true, span }],
      }),
    ),
  ),
});

const math: fc.Arbitrary<MathExpression> = fc.letrec<{ math: MathExpression }>((tie) => ({
  math: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    variable.map((name): MathExpression => ({ kind: 'MathVariable', name, span })),
    fc.constantFrom('1', '2.5', '100').map((t): MathExpression => ({ kind: 'MathNumber', text: t, span })),
    gqlVariable,
    tie('math').map((operand): MathExpression => ({ kind: 'MathUnary', operator: '-', operand, span })),
    fc
      .tuple(
        fc.constantFrom<MathOperator>('+', '-', '*', '/', '%', 'dot', '<', '>', '<=', '>=', '==', '!='),
        tie('math'),
        tie('math'),
      )
      .map(([operator, left, right]): MathExpression => ({ kind: 'MathBinary', operator, left, right, span })),
    fc
      .tuple(fc.constantFrom('pow', 'max'), tie('math'), tie('math'))
      .map(([name, a, b]): MathExpression => ({ kind: 'MathCall', function: name, args: [a, b], span })),
    tie('math').map((a): MathExpression => ({ kind: 'MathCall', function: 'sqrt', args: [a], span })),
  ),
})).math;

const head = { variable: optional(variable), alias: optional(fc.oneof(dashedName, iriName)) };

const selection: fc.Arbitrary<Selection> = fc.letrec<{ selection: Selection }>((tie) => ({
  selection: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ kind: constant('UidField'), ...head, span: constant(span) }),
    fc.record({ kind: constant('ValField'), alias: head.alias, value: valRef, span: constant(span) }),
    fc.record({
      kind: constant('AggregateField'),
      ...head,
      function: fc.constantFrom('min' as const, 'avg' as const),
      of: valRef,
      span: constant(span),
    }),
    fc.record({ kind: constant('MathField'), variable, alias: head.alias, expression: math, span: constant(span) }),
    fc.record({ kind: constant('FragmentSpread'), name: plainName, span: constant(span) }),
    fc.record({
      kind: constant('CheckPasswordField'),
      ...head,
      predicate: predicate(noLangs),
      password: fc.oneof(quoted, gqlVariable),
      span: constant(span),
    }),
    fc
      .record({
        kind: constant('CountField'),
        ...head,
        predicate: optional(predicate(noLangs)),
        pagination,
        order,
        directives: fieldDirectives,
        span: constant(span),
      })
      .map((count) => (count.predicate ? count : { ...count, pagination: {}, order: [], directives: {} })),
    fc.record({
      kind: constant('ExpandField'),
      types: fc.oneof(list(plainName, 1), valRef),
      pagination,
      order,
      directives: fc.record({
        filter: optional(
          plainName.map((t) => call({ name: 'type', args: [{ kind: 'Scalar', text: t, quoted: false, span }] })),
        ),
      }),
      selection: optional(list(tie('selection'))),
      span: constant(span),
    }),
    fc
      .record({
        kind: constant('Field'),
        ...head,
        predicate: predicate(anyLangs),
        pagination,
        order,
        directives: fieldDirectives,
        selection: optional(list(tie('selection'))),
        span: constant(span),
      })
      .map((field) => (field.predicate.langs.length > 0 ? { ...field, selection: undefined } : field)),
  ),
})).selection;

const block: fc.Arbitrary<QueryBlock> = fc.record({
  kind: constant('QueryBlock'),
  variable: optional(variable),
  name: dashedName,
  func: rootCall,
  pagination,
  order,
  directives: fc.record({
    filter: optional(filter),
    cascade: optional(list(predicate(noLangs))),
    normalize: optional(constant(true)),
    ignoreReflex: optional(constant(true)),
    recurse: optional(
      fc.record({
        kind: constant('Recurse'),
        depth: optional(gqlVariable),
        loop: optional(gqlVariable),
        span: constant(span),
      }),
    ),
  }),
  selection: optional(list(selection)),
  span: constant(span),
});

/** Flattens nested chains of one operator, which the parser reads as one node. */
function flatten<T>(tree: T): T {
  return JSON.parse(JSON.stringify(tree), (_, node: unknown) => {
    if (typeof node !== 'object' || node === null || !('operands' in node)) return node;
    const { kind, operands } = node as unknown as { kind: string; operands: { kind: string; operands: unknown[] }[] };
    return { ...node, operands: operands.flatMap((o) => (o.kind === kind ? o.operands : [o])) };
  }) as T;
}

export const arbitraryDocument: fc.Arbitrary<Document> = fc
  .record({
    kind: constant('Document'),
    operation: optional(
      fc.record({
        kind: constant('Operation'),
        name: plainName,
        variables: list(
          fc.record({
            kind: constant('VariableDefinition'),
            name: variable.map((v) => `$${v}`),
            type: fc.constantFrom('int', 'string', 'float32vector'),
            required: constant(false),
            default: optional(quoted),
            span: constant(span),
          }),
        ),
        span: constant(span),
      }),
    ),
    blocks: list(block, 1),
    fragments: list(
      fc.record({
        kind: constant('FragmentDefinition'),
        name: plainName,
        selection: list(selection),
        span: constant(span),
      }),
    ),
    span: constant(span),
  })
  // A block of a bare document cannot have the name of a mutation.
  .map(flatten);
