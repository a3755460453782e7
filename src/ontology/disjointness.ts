/** Which named classes are disjoint, with what follows for the classes below them. */
import type { Hierarchy } from './hierarchy';
import type { Iri } from './model';
import type { RlAxiom } from './rl';
import { owl } from './vocabulary';

export class Disjointness {
  /** Sets of classes that are pairwise disjoint. */
  private readonly groups: (readonly Iri[])[] = [];
  private readonly groupsOf = new Map<Iri, (readonly Iri[])[]>();
  /** Classes that are said to have no member. */
  private readonly empty = new Set<Iri>();

  constructor(
    private readonly classes: Hierarchy,
    axioms: readonly RlAxiom[],
  ) {
    for (const axiom of axioms) {
      if (axiom.kind === 'DisjointClasses') this.addGroup(axiom.classes);
      if (axiom.kind !== 'SubClassOf' || axiom.super.kind !== 'Class' || axiom.super.iri !== owl.Nothing) continue;
      if (axiom.sub.kind === 'Class') this.empty.add(axiom.sub.iri);
      // A ⊓ B ⊑ ⊥
      else if (axiom.sub.kind === 'IntersectionOf' && axiom.sub.operands.length === 2)
        this.addGroup(axiom.sub.operands);
    }
  }

  /** Classes that an axiom says are disjoint with this one, sorted. */
  asserted(iri: Iri): Iri[] {
    const found = new Set((this.groupsOf.get(iri) ?? []).flat());
    found.delete(iri);
    return [...found].sort();
  }

  /** All classes disjoint with this one: asserted of it or of a class above it, and everything below those; sorted. */
  all(iri: Iri): Iri[] {
    /** Group → the one class of it that is above, or undefined where there are several. */
    const met = new Map<readonly Iri[], Iri | undefined>();
    for (const upper of this.classes.upFrom(iri)) {
      for (const group of this.groupsOf.get(upper) ?? []) met.set(group, met.has(group) ? undefined : upper);
    }
    const found = new Set<Iri>();
    for (const [group, only] of met) {
      this.classes.addBelow(
        group.filter((other) => other !== only),
        found,
      );
      for (const other of group) if (other !== only) found.add(other);
    }
    found.delete(iri);
    return [...found].sort();
  }

  /** Classes that cannot have a member: below two disjoint classes, or below owl:Nothing. Sorted. */
  unsatisfiable(): Iri[] {
    const found = new Set<Iri>();
    const mark = (iri: Iri): void => {
      this.classes.addBelow([iri], found);
      found.add(iri);
    };
    for (const iri of this.empty) mark(iri);
    for (const group of this.groups) {
      const below = new Set<Iri>();
      for (const member of group) {
        // A class below the other member is below both.
        const ofMember = new Set<Iri>();
        for (const lower of this.classes.downFrom(member, found)) {
          if (below.has(lower)) mark(lower);
          ofMember.add(lower);
        }
        for (const lower of ofMember) below.add(lower);
      }
    }
    return [...found].sort();
  }

  private addGroup(operands: readonly { readonly kind: string; readonly iri?: Iri }[]): void {
    const group = operands.flatMap(({ iri }) => (iri === undefined ? [] : [iri]));
    if (group.length < 2) return;
    this.groups.push(group);
    for (const iri of group) {
      const of = this.groupsOf.get(iri);
      if (of) of.push(group);
      else this.groupsOf.set(iri, [group]);
    }
  }
}
