/** Classes whose instances a compiled ontology contains: both processes rebuild them with their prototypes. */
import { Disjointness, Hierarchy, Introspection, Names, PropertyUse, Renderer, Taxonomy } from '../../ontology';
import { Terms } from '../../reasoner';
import type { CarriedClass } from '../../util/objectGraph';
import { ExactDouble, ShortTexts, WithoutLanguage } from '../in-force/fitting';
import { StoredRange } from '../in-force/ranges';
import { Relevance } from '../in-force/relevance';

export const TRANSFERRED_CLASSES: readonly CarriedClass[] = [
  Disjointness,
  ExactDouble,
  Hierarchy,
  Introspection,
  Names,
  PropertyUse,
  Relevance,
  Renderer,
  ShortTexts,
  StoredRange,
  Taxonomy,
  Terms,
  WithoutLanguage,
];
