/** Selections → nodes of the plan, with Dgraph's checks of a level as a whole. */
import type {
  AggregateField,
  CountField,
  Directives,
  ExpandField,
  Field,
  MathExpression,
  OrderKey,
  Pagination,
  Selection,
} from '../../dql';
import type { SchemaView } from '../storage/view';
import { readInt32, readUint64, scalarText } from './arguments';
import { QueryError } from './errors';
import { planFacets } from './facets';
import { filterUses, planFacetsFilter, planFilter } from './filters';
import { accessProblem, attributeOf, resolvePredicate, wantsAllLanguages } from './predicates';
import type { CascadePlan, NodePlan, OrderPlan, PredicateRef, VariableUse } from './types';

/** Properties that a level passes on to its children. */
interface Inherited {
  readonly schema: SchemaView;
  readonly normalize: boolean;
  readonly ignoreReflex: boolean;
  readonly cascade: readonly string[];
  readonly groupBy: boolean;
  readonly shortest: boolean;
}

/** Node with default properties. */
export function emptyNode(span: NodePlan['span']): NodePlan {
  return {
    role: 'predicate',
    attr: '',
    predicate: undefined,
    alias: '',
    variable: undefined,
    uses: [],
    count: 0,
    offset: 0,
    after: 0,
    counted: false,
    order: [],
    func: undefined,
    filter: undefined,
    facets: undefined,
    facetsFilter: undefined,
    cascade: undefined,
    normalize: false,
    ignoreReflex: false,
    groupBy: undefined,
    aggregate: undefined,
    password: undefined,
    math: undefined,
    expand: undefined,
    allLanguages: false,
    recurse: undefined,
    shortest: undefined,
    empty: false,
    problem: undefined,
    children: [],
    span,
  };
}

/** @throws QueryError for a repeated field, and for options that its kind of field cannot have */
export function planSelections(selections: readonly Selection[], inherited: Inherited): NodePlan[] {
  const keys = new Set<string>();
  return selections.map((selection) => {
    const node = planSelection(selection, inherited);
    const key = node.alias === '' ? uniqueKey(node) : node.alias;
    if (keys.has(key)) throw new QueryError(`${key} not allowed multiple times in same sub-query.`, selection.span);
    keys.add(key);
    return node;
  });
}

function uniqueKey(node: NodePlan): string {
  switch (node.role) {
    case 'value':
      return `val(${node.uses[0]!.name})`;
    case 'aggregate':
      return `val(${node.uses[0]!.name})${node.aggregate!}`;
    case 'math':
      return `val(${node.variable ?? ''})`;
    case 'count-uid':
      return 'uidcount';
    default: {
      const suffix = node.counted ? 'count' : '';
      const langs = node.predicate?.langs.length ? `[${node.predicate.langs.join(' ')}]` : '';
      const extra = (node.aggregate ?? '') + (node.password === undefined ? '' : 'checkpwd');
      return `${node.attr}${extra}${suffix}${langs}${node.groupBy ? 'groupby' : ''}`;
    }
  }
}

function planSelection(selection: Selection, inherited: Inherited): NodePlan {
  const base: NodePlan = {
    ...emptyNode(selection.span),
    alias: 'alias' in selection ? (selection.alias ?? '') : '',
    variable: 'variable' in selection ? selection.variable : undefined,
    normalize: inherited.normalize,
    ignoreReflex: inherited.ignoreReflex,
    cascade: cascadeOf(inherited.cascade, undefined),
  };
  switch (selection.kind) {
    case 'Field':
      return planField(base, selection, inherited);
    case 'UidField':
      return { ...base, role: 'uid', attr: 'uid' };
    case 'CountField':
      return planCount(base, selection, inherited);
    case 'ValField':
      return { ...base, role: 'value', attr: 'val', uses: [{ name: selection.value.variable, kind: 'value' }] };
    case 'AggregateField':
      return planAggregate(base, selection, inherited);
    case 'MathField':
      return { ...base, role: 'math', attr: 'math', math: selection.expression, uses: mathUses(selection.expression) };
    case 'ExpandField':
      return planExpand(base, selection, inherited);
    case 'CheckPasswordField': {
      const predicate = resolvePredicate(inherited.schema, selection.predicate);
      if (predicate.name === 'uid') throw new QueryError('Argument cannot be "uid"', predicate.span);
      const type = predicate.declaration?.type;
      const problem =
        type !== undefined && type !== 'password'
          ? `checkpwd fn can only be used on attr: [${predicate.name}] with schema type password. Got type: ${type}`
          : accessProblem(predicate);
      return { ...base, attr: predicate.name, predicate, password: scalarText(selection.password), problem };
    }
    case 'FragmentSpread':
      throw new QueryError(`Missing fragment: ${selection.name}`, selection.span);
  }
}

function planField(base: NodePlan, field: Field, inherited: Inherited): NodePlan {
  const predicate = resolvePredicate(inherited.schema, field.predicate);
  const common = planCommon(base, field, inherited);
  return {
    ...common,
    ...predicateParts(predicate),
    problem: accessProblem(predicate),
    groupBy: field.directives.groupby && planGroupKeys(field.directives.groupby, inherited.schema),
    children: planSelections(field.selection ?? [], {
      ...inherited,
      normalize: common.normalize,
      cascade: common.cascade?.fields ?? [],
      groupBy: field.directives.groupby !== undefined,
    }),
  };
}

function predicateParts(predicate: PredicateRef): Pick<NodePlan, 'attr' | 'predicate' | 'allLanguages'> {
  return { attr: attributeOf(predicate), predicate, allLanguages: wantsAllLanguages(predicate) };
}

/** Plans filter, facets, order and page, common to several kinds of fields. */
function planCommon(
  base: NodePlan,
  field: { readonly pagination: Pagination; readonly order: readonly OrderKey[]; readonly directives: Directives },
  { schema, normalize, cascade }: Inherited,
): NodePlan {
  const { directives } = field;
  const filter = directives.filter && planFilter(schema, directives.filter);
  const order = planOrder(field.order, schema);
  const facets = planFacets(directives.facets);
  if (order.length > 0 && (facets?.order.length ?? 0) > 0) {
    throw new QueryError('Cannot specify order at both args and facets', base.span);
  }
  return {
    ...base,
    ...planPages(field.pagination, cascadeFields(directives) ?? cascade),
    order,
    filter,
    facets,
    facetsFilter: directives.facetsFilter && planFacetsFilter(directives.facetsFilter),
    normalize: normalize || directives.normalize === true,
    uses: [...orderUses(order), ...filterUses(filter)],
  };
}

/** Plans the page. Under `@cascade` it is taken after the cascade. */
export function planPages(
  pagination: Pagination,
  cascadeFields: readonly string[] | undefined,
): Pick<NodePlan, 'count' | 'offset' | 'after' | 'cascade'> {
  const first = readInt32(pagination.first);
  const offset = readInt32(pagination.offset);
  const after = pagination.after === undefined ? 0 : readUint64(pagination.after);
  const cascade = cascadeOf(cascadeFields, { first, offset });
  return cascade ? { count: 0, offset: 0, after, cascade } : { count: first, offset, after, cascade: undefined };
}

function cascadeOf(
  fields: readonly string[] | undefined,
  pages: { readonly first: number; readonly offset: number } | undefined,
): CascadePlan | undefined {
  return fields && fields.length > 0 ? { fields, first: pages?.first ?? 0, offset: pages?.offset ?? 0 } : undefined;
}

/** Fields of `@cascade`; without names it applies to every field. */
export function cascadeFields(directives: Directives): readonly string[] | undefined {
  if (!directives.cascade) return undefined;
  return directives.cascade.length === 0 ? ['__all__'] : directives.cascade.map(attributeOf);
}

export function planOrder(keys: readonly OrderKey[], schema: SchemaView): OrderPlan[] {
  return keys.map(({ by, descending }) => ({
    by: by.kind === 'ValRef' ? { variable: by.variable } : resolvePredicate(schema, by),
    descending,
  }));
}

export function orderUses(order: readonly OrderPlan[]): VariableUse[] {
  return order.flatMap(({ by }) => ('variable' in by ? [{ name: by.variable, kind: 'value' as const }] : []));
}

export function planGroupKeys(keys: NonNullable<Directives['groupby']>, schema: SchemaView): NodePlan[] {
  return keys.map(({ alias, predicate, span }) => {
    const ref = resolvePredicate(schema, predicate);
    return { ...emptyNode(span), ...predicateParts(ref), alias: alias ?? '', problem: accessProblem(ref) };
  });
}

function planCount(base: NodePlan, field: CountField, inherited: Inherited): NodePlan {
  if (!field.predicate) return { ...base, role: 'count-uid', attr: 'uid', counted: true };
  const predicate = resolvePredicate(inherited.schema, field.predicate);
  return {
    ...planCommon(base, field, inherited),
    ...predicateParts(predicate),
    counted: true,
    problem: accessProblem(predicate),
  };
}

function planAggregate(base: NodePlan, field: AggregateField, { schema }: Inherited): NodePlan {
  if (field.of.kind === 'ValRef') {
    return {
      ...base,
      role: 'aggregate',
      attr: 'val',
      aggregate: field.function,
      uses: [{ name: field.of.variable, kind: 'value' }],
    };
  }
  const predicate = resolvePredicate(schema, field.of);
  const type = predicate.declaration?.type;
  const problem =
    type !== undefined && !canAggregate(field.function, type)
      ? `Aggregator "${field.function}" could not apply on ${predicate.name}`
      : accessProblem(predicate);
  return { ...base, ...predicateParts(predicate), aggregate: field.function, problem };
}

function canAggregate(aggregate: AggregateField['function'], type: string): boolean {
  if (type === 'int' || type === 'float') return true;
  if (aggregate === 'sum' || aggregate === 'avg') return type === 'float32vector';
  return type === 'datetime' || type === 'string' || type === 'default';
}

function planExpand(base: NodePlan, field: ExpandField, inherited: Inherited): NodePlan {
  if (inherited.shortest) throw new QueryError('expand() not allowed inside shortest', field.span);
  const common = planCommon(base, field, inherited);
  const variable = 'kind' in field.types ? field.types.variable : undefined;
  return {
    ...common,
    role: 'expand',
    attr: 'expand',
    expand: 'kind' in field.types ? { variable: field.types.variable } : field.types,
    uses: [...common.uses, ...(variable === undefined ? [] : [{ name: variable, kind: 'list' as const }])],
    children: planSelections(field.selection ?? [], {
      ...inherited,
      normalize: common.normalize,
      cascade: common.cascade?.fields ?? [],
    }),
  };
}

/** Variables in a math expression. */
function mathUses(expression: MathExpression): VariableUse[] {
  switch (expression.kind) {
    case 'MathVariable':
      return [{ name: expression.name, kind: 'value' }];
    case 'MathUnary':
      return mathUses(expression.operand);
    case 'MathBinary':
      return [...mathUses(expression.left), ...mathUses(expression.right)];
    case 'MathCall':
      return expression.args.flatMap(mathUses);
    default:
      return [];
  }
}
