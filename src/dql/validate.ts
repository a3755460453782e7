/** What Dgraph refuses in a query as a whole, before it looks at any data. */
import type { Document, Predicate, Span } from './ast';
import { DqlSyntaxError, startOf } from './errors';
import type { BlockVariables, VariableUse } from './variables';
import { blockVariables } from './variables';
import { visit } from './visitor';

/**
 * Checks that every variable is defined once and used, that no two blocks answer under one name, and how long names are.
 *
 * @param document its fragments expanded
 * @param used variables that something outside the query uses: the mutations of an upsert
 * @param own variables that Dgraph defines and uses by itself, for its lists
 * @returns the variables of each block, for whoever has to order them
 * @throws DqlSyntaxError with Dgraph's text
 */
export function validate(
  document: Document,
  used: readonly string[] = [],
  own: readonly string[] = [],
): BlockVariables[] {
  const variables = blockVariables(document);
  if (variables.length > 0) checkVariables(document.span, variables, used, own);
  checkNames(document);
  visit(document, {
    Field: ({ predicate }) => checkLength(predicate),
    CountField: ({ predicate }) => predicate && checkLength(predicate),
  });
  return variables;
}

const MAX_PREDICATE = 65535;

function checkLength({ name, span }: Predicate): void {
  if (name.length <= MAX_PREDICATE) return;
  fail(span, `Predicate name length cannot be bigger than 2^16. Predicate: ${name.slice(0, 80)}`);
}

function checkVariables(
  whole: Span,
  variables: readonly BlockVariables[],
  used: readonly string[],
  own: readonly string[],
): void {
  const definitions = variables.flatMap((v) => v.defines);
  const uses = variables.flatMap((v) => v.needs);
  const seen = new Set<string>();
  for (const { name, span } of definitions) {
    if (seen.has(name)) fail(span, 'Some variables are declared multiple times.');
    seen.add(name);
  }
  const defined = [...seen].sort();
  const needed = [...new Set([...uses.map((u) => u.name), ...used])].sort();
  if (defined.length === needed.length && defined.every((name, i) => name === needed[i])) return;
  const list = (names: readonly string[]): string => [...own, ...names].sort().join(' ');
  const lists = `\nDefined:[${list(defined)}]\nUsed:[${list(needed)}]\n`;
  const unused = find(definitions, (name) => !needed.includes(name)) ?? whole;
  const undefinedUse = find(uses, (name) => !seen.has(name)) ?? whole;
  if (defined.length > needed.length) fail(unused, `Some variables are defined but not used${lists}`);
  if (defined.length < needed.length) fail(undefinedUse, `Some variables are used but not defined${lists}`);
  fail(undefinedUse, `Variables are not used properly. ${lists}`);
}

function find(list: readonly VariableUse[], wanted: (name: string) => boolean): Span | undefined {
  return list.find((use) => wanted(use.name))?.span;
}

function checkNames(document: Document): void {
  const names = new Set<string>();
  for (const block of document.blocks) {
    if (block.kind !== 'QueryBlock' || block.name === 'var' || block.name === 'shortest') continue;
    if (names.has(block.name)) fail(block.span, `Duplicate aliases not allowed: ${block.name}`);
    names.add(block.name);
  }
}

function fail(span: Span, reason: string): never {
  throw DqlSyntaxError.whole(startOf(span), reason);
}
