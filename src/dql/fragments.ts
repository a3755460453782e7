/** Expansion of fragments. */
import type { Document, FragmentDefinition, FragmentSpread, Selection, Span } from './ast';
import { DqlSyntaxError, startOf } from './errors';
import { MAX_DEPTH } from './parser/stream';
import { visit } from './visitor';

/** Maximum selections after expansion: a few fragments that double each other would yield billions. */
const MAX_SELECTIONS = 100_000;

/**
 * Replaces every spread by the selections of its fragment. Of two fragments with one name the later counts. The result
 * has no fragments; unused ones are dropped unchecked.
 *
 * @throws DqlSyntaxError `Missing fragment: f`, `Cycle detected: f`, and if the result would be too large
 */
export function expandFragments(document: Document): Document {
  if (document.fragments.length === 0 && !hasSpread(document.blocks)) return document;
  const expander = new Expander(document.fragments);
  const blocks = document.blocks.map((block) =>
    block.kind === 'QueryBlock' && block.selection
      ? Object.freeze({ ...block, selection: expander.expand(block.selection, block.span, 1).selections })
      : block,
  );
  return Object.freeze({ ...document, blocks: Object.freeze(blocks), fragments: Object.freeze([]) });
}

function hasSpread(blocks: Document['blocks']): boolean {
  let hasSpread = false;
  for (const block of blocks) visit(block, { FragmentSpread: () => (hasSpread = true) });
  return hasSpread;
}

/** Selections without spreads, with their total number and depth. */
interface Expanded {
  readonly selections: readonly Selection[];
  readonly count: number;
  readonly depth: number;
}

class Expander {
  private readonly fragments: ReadonlyMap<string, FragmentDefinition>;
  private readonly expanded = new Map<string, Expanded>();
  private readonly entered = new Set<string>();

  constructor(fragments: readonly FragmentDefinition[]) {
    this.fragments = new Map(fragments.map((f) => [f.name, f]));
  }

  /** @param level depth of braces around the selections */
  expand(selections: readonly Selection[], at: Span, level: number): Expanded {
    const result: Selection[] = [];
    let count = 0;
    let depth = 0;
    for (const selection of selections) {
      const part = selection.kind === 'FragmentSpread' ? this.spread(selection, level) : this.descend(selection, level);
      count += part.count;
      depth = Math.max(depth, part.depth);
      if (count > MAX_SELECTIONS) fail(at, `The fragments of the query come to more than ${MAX_SELECTIONS} selections`);
      if (level + depth > MAX_DEPTH + 1) fail(at, `The query is nested deeper than ${MAX_DEPTH} levels`);
      for (const one of part.selections) result.push(one);
    }
    return { selections: Object.freeze(result), count, depth };
  }

  private descend(selection: Selection, level: number): Expanded {
    if (!('selection' in selection) || !selection.selection) return { selections: [selection], count: 1, depth: 1 };
    if (level > MAX_DEPTH) fail(selection.span, `The query is nested deeper than ${MAX_DEPTH} levels`);
    const inner = this.expand(selection.selection, selection.span, level + 1);
    const expandedField = Object.freeze({ ...selection, selection: inner.selections });
    return { selections: [expandedField], count: inner.count + 1, depth: inner.depth + 1 };
  }

  private spread({ name, span }: FragmentSpread, level: number): Expanded {
    const expansion = this.expanded.get(name);
    if (expansion) return expansion;
    const fragment = this.fragments.get(name);
    if (!fragment) fail(span, `Missing fragment: ${name}`);
    if (this.entered.has(name)) fail(span, `Cycle detected: ${name}`);
    this.entered.add(name);
    if (this.entered.size > MAX_DEPTH)
      fail(span, `Fragments are spread in one another deeper than ${MAX_DEPTH} levels`);
    const result = this.expand(fragment.selection, fragment.span, level);
    this.entered.delete(name);
    this.expanded.set(name, result);
    return result;
  }
}

function fail(span: Span, reason: string): never {
  throw DqlSyntaxError.forSpan(startOf(span), reason);
}
