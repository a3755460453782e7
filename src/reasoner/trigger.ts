/** Triggers: rules with some variables bound by one atom or by the head. */
import { Heap } from '../util/heap';
import { FROM_OBJECT, FROM_SUBJECT, isTransitive, joins } from './rule';
import type { Atom, FixedHead, Ref, Rule, Trigger } from './rule';
import type { TermId } from './terms';

/** Index of the head among the atoms of a rule. */
export const HEAD = -1;

type Prepared = Pick<Trigger, 'rest' | 'fixed' | 'isDirect' | 'isTransitive' | 'isImage'>;

/** Prepared at its first use: few rules of a large ontology concern the stored facts. */
export class RuleTrigger implements Trigger {
  private prepared: Prepared | undefined;

  /** @param type the predicate of type facts */
  constructor(
    readonly rule: Rule,
    readonly number: number,
    readonly atom: number,
    private readonly type: TermId,
  ) {}

  get rest(): readonly number[] {
    return (this.prepared ??= this.prepare()).rest;
  }

  get fixed(): FixedHead | undefined {
    return (this.prepared ??= this.prepare()).fixed;
  }

  get isDirect(): boolean {
    return (this.prepared ??= this.prepare()).isDirect;
  }

  get isTransitive(): boolean {
    return (this.prepared ??= this.prepare()).isTransitive;
  }

  get isImage(): boolean {
    return (this.prepared ??= this.prepare()).isImage;
  }

  private prepare(): Prepared {
    const { rule, atom, type } = this;
    const direct = isDirect(rule, atom);
    return {
      rest: joinOrder(rule, atom, type),
      fixed: fixedHead(rule, atom),
      isDirect: direct,
      isImage: direct && joins(rule.body[atom]!) && joins(rule.head!),
      isTransitive: isTransitive(rule),
    };
  }
}

/**
 * True if every fact that the index lists for the atom derives the head. The index compares predicate and constant
 * object, so nothing else may need comparison.
 */
function isDirect({ head, body, distinct, filters }: Rule, index: number): boolean {
  const atom = body[index];
  if (!head || !atom || body.length > 1 || distinct?.length || filters?.length || atom.oneOf) return false;
  return atom.s < 0 && atom.s !== atom.o;
}

function fixedHead({ head, body }: Rule, index: number): FixedHead | undefined {
  const atom = body[index] ?? head;
  const isFixed = (ref: Ref) => ref > 0 || ref === atom?.s || ref === atom?.o;
  if (!head || !isFixed(head.s) || !isFixed(head.o)) return undefined;
  const from = (ref: Ref) => (ref > 0 ? ref : ref === atom?.s ? FROM_SUBJECT : FROM_OBJECT);
  return { s: from(head.s), p: head.p, o: from(head.o) };
}

/**
 * Orders the atoms other than `first`: the atom with the most bound ends comes next. A type atom comes early only with
 * both ends bound.
 */
function joinOrder({ body, head }: Rule, first: number, type: TermId): number[] {
  const bound = new Set<Ref>();
  const users = new Map<Ref, number[]>();
  body.forEach(({ s, o }, index) => {
    for (const ref of s === o ? [s] : [s, o]) {
      if (ref >= 0) continue;
      const atoms = users.get(ref);
      if (atoms) atoms.push(index);
      else users.set(ref, [index]);
    }
  });
  const score = (index: number) => {
    const { s, p, o } = body[index]!;
    const ends = (s > 0 || bound.has(s) ? 2 : 0) + (o > 0 || bound.has(o) ? 2 : 0);
    // With a free subject, a type atom would list a whole class.
    return p === type && ends < 4 ? 0 : ends;
  };
  /** Heaps of atoms by score, each ordered by index. An atom whose score has grown is in several heaps. */
  const ready = [0, 2, 4].map(() => new Heap<number>((a, b) => a - b));
  const enter = (index: number) => ready[score(index) / 2]!.push(index);
  const visited = new Set([first]);
  const bind = ({ s, o }: Atom) => {
    for (const ref of [s, o]) {
      if (ref >= 0 || bound.has(ref)) continue;
      bound.add(ref);
      for (const index of users.get(ref) ?? []) if (!visited.has(index)) enter(index);
    }
  };
  body.forEach((_, index) => index !== first && enter(index));
  const binding = first === HEAD ? head : body[first];
  if (binding) bind(binding);
  const order: number[] = [];
  for (;;) {
    const index = ready[2]!.pop() ?? ready[1]!.pop() ?? ready[0]!.pop();
    if (index === undefined) return order;
    if (visited.has(index)) continue;
    visited.add(index);
    order.push(index);
    bind(body[index]!);
  }
}
