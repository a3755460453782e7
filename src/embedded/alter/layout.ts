/** Which spaces a predicate needs, and which of those it has can stay when its declaration changes. */
import type { PredicateDeclaration } from '../../dql/schema/ast';
import { spacesOf, type PredicateEntry, type Spaces } from '../storage';
import { findTokenizer } from '../tokenizers';

/** A predicate's new entry, what has to be filled before it is in force, and what is given up then. */
export interface Layout {
  readonly entry: PredicateEntry;
  /** New spaces that data has to be entered in. */
  readonly fill: {
    /** Tokenizer → space. */
    readonly index: Readonly<Record<string, number>>;
    readonly reverse?: number;
    readonly count?: number;
    readonly countReverse?: number;
  };
  /** Values have other places in the new declaration: each has to be written anew, into the new data space. */
  readonly rewrite: boolean;
  readonly retired: readonly number[];
}

/** The declaration as it is in force: what `@unique` brings with it is spelled out. */
function normalize({ span: _span, ...declaration }: PredicateDeclaration): PredicateDeclaration {
  return { ...declaration, upsert: declaration.upsert || declaration.unique };
}

/** @param newSpace hands out a number for a space */
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
    const kept = sameType ? before?.spaces.index[tokenizer] : undefined;
    index[tokenizer] = kept ?? (fillIndex[tokenizer] = newSpace());
  }
  const keepOrNew = (wanted: boolean, kept: number | undefined): { space?: number; isNew: boolean } => {
    if (!wanted) return { isNew: false };
    return kept === undefined ? { space: newSpace(), isNew: true } : { space: kept, isNew: false };
  };
  const reverse = keepOrNew(declaration.reverse, before?.spaces.reverse);
  // Lists are counted in another way.
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

/** Spaces that are new, whether there is anything to fill them with or not. */
export function newSpacesOf({ entry }: Layout, before: PredicateEntry | undefined): number[] {
  const had = new Set(before ? spacesOf(before.spaces) : []);
  return spacesOf(entry.spaces).filter((space) => !had.has(space));
}

/** Whether there is anything to enter anywhere. */
export function needsBuild({ fill, rewrite }: Layout): boolean {
  return (
    rewrite ||
    Object.keys(fill.index).length > 0 ||
    fill.reverse !== undefined ||
    fill.count !== undefined ||
    fill.countReverse !== undefined
  );
}
