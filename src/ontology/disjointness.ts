/** Disjointness of named classes and its consequences for their subclasses. */
import type { Hierarchy } from './hierarchy';
import type { Iri } from './model';
import type { RlAxiom } from './rl';
import { owl } from './vocabulary';

export class Disjointness {
  /** Sets of classes that are pairwise disjoint. */
  private readonly groups: (readonly Iri[])[] = [];
  private readonly groupsOf = new Map<Iri, (readonly Iri[])[]>();
  /** Classes that an axiom declares empty. */
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

  /** Returns the classes that an axiom declares disjoint with a class, sorted. */
  asserted(iri: Iri): Iri[] {
    const disjoint = new Set((this.groupsOf.get(iri) ?? []).flat());
    disjoint.delete(iri);
    return [...disjoint].sort();
  }

  /**
   * Returns all classes disjoint with a class, sorted: those declared disjoint with it or a superclass, and their
   * subclasses.
   */
  all(iri: Iri): Iri[] {
    if (this.groups.length === 0) return [];
    /** Group → its only member above the class; undefined if there are several. */
    const ancestorIn = new Map<readonly Iri[], Iri | undefined>();
    for (const upper of this.classes.upFrom(iri)) {
      for (const group of this.groupsOf.get(upper) ?? []) {
        ancestorIn.set(group, ancestorIn.has(group) ? undefined : upper);
      }
    }
    const disjoint = new Set<Iri>();
    for (const [group, ancestor] of ancestorIn) {
      const others = group.filter((member) => member !== ancestor);
      this.classes.addBelow(others, disjoint);
      for (const other of others) disjoint.add(other);
    }
    disjoint.delete(iri);
    return [...disjoint].sort();
  }

  /**
   * Returns the classes for which no node can be of all the given ones: two disjoint superclasses, or a superclass that
   * an axiom declares empty; undefined if nothing excludes such nodes.
   */
  conflict(classes: readonly Iri[]): readonly [Iri] | readonly [Iri, Iri] | undefined {
    if (this.groups.length === 0 && this.empty.size === 0) return undefined;
    const memberIn = new Map<readonly Iri[], Iri>();
    const visited = new Set<Iri>();
    for (const iri of classes) {
      for (const upper of this.classes.upFrom(iri)) {
        if (visited.has(upper)) continue;
        visited.add(upper);
        if (this.empty.has(upper)) return [upper];
        for (const group of this.groupsOf.get(upper) ?? []) {
          const other = memberIn.get(group);
          if (other !== undefined) return [other, upper];
          memberIn.set(group, upper);
        }
      }
    }
    return undefined;
  }

  /** Returns the unsatisfiable classes, sorted: those below two disjoint classes or below owl:Nothing. */
  unsatisfiable(): Iri[] {
    const unsatisfiable = new Set<Iri>();
    const mark = (iri: Iri): void => {
      this.classes.addBelow([iri], unsatisfiable);
      unsatisfiable.add(iri);
    };
    for (const iri of this.empty) mark(iri);
    for (const group of this.groups) {
      const below = new Set<Iri>();
      for (const member of group) {
        const belowMember = new Set<Iri>();
        for (const lower of this.classes.downFrom(member, unsatisfiable)) {
          if (below.has(lower)) mark(lower);
          belowMember.add(lower);
        }
        for (const lower of belowMember) below.add(lower);
      }
    }
    return [...unsatisfiable].sort();
  }

  private addGroup(operands: readonly { readonly kind: string; readonly iri?: Iri }[]): void {
    const group = operands.flatMap(({ iri }) => (iri === undefined ? [] : [iri]));
    if (group.length < 2) return;
    this.groups.push(group);
    for (const iri of group) {
      const groups = this.groupsOf.get(iri);
      if (groups) groups.push(group);
      else this.groupsOf.set(iri, [group]);
    }
  }
}
