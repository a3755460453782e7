/** Classes of what a question names, and whether a property takes them. */
import type { Schema } from './schema';
import type { Meaning } from './types';
import { COST } from './weights';

/** Classes of something; `isKnown`: as the graph has it, where inferred types are stored. */
export interface Kind {
  readonly classes: readonly string[];
  readonly isKnown?: boolean;
}

/** Classes that a term is known to be of. */
export function classesOf(meaning: Meaning, schema: Schema): readonly string[] {
  if (meaning.kind === 'class') return [meaning.name];
  if (meaning.kind === 'nodes') return [...new Set(meaning.nodes.flatMap(({ types }) => types))];
  const { property, head } = meaning.kind === 'noun' ? meaning.relation : {};
  return property && head ? schema.classesOf(property, head) : [];
}

/** 0 where a class is what the property says, more where it is below or above; infinite where it is neither. */
export function fits({ classes, isKnown = false }: Kind, of: readonly string[], schema: Schema): number {
  const costs = classes.flatMap((name) =>
    of.map((other) => {
      if (name === other) return 0;
      if (schema.isWithin(name, other)) return COST.belowClass;
      return !isKnown && schema.isWithin(other, name) ? COST.aboveClass : Infinity;
    }),
  );
  return Math.min(...costs);
}

/** A property that may connect two terms without a word. */
export interface Unsaid {
  readonly property: string;
  readonly isLeftSubject: boolean;
  readonly cost: number;
}

/** A side of which the ontology says nothing may be what the question names; anything may be at a place. */
export const openly = (kind: Kind, of: readonly string[], schema: Schema, isPlace = false): number =>
  of.length > 0 ? fits(kind, of, schema) : isPlace ? COST.anyPlace : kind.isKnown ? COST.noClass : Infinity;
