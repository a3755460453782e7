/** Function calls → plans: kind, predicate, index, and the reason if the call cannot run. */
import type { FunctionCall, Predicate } from '../../dql';
import type { SchemaView } from '../storage/view';
import { findTokenizer, type Tokenizer } from '../tokenizers';
import { checkPasswordLength, parseLiteral, ValueError, type ValueType } from '../values';
import { readArguments, readCoordinates, readUint64 } from './arguments';
import { DqlUnsupportedError, QueryError } from './errors';
import { accessProblem, resolvePredicate } from './predicates';
import type {
  ArgumentPlan,
  CompareFunction,
  CompareOperator,
  FunctionPlan,
  GeoFunction,
  MatchFunction,
  PredicateRef,
  RegexpFunction,
  SimilarFunction,
  TermsFunction,
  UidFunction,
  UidInFunction,
  VariableUse,
} from './types';

/** Position of a call: a root function finds nodes, a filter tests given nodes. */
type Position = 'root' | 'filter';

const OPERATORS: ReadonlySet<string> = new Set(['eq', 'ge', 'gt', 'le', 'lt', 'between']);

/** @throws QueryError for an invalid call, DqlUnsupportedError for a function that this engine lacks */
export function planFunction(schema: SchemaView, call: FunctionCall, position: Position): FunctionPlan {
  const { name, span } = call;
  if (name === 'uid') return planUid(call);
  if (name === 'type') return planType(schema, call, position);
  if (OPERATORS.has(name)) return planComparison(schema, call, name as CompareOperator, position);
  switch (name) {
    case 'allofterms':
    case 'anyofterms':
    case 'alloftext':
    case 'anyoftext':
    case 'ngram':
      return planTerms(schema, call);
    case 'has': {
      const predicate = subjectOf(schema, call);
      return { kind: 'has', name, span, predicate, problem: accessProblem(predicate) };
    }
    case 'uid_in':
      return planUidIn(schema, call, position);
    case 'regexp':
      return planRegexp(schema, call, position);
    case 'match':
      return planMatch(schema, call);
    case 'near':
    case 'within':
    case 'contains':
    case 'intersects':
      return planGeo(schema, call, name);
    case 'similar_to':
      return planSimilar(schema, call);
    case 'anyof':
    case 'allof':
      throw new DqlUnsupportedError(`the function ${name} (a custom tokenizer)`, span);
    default:
      throw new QueryError(`Invalid function name: ${name}`, span);
  }
}

function subjectOf(schema: SchemaView, call: FunctionCall): PredicateRef {
  if (call.subject?.kind !== 'Predicate')
    throw new QueryError(`Got empty attr for function: [${call.name}]`, call.span);
  refuseUid(call.subject);
  return resolvePredicate(schema, call.subject);
}

function refuseUid(predicate: Predicate): void {
  if (predicate.name === 'uid' && !predicate.iri) throw new QueryError('Argument cannot be "uid"', predicate.span);
}

/** Uids and uid variables of `uid(…)`. As in Dgraph, uids are ignored beside a variable. */
export function planUid(call: FunctionCall): UidFunction {
  const uids: number[] = [];
  const variables: string[] = [];
  for (const arg of call.args) {
    if (arg.kind === 'VariableName') variables.push(arg.name);
    else if (arg.kind === 'Scalar' || arg.kind === 'GqlVariable') uids.push(readUint64(arg));
    else throw new QueryError(`Invalid argument of uid: ${arg.kind}`, arg.span);
  }
  return { kind: 'uid', name: 'uid', span: call.span, uids: Float64Array.from(uids).sort(), variables };
}

function planType(schema: SchemaView, call: FunctionCall, position: Position): CompareFunction {
  const predicate: Predicate = {
    kind: 'Predicate',
    name: 'dgraph.type',
    iri: false,
    reverse: false,
    langs: [],
    span: call.span,
  };
  const args = readArguments(call.args);
  return compareFunction(resolvePredicate(schema, predicate), 'eq', args, call, position);
}

function planComparison(
  schema: SchemaView,
  call: FunctionCall,
  operator: CompareOperator,
  position: Position,
): FunctionPlan {
  const { name, span, subject } = call;
  const args = readArguments(call.args);
  switch (subject?.kind) {
    case 'ValRef':
      return { kind: 'value', name, span, operator, variable: subject.variable, args };
    case 'LenRef':
      return { kind: 'length', name, span, operator, variable: subject.variable, args };
    case 'CountRef': {
      const predicate = resolvePredicate(schema, subject.predicate);
      let problem = accessProblem(predicate);
      if (position === 'root' && predicate.declaration?.count === false) {
        problem ??= `Need @count directive in schema for attr: ${predicate.name} for fn: ${name} at root`;
      }
      return { kind: 'count', name, span, operator, predicate, args, problem };
    }
    default:
      return compareFunction(subjectOf(schema, call), operator, args, call, position);
  }
}

function compareFunction(
  predicate: PredicateRef,
  operator: CompareOperator,
  args: readonly ArgumentPlan[],
  call: FunctionCall,
  position: Position,
): CompareFunction {
  const tokenizer = pickTokenizer(predicate, operator);
  const base = { kind: 'compare', name: operator, span: call.span, operator, predicate, args, tokenizer } as const;
  return { ...base, problem: compareProblem(predicate, operator, args, tokenizer, position) };
}

function compareProblem(
  predicate: PredicateRef,
  operator: CompareOperator,
  args: readonly ArgumentPlan[],
  tokenizer: Tokenizer | undefined,
  position: Position,
): string | undefined {
  const { declaration, name } = predicate;
  if (!declaration) return undefined;
  const fromVariable = args.some((arg) => 'variable' in arg);
  if (!fromVariable) {
    if (operator === 'eq' && args.length === 0) return 'eq expects atleast 1 argument.';
    if (operator === 'between' && args.length !== 2) return 'between expects exactly 2 argument.';
    if (operator !== 'eq' && operator !== 'between' && args.length !== 1) {
      return (
        `${operator} expects only 1 argument. Got: ` +
        `[${args.map((a) => ('text' in a ? a.text : a.variable)).join(' ')}]`
      );
    }
  }
  if (!predicate.isDeclared && args.length > 0) {
    return `Got error: Schema not defined for predicate: 0-${name}. while running: ${describeCall(operator, args)}`;
  }
  if (declaration.type === 'uid') {
    return `Got error: Attribute ${name} is not valid scalar type while running: ${describeCall(operator, args)}`;
  }
  const unreadable = argumentProblem(declaration.type, operator, args);
  if (unreadable !== undefined) return unreadable;
  if (position === 'root') {
    if (indexNames(predicate).length === 0) return `Predicate ${name} is not indexed`;
    if (!tokenizer) return `Attribute:0-${name} does not have proper index for comparison`;
  }
  return accessProblem(predicate);
}

/** Returns the fault of a literal argument that is not a value of the predicate's type. */
function argumentProblem(
  type: ValueType,
  operator: CompareOperator,
  args: readonly ArgumentPlan[],
): string | undefined {
  for (const arg of args) {
    if (!('text' in arg)) continue;
    try {
      if (type === 'password') checkPasswordLength(arg.text);
      else parseLiteral(arg.text, type);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      return `Got error: ${error.message} while running: ${describeCall(operator, args)}`;
    }
  }
  return undefined;
}

/** Formats a function as Dgraph does: `name:"eq"  args:"a"  args:"b"`. */
function describeCall(operator: CompareOperator, args: readonly ArgumentPlan[]): string {
  const shown = args.map((arg) => `  args:${JSON.stringify('text' in arg ? arg.text : arg.variable)}`);
  return `name:"${operator}"${shown.join('')}`;
}

function indexNames(predicate: PredicateRef): readonly string[] {
  return predicate.declaration?.index.map((spec) => spec.tokenizer) ?? [];
}

/**
 * Selects the index for a comparison. For `eq`: the first with exact tokens; else, for strings, the first other than
 * `trigram`; else the first. For other operators: the first sortable one.
 */
function pickTokenizer(predicate: PredicateRef, operator: CompareOperator): Tokenizer | undefined {
  const tokenizers = indexNames(predicate)
    .map(findTokenizer)
    .filter((tokenizer) => tokenizer !== undefined);
  if (operator !== 'eq') return tokenizers.find((tokenizer) => tokenizer.sortable);
  const exact = tokenizers.find((tokenizer) => !tokenizer.lossy);
  if (exact) return exact;
  if (predicate.declaration?.type !== 'string') return tokenizers[0];
  return tokenizers.find((tokenizer) => tokenizer.name !== 'trigram') ?? tokenizers[0];
}

/** `Function 'x' requires 1 arguments, but got 2 ([a b])`. */
function countProblem(call: FunctionCall, args: readonly ArgumentPlan[], expected: number): string | undefined {
  if (args.length === expected) return undefined;
  const argumentList = args.map((arg) => ('text' in arg ? arg.text : arg.variable)).join(' ');
  return `Function '${call.name}' requires ${expected} arguments, but got ${args.length} ([${argumentList}])`;
}

function planTerms(schema: SchemaView, call: FunctionCall): TermsFunction {
  const predicate = subjectOf(schema, call);
  const { name, span } = call;
  const tokenizer = name === 'ngram' ? 'ngram' : name.endsWith('text') ? 'fulltext' : 'term';
  const args = readArguments(call.args);
  const problem = predicate.declaration && (countProblem(call, args, 1) ?? indexProblem(predicate, tokenizer));
  return { kind: 'terms', name, span, predicate, tokenizer, all: name.startsWith('allof'), args, problem };
}

function indexProblem(predicate: PredicateRef, tokenizer: string): string | undefined {
  if (!indexNames(predicate).includes(tokenizer)) {
    return `Attribute ${predicate.name} is not indexed with type ${tokenizer}`;
  }
  return accessProblem(predicate);
}

function planUidIn(schema: SchemaView, call: FunctionCall, position: Position): UidInFunction {
  const predicate = subjectOf(schema, call);
  const uids: number[] = [];
  const variables: string[] = [];
  for (const arg of call.args) {
    if (arg.kind === 'FunctionCall') variables.push(...planUid(arg).variables);
    else for (const item of readArguments([arg])) uids.push(readUidText('text' in item ? item.text : ''));
  }
  const atRoot = position === 'root' && predicate.declaration;
  const problem = atRoot ? 'uid_in function not allowed at root' : accessProblem(predicate);
  const list = Float64Array.from(new Set(uids)).sort();
  return { kind: 'uid_in', name: 'uid_in', span: call.span, predicate, uids: list, variables, problem };
}

function readUidText(text: string): number {
  if (!/^(0[xX][0-9a-fA-F]+|[0-9]+)$/.test(text)) {
    throw new QueryError(`Value ${JSON.stringify(text)} in uid_in is not a number`);
  }
  return Number(text);
}

function planRegexp(schema: SchemaView, call: FunctionCall, position: Position): RegexpFunction {
  const predicate = subjectOf(schema, call);
  const regex = call.args[0];
  if (regex?.kind !== 'Regex') throw new QueryError('regexp expects a regular expression between slashes', call.span);
  const base = { kind: 'regexp', name: 'regexp', span: call.span, predicate } as const;
  return {
    ...base,
    pattern: regex.pattern,
    flags: regex.flags,
    problem: regexpProblem(predicate, regex.flags, position),
  };
}

function regexpProblem(predicate: PredicateRef, flags: string, position: Position): string | undefined {
  const { declaration, name } = predicate;
  if (!declaration) return undefined;
  if (flags !== '' && flags !== 'i') return `Invalid regexp modifier: ${flags}`;
  const access = accessProblem(predicate);
  if (access !== undefined) return access;
  // Dgraph's number for the type of a predicate without one.
  if (!predicate.isDeclared) return `Attribute not scalar: ${name} 100`;
  if (declaration.type === 'uid') return `Attribute not scalar: ${name} uid`;
  if (declaration.type !== 'string') return 'Got non-string type. Regex match is allowed only on string type.';
  if (position === 'root' && !indexNames(predicate).includes('trigram')) {
    return (
      `Attribute ${name} does not have trigram index for regex matching. Please add a trigram index or use ` +
      'has/uid function with regexp() as filter.'
    );
  }
  return undefined;
}

function planMatch(schema: SchemaView, call: FunctionCall): MatchFunction {
  const predicate = subjectOf(schema, call);
  const args = readArguments(call.args);
  const problem = predicate.declaration && (countProblem(call, args, 2) ?? indexProblem(predicate, 'trigram'));
  return { kind: 'match', name: 'match', span: call.span, predicate, args, problem };
}

function planGeo(schema: SchemaView, call: FunctionCall, operation: GeoFunction['operation']): GeoFunction {
  const predicate = subjectOf(schema, call);
  const { declaration } = predicate;
  const problem =
    declaration && declaration.index.length === 0
      ? `Predicate ${predicate.name} is not indexed`
      : accessProblem(predicate);
  const args = call.args.map(readCoordinates);
  return { kind: 'geo', name: operation, span: call.span, operation, predicate, args, problem };
}

function planSimilar(schema: SchemaView, call: FunctionCall): SimilarFunction {
  const predicate = subjectOf(schema, call);
  const options = Object.fromEntries(
    call.options.map(({ key, value }) => [key, value.kind === 'Scalar' ? value.text : '']),
  );
  const args = readArguments(call.args);
  const problem = similarProblem(predicate, args);
  return { kind: 'similar_to', name: 'similar_to', span: call.span, predicate, args, options, problem };
}

function similarProblem(predicate: PredicateRef, args: readonly ArgumentPlan[]): string | undefined {
  const { declaration, name } = predicate;
  if (!declaration) return undefined;
  if (declaration.index.length === 0) return `Predicate ${name} is not indexed`;
  const texts = args.map((arg) => ('text' in arg ? arg.text : arg.variable));
  // Dgraph takes further unnamed arguments for pairs of an option's name and its value.
  if (texts.length < 2 || texts.length % 2 === 1) return similarArguments(texts);
  if (texts.length > 2) return `Unknown option in similar_to: ${JSON.stringify(texts[2])}`;
  if (!indexNames(predicate).includes('hnsw')) return `Schema state not found for 0-${name}.`;
  return accessProblem(predicate);
}

/** Dgraph's message for too few arguments of `similar_to`. */
export function similarArguments(texts: readonly string[]): string {
  return (
    `Function 'similar_to' requires 2 arguments plus optional key:value pairs, but got ${texts.length} ` +
    `([${texts.join(' ')}])`
  );
}

/** Variables that a call reads. */
export function usesOf(plan: FunctionPlan | undefined): VariableUse[] {
  switch (plan?.kind) {
    case 'uid':
    case 'uid_in':
      return plan.variables.map((name) => ({ name, kind: 'uid' }));
    case 'length':
      return [{ name: plan.variable, kind: 'uid' }];
    case 'value':
      return [{ name: plan.variable, kind: 'value' }, ...argumentUses(plan.args)];
    case 'compare':
    case 'count':
    case 'similar_to':
    case 'terms':
    case 'match':
      return argumentUses(plan.args);
    default:
      return [];
  }
}

function argumentUses(args: readonly ArgumentPlan[]): VariableUse[] {
  return args.flatMap((arg) => ('variable' in arg ? [{ name: arg.variable, kind: 'value' as const }] : []));
}
