/** DQL of predicates, and of functions that find nodes. */
import type { PredicateDeclaration } from '../../dql';
import { parseLiteralTerm, TYPE_PREDICATE } from '../../mutation';
import { IRI_PREDICATE } from '../../schema';
import type { EngineSchema } from './engine-schema';
import type { Need } from './need';

/** Returns true for a node, false for a value. */
export const isNode = (term: string | undefined): term is string => term !== undefined && !term.startsWith('"');
/** Returns true for an IRI that has not been looked up. */
export const isIriTerm = (term: string): boolean => term.startsWith('<');

export function printRoot(nodes: readonly string[]): string {
  if (!isIriTerm(nodes[0]!)) return `uid(${nodes.join(', ')})`;
  return `eq(${IRI_PREDICATE.name}, [${nodes.map(printIriText).join(', ')}])`;
}

/** Returns the root of a block: the function that finds the nodes of a need, its page, and its filter. */
export function printFinder({ p, o, and, isReverse, page }: Need, schema: EngineSchema): string {
  const root = isReverse ? `has(${printPredicate(p, true)})` : printRootOf(p, o, schema);
  const paged = page ? `${root}, first: ${page.first}, after: ${page.after}` : root;
  return `(func: ${paged})${and ? ` @filter(${printIsOf(and)})` : ''}`;
}

/** Returns the function that finds the members of a class, or of any of several. */
export const printIsOf = (classes: readonly string[]): string =>
  `eq(${TYPE_PREDICATE}, ${JSON.stringify(classes.length === 1 ? classes[0] : classes)})`;

/** Returns the root function for a fact's subjects: by class or value where an index allows, otherwise by predicate. */
function printRootOf(p: string, o: string | undefined, schema: EngineSchema): string {
  if (o !== undefined && p === TYPE_PREDICATE) return printIsOf([o]);
  if (o === undefined || isNode(o) || !findsValues(schema.get(p))) {
    // Without `@.`, Dgraph passes over nodes that have values with languages only.
    return `has(${printPredicate(p)}${schema.get(p)?.lang ? '@.' : ''})`;
  }
  const { text, lang } = parseLiteralTerm(o);
  return `eq(${printPredicate(p)}${lang === undefined ? '' : `@${lang}`}, ${JSON.stringify(text)})`;
}

/** Returns true if an index finds exactly the equal values. */
const findsValues = (declared: PredicateDeclaration | undefined): boolean =>
  declared?.index.some(({ tokenizer }) => VALUE_TOKENIZERS.has(tokenizer)) ?? false;

const VALUE_TOKENIZERS: ReadonlySet<string> = new Set([
  'exact',
  'hash',
  'int',
  'float',
  'bool',
  'year',
  'month',
  'day',
  'hour',
]);

export function printChoice(nodes: readonly string[]): string {
  const uids = nodes.filter((node) => !isIriTerm(node));
  const iris = nodes.filter(isIriTerm);
  const parts: string[] = [];
  if (uids.length > 0) parts.push(`uid(${uids.join(', ')})`);
  if (iris.length > 0) parts.push(`eq(${IRI_PREDICATE.name}, [${iris.map(printIriText).join(', ')}])`);
  return parts.join(' OR ');
}

const printIriText = (term: string): string => JSON.stringify(term.slice(1, -1));

export function printPredicate(name: string, reverse = false): string {
  const text = `${reverse ? '~' : ''}${name}`;
  return /^[A-Za-z_][\w.]*$/.test(name) ? text : `<${text}>`;
}

/** Test of a name that DQL can write in brackets (SPARQL's IRIREF, without escapes). */
export const isPredicateName = (name: string): boolean => /^[^\p{Cc} <>"{}|^`\\]+$/u.test(name);
