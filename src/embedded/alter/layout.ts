/** Layout of a predicate: its spaces. A changed declaration keeps those that it can still use. */
import type { PredicateDeclaration } from '../../dql';
import { spacesOf, type PredicateEntry, type Spaces } from '../storage';
import { findTokenizer } from '../tokenizers';

/** New entry of a predicate, the spaces to fill before it takes effect, and the spaces to retire afterwards. */
export interface Layout {
  readonly entry: PredicateEntry;
  /** New spaces to fill from existing data. */
  readonly fill: {
    /** Tokenizer → space. */
    readonly index: Readonly<Record<string, number>>;
    readonly reverse?: number;
    readonly count?: number;
    readonly countReverse?: number;
  };
  /** True if values change their places under the new declaration, so that all are rewritten into a new data space. */
  readonly rewrite: boolean;
  readonly retired: readonly number[];
}

/** Expands the declaration: `@unique` implies `@upsert`. */
function normalize({ span: _span, ...declaration }: PredicateDeclaration): PredicateDeclaration {
  return { ...declaration, upsert: declaration.upsert || declaration.unique };
}

/** @param newSpace allocates the number of a space */
export function layoutOf(
  before: PredicateEntry | undefined,
  declared: PredicateDeclaration,
  newSpace: () => number,
): Layout {
  const declaration = normalize(declared);
  const old = before?.declaration;
  const sameType = old?.type === declaration.type;
  const rewrite = old !== undefined && old.type !== 'uid' && old.lang && !old.list && declaration.list;
  const index: Record<string, number> = {};
  const fillIndex: Record<string, number> = {};
  for (const { tokenizer } of declaration.index) {
    // A vector index has no tokens.
    if (!findTokenizer(tokenizer)) continue;
    const existing = sameType ? before?.spaces.index[tokenizer] : undefined;
    index[tokenizer] = existing ?? (fillIndex[tokenizer] = newSpace());
  }
  const keepOrNew = (needed: boolean, existing: number | undefined): { space?: number; isNew: boolean } => {
    if (!needed) return { isNew: false };
    return existing === undefined ? { space: newSpace(), isNew: true } : { space: existing, isNew: false };
  };
  const reverse = keepOrNew(declaration.reverse, before?.spaces.reverse);
  // Lists and single values are counted differently.
  const sameCount = old?.list === declaration.list;
  const count = keepOrNew(declaration.count, sameCount ? before?.spaces.count : undefined);
  const countReverse = keepOrNew(declaration.count && declaration.reverse, before?.spaces.countReverse);
  const data = before === undefined || rewrite ? newSpace() : before.spaces.data;
  const spaces: Spaces = {
    data,
    ...(reverse.space !== undefined && { reverse: reverse.space }),
    ...(count.space !== undefined && { count: count.space }),
    ...(countReverse.space !== undefined && { countReverse: countReverse.space }),
    index,
  };
  const inUse = new Set(spacesOf(spaces));
  const fillAny = before !== undefined;
  return {
    entry: { declaration, spaces },
    fill: {
      index: fillAny ? fillIndex : {},
      ...(fillAny && reverse.isNew && { reverse: reverse.space! }),
      ...(fillAny && count.isNew && { count: count.space! }),
      ...(fillAny && countReverse.isNew && { countReverse: countReverse.space! }),
    },
    rewrite,
    retired: before ? spacesOf(before.spaces).filter((space) => !inUse.has(space)) : [],
  };
}

/** Returns the new spaces, also those without data to fill. */
export function newSpacesOf({ entry }: Layout, before: PredicateEntry | undefined): number[] {
  const had = new Set(before ? spacesOf(before.spaces) : []);
  return spacesOf(entry.spaces).filter((space) => !had.has(space));
}

/** True if any space needs filling. */
export function needsBuild({ fill, rewrite }: Layout): boolean {
  return (
    rewrite ||
    Object.keys(fill.index).length > 0 ||
    fill.reverse !== undefined ||
    fill.count !== undefined ||
    fill.countReverse !== undefined
  );
}
