/**
 * Existential restrictions in superclass position: the individual that they promise is not invented, but a member of
 * `C ⊑ ∃P.D` is recognized wherever a rule asks for `∃Q.E` with P ⊑ Q and D ⊑ E (scm-svf1, scm-svf2, cax-sco over the
 * class that the restriction is). So of a promise no rule keeps, what can be concluded from it is kept.
 */
import { Hierarchy } from '../hierarchy';
import type { ClassExpression, Iri } from '../model';
import { classOrder, objectPropertyOrder, propertyKey as key } from '../order';
import type { RlAxiom, RlProperty, RlSub } from '../rl';
import { owl } from '../vocabulary';
import { rlProperty, subKey } from './sub';

/** Members of `sub` have a value of the property; it is in `filler` (absent: no more is said). */
export interface Existential {
  readonly sub: RlSub;
  readonly property: RlProperty;
  readonly filler?: Iri;
  /** Of the axiom that says so. */
  readonly text: string;
}

/** More axioms than this are not made of one. */
const MOST_VARIANTS = 100;
const MOST_IN_ALL = 10_000;
/** Terms in the sets that are kept of what is below others. */
const MOST_REMEMBERED = 1_000_000;
const NOTHING: ReadonlySet<string> = new Set();

/** The existential parts of a superclass expression. */
export function existentialsOf(sub: RlSub, sup: ClassExpression, text: string): Existential[] {
  switch (sup.kind) {
    case 'IntersectionOf':
      return sup.operands.flatMap((operand) => existentialsOf(sub, operand, text));
    case 'ObjectSomeValuesFrom':
    case 'ObjectMinCardinality':
    case 'ObjectExactCardinality': {
      if ('cardinality' in sup && sup.cardinality < 1) return [];
      const { filler } = sup;
      const known = filler?.kind === 'Class' && filler.iri !== owl.Thing ? { filler: filler.iri } : {};
      return [{ sub, property: rlProperty(sup.onProperty), ...known, text }];
    }
    default:
      return [];
  }
}

/**
 * The axioms that follow from what asks for a value, with the members of whom one is promised in its place.
 *
 * @param cut told of each axiom of which more would follow than is made
 */
export function carryExistentials(
  axioms: readonly RlAxiom[],
  existentials: readonly Existential[],
  cut: (axiom: RlAxiom) => void = () => undefined,
): RlAxiom[] {
  if (existentials.length === 0) return [];
  const replacement = new Replacement(axioms, existentials);
  const added: RlAxiom[] = [];
  for (const axiom of axioms) {
    if (axiom.kind !== 'SubClassOf' || !asksForValue(axiom.sub)) continue;
    if (added.length >= MOST_IN_ALL) {
      cut(axiom);
      continue;
    }
    const most = Math.min(MOST_VARIANTS, MOST_IN_ALL - added.length);
    const { found, isComplete } = variants(axiom, replacement, most);
    for (const variant of found) if (!isTautology(variant)) added.push(variant);
    if (!isComplete) cut(axiom);
  }
  return added;
}

/** Tells if a promise may stand in the place of some part. */
function asksForValue(sub: RlSub): boolean {
  if (sub.kind === 'IntersectionOf' || sub.kind === 'UnionOf') return sub.operands.some(asksForValue);
  return sub.kind === 'ObjectSomeValuesFrom';
}

type Inclusion = RlAxiom & { readonly kind: 'SubClassOf' };

function variants(
  axiom: Inclusion,
  replacement: Replacement,
  most: number,
): { readonly found: readonly Inclusion[]; readonly isComplete: boolean } {
  const found: Inclusion[] = [];
  const seen = new Set<string>();
  for (let from: Inclusion | undefined = axiom, next = 0; from; from = found[next++]) {
    // That one named class is below another, the schema's closure finds out.
    for (const { sub, text } of replacement.in(from.sub, from.super.kind === 'Class')) {
      if (seen.size === 0) seen.add(subKey(axiom.sub));
      const key = subKey(sub);
      if (seen.has(key)) continue;
      if (found.length >= most) return { found, isComplete: false };
      seen.add(key);
      found.push({ ...from, sub, text: `${from.text}, with ${text}` });
    }
  }
  return { found, isComplete: true };
}

function isTautology(axiom: RlAxiom): boolean {
  if (axiom.kind !== 'SubClassOf' || axiom.super.kind !== 'Class') return false;
  const { iri } = axiom.super;
  const isIt = (part: RlSub) => part.kind === 'Class' && part.iri === iri;
  return isIt(axiom.sub) || (axiom.sub.kind === 'IntersectionOf' && axiom.sub.operands.some(isIt));
}

interface Variant {
  readonly sub: RlSub;
  readonly text: string;
}

/** Property → filler ('' where nothing is said of it) → who is promised such a value. */
type Promises = Map<string, Map<string, Existential[]>>;

function enter(promises: Promises, existential: Existential): void {
  const fillers = promises.get(key(existential.property)) ?? new Map<string, Existential[]>();
  promises.set(key(existential.property), fillers);
  const filler = existential.filler ?? '';
  const promised = fillers.get(filler);
  if (promised) promised.push(existential);
  else fillers.set(filler, [existential]);
}

class Replacement {
  private readonly classes: Hierarchy;
  private readonly properties: Hierarchy;
  private readonly promises: Promises = new Map();
  /** Those of them that are not made to a named class. */
  private readonly unnamed: Promises = new Map();
  private readonly below = new Map<string, ReadonlySet<string>>();
  /** Terms in those sets. */
  private remembered = 0;

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
      enter(this.promises, existential);
      if (existential.sub.kind !== 'Class') enter(this.unnamed, existential);
    }
  }

  /**
   * Every expression that one replacement makes of this one.
   *
   * @param isNamed with those that are a named class left out
   */
  *in(sub: RlSub, isNamed = false): Generator<Variant> {
    if (sub.kind === 'IntersectionOf' || sub.kind === 'UnionOf') {
      for (const [i, operand] of sub.operands.entries()) {
        for (const { sub: other, text } of this.in(operand)) {
          yield { sub: { kind: sub.kind, operands: sub.operands.with(i, other) }, text };
        }
      }
    } else if (sub.kind === 'ObjectSomeValuesFrom') {
      yield* this.promised(sub, isNamed ? this.unnamed : this.promises);
      if (!sub.filler) return;
      for (const { sub: filler, text } of this.in(sub.filler)) yield { sub: { ...sub, filler }, text };
    }
  }

  private *promised(
    { property, filler }: RlSub & { kind: 'ObjectSomeValuesFrom' },
    promises: Promises,
  ): Generator<Variant> {
    if (promises.size === 0 || (filler && filler.kind !== 'Class')) return;
    for (const lower of this.downFrom(this.properties, key(property))) {
      const fillers = promises.get(lower);
      if (!fillers) continue;
      if (!filler) {
        for (const list of fillers.values()) yield* list;
        continue;
      }
      const wanted = this.downFrom(this.classes, filler.iri);
      const [few, isMet] =
        wanted.size < fillers.size
          ? [wanted, (iri: string) => fillers.has(iri)]
          : [fillers.keys(), (iri: string) => wanted.has(iri)];
      for (const iri of few) if (isMet(iri)) yield* fillers.get(iri)!;
    }
  }

  /** A term, its equivalents and all below it. */
  private downFrom(hierarchy: Hierarchy, term: string): ReadonlySet<string> {
    const name = `${hierarchy === this.classes ? 'c' : 'p'} ${term}`;
    let terms = this.below.get(name);
    if (!terms) {
      terms = new Set(hierarchy.downFrom(term, NOTHING));
      this.remembered += terms.size;
      if (this.remembered > MOST_REMEMBERED) {
        this.below.clear();
        this.remembered = terms.size;
      }
      this.below.set(name, terms);
    }
    return terms;
  }
}
