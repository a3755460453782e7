/** Classes whose instances a compiled ontology contains: both processes rebuild them with their prototypes. */
import { Hierarchy, Introspection, Names, Renderer, Taxonomy } from '../../ontology';
import { Disjointness } from '../../ontology/disjointness';
import { PropertyUse } from '../../ontology/property-use';
import { Terms } from '../../reasoner';
import { AtomIndex } from '../../reasoner/plan';
import type { CarriedClass } from '../../util/objectGraph';
import { ExactDouble, WithoutLanguage } from '../in-force/fitting';
import { StoredRange } from '../in-force/ranges';
import { Relevance } from '../in-force/relevance';

export const TRANSFERRED_CLASSES: readonly CarriedClass[] = [
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
