/** Costs of classes at the sides of properties. */
import { classesOf, fits, type Kind } from './classes';
import type { Draft, State } from './draft';
import type { Schema } from './schema';
import { COST } from './weights';

/** A property that may connect two terms without a word. */
export interface Unsaid {
  readonly property: string;
  readonly isLeftSubject: boolean;
  readonly cost: number;
}

/** A side of which the ontology says nothing may be what the question names; anything may be at a place. */
export const openly = (kind: Kind, of: readonly string[], schema: Schema, isPlace = false): number =>
  of.length > 0 ? fits(kind, of, schema) : isPlace ? COST.anyPlace : kind.isKnown ? COST.noClass : Infinity;

/** Returns the kind of a term; that of an unnamed one by the properties of its links. */
export function kindOf({ terms, schema }: Draft, { links }: State, i: number): Kind {
  const { meaning } = terms[i]!;
  if (meaning.kind !== 'asked' && meaning.kind !== 'any')
    return { classes: classesOf(meaning, schema), isKnown: meaning.kind === 'nodes' };
  const classes = links.flatMap(({ property, subject, object }) => [
    ...(subject === i ? schema.classesOf(property, 'subject') : []),
    ...(object === i ? schema.classesOf(property, 'object') : []),
  ]);
  return { classes };
}
