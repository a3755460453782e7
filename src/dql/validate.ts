/** Checks of a query as a whole that Dgraph makes before it reads data. */
import type { Document, Predicate, Span } from './ast';
import { DqlSyntaxError, startOf } from './errors';
import type { BlockVariables, VariableUse } from './variables';
import { blockVariables } from './variables';
import { visit } from './visitor';

/**
 * Checks that every variable is defined once and used, that block names are unique, and the length of names.
 *
 * @param document with expanded fragments
 * @param used variables used outside the query: by the mutations of an upsert
 * @param internal variables that Dgraph defines and uses itself, which its error messages list
 * @returns the variables of each block, in the order of the blocks
 * @throws DqlSyntaxError with Dgraph's text
 */
export function validate(
  document: Document,
  used: readonly string[] = [],
  internal: readonly string[] = [],
): BlockVariables[] {
  const variables = blockVariables(document);
  if (variables.length > 0) checkVariables(document.span, variables, used, internal);
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
  blockSpan: Span,
  variables: readonly BlockVariables[],
  used: readonly string[],
  internal: readonly string[],
): void {
  const definitions = variables.flatMap((v) => v.defines);
  const uses = variables.flatMap((v) => v.needs);
  const defined = new Set<string>();
  for (const { name, span } of definitions) {
    if (defined.has(name)) fail(span, 'Some variables are declared multiple times.');
    defined.add(name);
  }
  const definedNames = [...defined].sort();
  const needed = [...new Set([...uses.map((u) => u.name), ...used])].sort();
  if (definedNames.length === needed.length && definedNames.every((name, i) => name === needed[i])) return;
  const list = (names: readonly string[]): string => [...internal, ...names].sort().join(' ');
  const lists = `\nDefined:[${list(definedNames)}]\nUsed:[${list(needed)}]\n`;
  const unused = find(definitions, (name) => !needed.includes(name)) ?? blockSpan;
  const undefinedUse = find(uses, (name) => !defined.has(name)) ?? blockSpan;
  if (definedNames.length > needed.length) fail(unused, `Some variables are defined but not used${lists}`);
  if (definedNames.length < needed.length) fail(undefinedUse, `Some variables are used but not defined${lists}`);
  fail(undefinedUse, `Variables are not used properly. ${lists}`);
}

function find(list: readonly VariableUse[], isMatch: (name: string) => boolean): Span | undefined {
  return list.find((use) => isMatch(use.name))?.span;
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
  throw DqlSyntaxError.forSpan(startOf(span), reason);
}
