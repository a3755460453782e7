/** How much a document may ask, counted before anything is made of it. */
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
  /** Tokens of the document. */
  readonly tokens: number;
  /** How deep selections are nested, fragments spread: 1 for the fields of the operation itself. */
  readonly depth: number;
  /** Fields with an alias, fragments spread. */
  readonly aliases: number;
  /** Fields, fragments spread, as often as they are spread. */
  readonly complexity: number;
  /** Where somebody may set them, for the message about a document that is over one. */
  readonly settings?: { readonly depth: string; readonly aliases: string; readonly complexity: string };
}

export const DEFAULT_LIMITS: GraphqlLimits = { tokens: 100_000, depth: 50, aliases: 1_000, complexity: 10_000 };

/** Brackets of values and types, and fragments in fragments, may be nested so deep; what reads them recurses. */
export const NESTING = 500;

/** What nobody can do without who answers: for an engine, in front of which somebody else has limits. */
export const ENGINE_LIMITS: GraphqlLimits = {
  tokens: 1_000_000,
  depth: NESTING,
  aliases: 100_000,
  complexity: 100_000,
};

/** @throws RequestFailure */
export function checkNesting(text: string): void {
  // A lexer's pass is for texts only that could be nested too deeply.
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
    // What is no token is the parser's to refuse.
    if (error instanceof RequestFailure) throw error;
  }
}

interface Size {
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
}

/**
 * Each fragment is counted once, and the count is used wherever it is spread, so that the work is linear in the document.
 *
 * @throws RequestFailure
 */
export function checkLimits(document: DocumentNode, limits: GraphqlLimits): void {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  }
  const known = new Map<string, Size>();
  const NOTHING: Size = { depth: 0, aliases: 0, fields: 0 };

  let within = 0;

  const ofFragment = (name: string): Size => {
    const counted = known.get(name);
    if (counted) return counted;
    // A cycle is found by validation.
    known.set(name, NOTHING);
    const fragment = fragments.get(name);
    if (++within > NESTING)
      throw RequestFailure.of(`fragments are spread in fragments more than ${NESTING} levels deep`);
    const size = fragment ? ofSelection(fragment.selectionSet) : NOTHING;
    within--;
    known.set(name, size);
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
    const over = (what: string, found: number, limit: 'depth' | 'aliases' | 'complexity'): void => {
      if (found <= limits[limit]) return;
      const setting = limits.settings ? ` (${limits.settings[limit]})` : '';
      throw RequestFailure.of(`the operation has ${found} ${what}; ${limits[limit]} are allowed${setting}`);
    };
    over('levels of selections', depth, 'depth');
    over('aliases', aliases, 'aliases');
    over('fields', fields, 'complexity');
  }
  // Validation follows fragments that no operation spreads, too.
  for (const name of fragments.keys()) ofFragment(name);
}
