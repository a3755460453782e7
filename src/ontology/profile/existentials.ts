/**
 * Existential restrictions in superclass position. Rules do not create the individual that `C ⊑ ∃P.D` requires. But a
 * member of C satisfies every condition `∃Q.E` with P ⊑ Q and D ⊑ E (scm-svf1, scm-svf2, cax-sco over the restriction
 * as a class). This module keeps these consequences: for each axiom with such a condition, it adds a variant in which C
 * replaces the condition.
 */
import { Hierarchy } from '../hierarchy';
import type { ClassExpression, Iri } from '../model';
import { classOrder, objectPropertyOrder, propertyKey as key } from '../order';
import type { RlAxiom, RlProperty, RlSub } from '../rl';
import { owl } from '../vocabulary';
import { rlProperty, subKey } from './sub';

/** Axiom `sub ⊑ ∃property.filler`; without `filler`, the value may be any individual. */
export interface Existential {
  readonly sub: RlSub;
  readonly property: RlProperty;
  readonly filler?: Iri;
  /** Text of the axiom. */
  readonly text: string;
}

/** Maximum variants of one axiom, and of all axioms. */
const MAX_VARIANTS = 100;
const MAX_TOTAL_VARIANTS = 10_000;
/** Maximum terms in all sets of the cache `below`. */
const MAX_CACHED_TERMS = 1_000_000;
const NOTHING: ReadonlySet<string> = new Set();

/** Returns the existential parts of a superclass expression. */
export function existentialsOf(sub: RlSub, sup: ClassExpression, text: string): Existential[] {
  switch (sup.kind) {
    case 'IntersectionOf':
      return sup.operands.flatMap((operand) => existentialsOf(sub, operand, text));
    case 'ObjectSomeValuesFrom':
    case 'ObjectMinCardinality':
    case 'ObjectExactCardinality': {
      if ('cardinality' in sup && sup.cardinality < 1) return [];
      const { filler } = sup;
      const namedFiller = filler?.kind === 'Class' && filler.iri !== owl.Thing ? { filler: filler.iri } : {};
      return [{ sub, property: rlProperty(sup.onProperty), ...namedFiller, text }];
    }
    default:
      return [];
  }
}

/**
 * Returns the variants of the axioms in which subclasses of existential restrictions replace conditions.
 *
 * @param onLimit called for each axiom with more variants than the limit allows
 */
export function carryExistentials(
  axioms: readonly RlAxiom[],
  existentials: readonly Existential[],
  onLimit: (axiom: RlAxiom) => void = () => undefined,
): RlAxiom[] {
  if (existentials.length === 0) return [];
  const replacement = new Replacement(axioms, existentials);
  const added: RlAxiom[] = [];
  for (const axiom of axioms) {
    if (axiom.kind !== 'SubClassOf' || !hasExistential(axiom.sub)) continue;
    if (added.length >= MAX_TOTAL_VARIANTS) {
      onLimit(axiom);
      continue;
    }
    const limit = Math.min(MAX_VARIANTS, MAX_TOTAL_VARIANTS - added.length);
    const { variants, isComplete } = variantsOf(axiom, replacement, limit);
    for (const variant of variants) if (!isTautology(variant)) added.push(variant);
    if (!isComplete) onLimit(axiom);
  }
  return added;
}

/** True if the condition has an existential part, which may be replaced. */
function hasExistential(sub: RlSub): boolean {
  if (sub.kind === 'IntersectionOf' || sub.kind === 'UnionOf') return sub.operands.some(hasExistential);
  return sub.kind === 'ObjectSomeValuesFrom';
}

type Inclusion = RlAxiom & { readonly kind: 'SubClassOf' };

function variantsOf(
  axiom: Inclusion,
  replacement: Replacement,
  limit: number,
): { readonly variants: readonly Inclusion[]; readonly isComplete: boolean } {
  const variants: Inclusion[] = [];
  const keys = new Set<string>();
  for (let from: Inclusion | undefined = axiom, next = 0; from; from = variants[next++]) {
    // Variants between named classes are omitted: the schema closure adds these inclusions.
    for (const { sub, text } of replacement.replace(from.sub, from.super.kind === 'Class')) {
      if (keys.size === 0) keys.add(subKey(axiom.sub));
      const key = subKey(sub);
      if (keys.has(key)) continue;
      if (variants.length >= limit) return { variants, isComplete: false };
      keys.add(key);
      variants.push({ ...from, sub, text: `${from.text}, with ${text}` });
    }
  }
  return { variants, isComplete: true };
}

function isTautology(axiom: RlAxiom): boolean {
  if (axiom.kind !== 'SubClassOf' || axiom.super.kind !== 'Class') return false;
  const { iri } = axiom.super;
  const isSuper = (part: RlSub) => part.kind === 'Class' && part.iri === iri;
  return isSuper(axiom.sub) || (axiom.sub.kind === 'IntersectionOf' && axiom.sub.operands.some(isSuper));
}

interface Variant {
  readonly sub: RlSub;
  readonly text: string;
}

/** Property → filler ('' without one) → existential axioms. */
type ExistentialIndex = Map<string, Map<string, Existential[]>>;

function addTo(index: ExistentialIndex, existential: Existential): void {
  const fillers = index.get(key(existential.property)) ?? new Map<string, Existential[]>();
  index.set(key(existential.property), fillers);
  const filler = existential.filler ?? '';
  const existentials = fillers.get(filler);
  if (existentials) existentials.push(existential);
  else fillers.set(filler, [existential]);
}

class Replacement {
  private readonly classes: Hierarchy;
  private readonly properties: Hierarchy;
  private readonly index: ExistentialIndex = new Map();
  /** Existential axioms whose subclass is not a named class. */
  private readonly unnamedIndex: ExistentialIndex = new Map();
  private readonly below = new Map<string, ReadonlySet<string>>();
  /** Number of terms in the sets of `below`. */
  private cachedTerms = 0;

  constructor(axioms: readonly RlAxiom[], existentials: readonly Existential[]) {
    const classes: [Iri, Iri][] = [];
    const properties: [string, string][] = [];
    for (const axiom of axioms) {
      const pair = classOrder(axiom);
      if (pair) classes.push(pair);
      for (const [lower, upper] of objectPropertyOrder(axiom)) properties.push([key(lower), key(upper)]);
    }
    this.classes = new Hierarchy([], classes);
    this.properties = new Hierarchy([], properties);
    for (const existential of existentials) {
      addTo(this.index, existential);
      if (existential.sub.kind !== 'Class') addTo(this.unnamedIndex, existential);
    }
  }

  /**
   * Yields the results of all single replacements in an expression.
   *
   * @param omitNamed true to omit results that are a named class
   */
  *replace(sub: RlSub, omitNamed = false): Generator<Variant> {
    if (sub.kind === 'IntersectionOf' || sub.kind === 'UnionOf') {
      for (const [i, operand] of sub.operands.entries()) {
        for (const { sub: replaced, text } of this.replace(operand)) {
          yield { sub: { kind: sub.kind, operands: sub.operands.with(i, replaced) }, text };
        }
      }
    } else if (sub.kind === 'ObjectSomeValuesFrom') {
      yield* this.implying(sub, omitNamed ? this.unnamedIndex : this.index);
      if (!sub.filler) return;
      for (const { sub: filler, text } of this.replace(sub.filler)) yield { sub: { ...sub, filler }, text };
    }
  }

  /** Yields the existential axioms that imply a condition. */
  private *implying(
    { property, filler }: RlSub & { kind: 'ObjectSomeValuesFrom' },
    index: ExistentialIndex,
  ): Generator<Variant> {
    if (index.size === 0 || (filler && filler.kind !== 'Class')) return;
    for (const lower of this.downFrom(this.properties, key(property))) {
      const fillers = index.get(lower);
      if (!fillers) continue;
      if (!filler) {
        for (const list of fillers.values()) yield* list;
        continue;
      }
      // Iterates over the smaller set.
      const subclasses = this.downFrom(this.classes, filler.iri);
      const [candidates, isMatch] =
        subclasses.size < fillers.size
          ? [subclasses, (iri: string) => fillers.has(iri)]
          : [fillers.keys(), (iri: string) => subclasses.has(iri)];
      for (const iri of candidates) if (isMatch(iri)) yield* fillers.get(iri)!;
    }
  }

  /** Returns a term, its equivalents and all terms below it. */
  private downFrom(hierarchy: Hierarchy, term: string): ReadonlySet<string> {
    const name = `${hierarchy === this.classes ? 'c' : 'p'} ${term}`;
    let terms = this.below.get(name);
    if (!terms) {
      terms = new Set(hierarchy.downFrom(term, NOTHING));
      this.cachedTerms += terms.size;
      if (this.cachedTerms > MAX_CACHED_TERMS) {
        this.below.clear();
        this.cachedTerms = terms.size;
      }
      this.below.set(name, terms);
    }
    return terms;
  }
}
