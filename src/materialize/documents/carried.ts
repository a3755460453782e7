/** The classes whose instances are in a compiled ontology: both processes rebuild them as such. */
import { Hierarchy, Introspection, Names, Renderer, Taxonomy } from '../../ontology';
import { Disjointness } from '../../ontology/disjointness';
import { PropertyUse } from '../../ontology/property-use';
import { Terms } from '../../reasoner';
import { AtomIndex } from '../../reasoner/plan';
import type { CarriedClass } from '../../util/objectGraph';
import { ExactDouble, WithoutLanguage } from '../in-force/fitting';
import { StoredRange } from '../in-force/ranges';
import { Relevance } from '../in-force/relevance';

export const CARRIED: readonly CarriedClass[] = [
  AtomIndex,
  Disjointness,
  ExactDouble,
  Hierarchy,
  Introspection,
  Names,
  PropertyUse,
  Relevance,
  Renderer,
  StoredRange,
  Taxonomy,
  Terms,
  WithoutLanguage,
];
