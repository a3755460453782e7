/** Limits of a document, checked before all other processing. */
import {
  Kind,
  Lexer,
  Source,
  TokenKind,
  type DocumentNode,
  type FragmentDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { RequestFailure } from './failure';

export interface GraphqlLimits {
  /** Maximum tokens of the document. */
  readonly tokens: number;
  /** Maximum nesting of selections, with fragments expanded; 1 for the fields of the operation itself. */
  readonly depth: number;
  /** Maximum fields with an alias, with fragments expanded. */
  readonly aliases: number;
  /** Maximum fields, with fragments expanded at each spread. */
  readonly complexity: number;
  /** Names of the settings, for messages about exceeded limits. */
  readonly settings?: { readonly depth: string; readonly aliases: string; readonly complexity: string };
}

export const DEFAULT_LIMITS: GraphqlLimits = { tokens: 100_000, depth: 50, aliases: 1_000, complexity: 10_000 };

/** Maximum nesting of values and types, and of fragments in fragments; their readers recurse. */
const NESTING = 500;

/** Limits that protect the process itself, for an engine behind a gateway with limits of its own. */
export const ENGINE_LIMITS: GraphqlLimits = {
  tokens: 1_000_000,
  depth: NESTING,
  aliases: 100_000,
  complexity: 100_000,
};

/** @throws RequestFailure */
export function checkNesting(text: string): void {
  // Only texts that may be nested too deeply need a lexer's pass.
  if ((text.match(/[{[]/g)?.length ?? 0) <= NESTING) return;
  const lexer = new Lexer(new Source(text));
  let depth = 0;
  try {
    for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
      if (token.kind === TokenKind.BRACE_L || token.kind === TokenKind.BRACKET_L) depth++;
      else if (token.kind === TokenKind.BRACE_R || token.kind === TokenKind.BRACKET_R) depth--;
      if (depth > NESTING) {
        throw RequestFailure.of(`the document is nested more than ${NESTING} levels deep`, [
          { line: token.line, column: token.column },
        ]);
      }
    }
  } catch (error) {
    // The parser refuses invalid tokens.
    if (error instanceof RequestFailure) throw error;
  }
}

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

/**
 * Checks depth, aliases and fields. Each fragment is counted once, and its size reused, so that the work is linear.
 *
 * @throws RequestFailure
 */
export function checkLimits(document: DocumentNode, limits: GraphqlLimits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const sizes = new Map<string, Size>();
  const NOTHING: Size = { depth: 0, aliases: 0, fields: 0 };

  let nesting = 0;

  const ofFragment = (name: string): Size => {
    const counted = sizes.get(name);
    if (counted) return counted;
    // Validation reports cycles.
    sizes.set(name, NOTHING);
    const fragment = fragments.get(name);
    if (++nesting > NESTING)
      throw RequestFailure.of(`fragments are spread in fragments more than ${NESTING} levels deep`);
    const size = fragment ? ofSelection(fragment.selectionSet) : NOTHING;
    nesting--;
    sizes.set(name, size);
    return size;
  };
  const ofSelection = (set: SelectionSetNode | undefined): Size => {
    let [depth, aliases, fields] = [0, 0, 0];
    for (const node of set?.selections ?? []) {
      const isField = node.kind === Kind.FIELD;
      const inner = node.kind === Kind.FRAGMENT_SPREAD ? ofFragment(node.name.value) : ofSelection(node.selectionSet);
      depth = Math.max(depth, inner.depth + Number(isField));
      aliases += inner.aliases + Number(isField && node.alias !== undefined);
      fields += inner.fields + Number(isField);
    }
    return { depth, aliases, fields };
  };

  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, aliases, fields } = ofSelection(node.selectionSet);
    const exceed = (noun: string, count: number, limit: 'depth' | 'aliases' | 'complexity'): void => {
      if (count <= limits[limit]) return;
      const setting = limits.settings ? ` (${limits.settings[limit]})` : '';
      throw RequestFailure.of(`the operation has ${count} ${noun}; ${limits[limit]} are allowed${setting}`);
    };
    exceed('levels of selections', depth, 'depth');
    exceed('aliases', aliases, 'aliases');
    exceed('fields', fields, 'complexity');
  }
  // Validation also follows fragments that no operation spreads.
  for (const name of fragments.keys()) ofFragment(name);
}
