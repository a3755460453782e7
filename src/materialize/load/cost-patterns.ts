/**
 * Patterns of axioms whose consequences grow faster than the data. Some are reported in any case; others are harmless
 * on most data, and reported only if the stored data makes them large (see cost.ts).
 */
import type { Iri, LoadedOntology, RlAxiom, RlProperty } from '../../ontology';
import type { Plan, Rule } from '../../reasoner';

/** Property, followed forward or backward. */
export interface Direction {
  readonly iri: Iri;
  readonly inverse: boolean;
}

interface Place {
  readonly axiom: Pick<RlAxiom, 'position' | 'text'>;
}

export type Pattern = Place &
  (
    | {
        /** Edges of `sources` lead both ways along a transitive property: each connected component becomes a clique. */
        readonly kind: 'clique';
        readonly property: Iri;
        /** Properties whose edges entail edges of `property`. */
        readonly sources: readonly Direction[];
      }
    | { readonly kind: 'transitive'; readonly property: Iri; readonly sources: readonly Direction[] }
    | {
        readonly kind: 'chain';
        readonly chain: readonly RlProperty[];
        readonly super: RlProperty;
        readonly isCyclic: boolean;
      }
    | { readonly kind: 'reflexive'; readonly property: Iri }
    /**
     * Each edge entails an edge in the other direction. A node that is the object of many edges becomes the subject of
     * as many.
     */
    | { readonly kind: 'turned'; readonly property: Iri }
    /** `name` is the Dgraph name of the class; `isLeast`: it may have more superclasses. */
    | {
        readonly kind: 'depth';
        readonly name: string;
        readonly superclasses: number;
        readonly isLeast: boolean;
        readonly isMore: boolean;
      }
    | { readonly kind: 'join'; readonly parts: number }
    /** Values of the property on one node become equal; `inverse`: nodes with a common value become equal. */
    | { readonly kind: 'same'; readonly property: Iri; readonly inverse: boolean }
  );

/** Number of superclasses above which a class is reported. Each superclass is one fact per member. */
const MAX_SUPERCLASSES = 50;
/** Limit at which the count of superclasses stops. */
const MAX_COUNTED = 1000;
const MAX_REPORTED_CLASSES = 10;
/** Maximum axioms that are examined, in the order of the document. */
const MAX_PATTERNS = 500;

/** Finds patterns. They hold texts and names alone, so that they outlive the axioms. */
export function findPatterns(loaded: LoadedOntology, plan: Plan): Pattern[] {
  return patternsIn(loaded, plan).map((pattern) => {
    const { text, position } = pattern.axiom;
    return { ...pattern, axiom: { text, position } };
  });
}

function patternsIn({ reduced, equality }: LoadedOntology, plan: Plan): Pattern[] {
  const { axioms } = reduced;
  const hierarchy = new Hierarchy(axioms);
  const patterns: Pattern[] = [];
  for (const axiom of axioms) {
    // Each pattern costs queries to the engine, and a longer list has no readers.
    if (patterns.length >= MAX_PATTERNS) break;
    switch (axiom.kind) {
      case 'TransitiveObjectProperty': {
        const { property } = axiom;
        const sources = hierarchy.below(property);
        const turnedRound = new Set(hierarchy.below(property, true).map(keyOf));
        const isBothWays = sources.some(({ iri, inverse }) => !inverse && turnedRound.has(keyOf(forward(iri))));
        patterns.push({ kind: isBothWays ? 'clique' : 'transitive', axiom, property, sources });
        break;
      }
      case 'PropertyChain': {
        const above = hierarchy.above(axiom.super);
        const isCyclic = axiom.chain.some((link) => above.has(keyOf(link)));
        patterns.push({ kind: 'chain', axiom, chain: axiom.chain, super: axiom.super, isCyclic });
        break;
      }
      case 'ReflexiveObjectProperty':
        patterns.push({ kind: 'reflexive', axiom, property: axiom.property });
        break;
      case 'SymmetricObjectProperty':
        patterns.push({ kind: 'turned', axiom, property: axiom.property });
        break;
      case 'InverseObjectProperties':
        for (const property of new Set([axiom.first, axiom.second])) patterns.push({ kind: 'turned', axiom, property });
        break;
      case 'FunctionalObjectProperty':
      case 'InverseFunctionalObjectProperty':
        if (equality) {
          const inverse = axiom.kind === 'InverseFunctionalObjectProperty';
          patterns.push({ kind: 'same', axiom, property: axiom.property, inverse });
        }
        break;
      default:
    }
  }
  return [...patterns, ...unconnected(plan), ...deepClasses(plan)];
}

/**
 * Graph of directions by subproperties and inverses. An edge of one direction entails an edge of each direction above
 * it.
 */
class Hierarchy {
  private readonly up = new Map<string, Set<string>>();
  private readonly down = new Map<string, Direction[]>();

  constructor(axioms: readonly RlAxiom[]) {
    for (const axiom of axioms) {
      if (axiom.kind === 'SubObjectPropertyOf') this.add(forward(axiom.sub), axiom.super);
      else if (axiom.kind === 'SymmetricObjectProperty') {
        this.add(forward(axiom.property), turned(forward(axiom.property)));
      } else if (axiom.kind === 'InverseObjectProperties') {
        this.add(forward(axiom.first), turned(forward(axiom.second)));
        this.add(turned(forward(axiom.second)), forward(axiom.first));
      }
    }
  }

  /** Returns the directions entailed by one, itself included. */
  above(direction: Direction): ReadonlySet<string> {
    const reached = new Set([keyOf(direction)]);
    for (const key of reached) for (const next of this.up.get(key) ?? []) reached.add(next);
    return reached;
  }

  /** Returns the directions whose edges entail edges of a property, or of its inverse; the property's own first. */
  below(property: Iri, inverse = false): Direction[] {
    const start = { iri: property, inverse };
    const reached = new Map([[keyOf(start), start]]);
    for (const [key] of reached) {
      for (const below of this.down.get(key) ?? []) if (!reached.has(keyOf(below))) reached.set(keyOf(below), below);
    }
    return [...reached.values()];
  }

  private add(sub: Direction, sup: Direction): void {
    this.link(sub, sup);
    this.link(turned(sub), turned(sup));
  }

  private link(from: Direction, to: Direction): void {
    const ups = this.up.get(keyOf(from));
    if (ups) ups.add(keyOf(to));
    else this.up.set(keyOf(from), new Set([keyOf(to)]));
    const downs = this.down.get(keyOf(to));
    if (downs) downs.push(from);
    else this.down.set(keyOf(to), [from]);
  }
}

const forward = (iri: Iri): Direction => ({ iri, inverse: false });
const turned = ({ iri, inverse }: Direction): Direction => ({ iri, inverse: !inverse });
const keyOf = ({ iri, inverse }: Direction): string => `${inverse ? '~' : ''}${iri}`;

/**
 * Finds rules whose atoms fall into parts without a common variable: each match of one part joins each match of the
 * others.
 */
function unconnected({ rules }: Plan): Pattern[] {
  return rules.flatMap((rule): Pattern[] => {
    const parts = partsOf(rule);
    return parts > 1 ? [{ kind: 'join', axiom: rule.axiom, parts }] : [];
  });
}

function partsOf({ body }: Rule): number {
  if (body.length < 2) return body.length;
  const parts: Set<number>[] = [];
  for (const { s, o } of body) {
    const variables = [s, o].filter((ref) => ref < 0);
    if (variables.length === 0) continue;
    const merged = new Set(variables);
    for (const part of parts.filter((variableSet) => variables.some((ref) => variableSet.has(ref)))) {
      for (const ref of part) merged.add(ref);
      parts.splice(parts.indexOf(part), 1);
    }
    parts.push(merged);
  }
  return parts.length;
}

/** Finds the classes with the most superclasses. */
function deepClasses(plan: Plan): Pattern[] {
  const up = new Map<number, { readonly above: number; readonly rule: Rule }[]>();
  for (const rule of plan.rules) {
    const [atom, ...others] = rule.body;
    const { head } = rule;
    const isInclusion = atom && head && others.length === 0 && atom.p === plan.type && head.p === plan.type;
    if (!isInclusion || atom.o < 0 || head.o < 0 || atom.s !== head.s) continue;
    const list = up.get(atom.o);
    if (list) list.push({ above: head.o, rule });
    else up.set(atom.o, [{ above: head.o, rule }]);
  }
  // The sort is stable and no count exceeds the limit, so classes after these would not be reported.
  let atLimit = 0;
  const deep = [...up].flatMap(([of, [first]]) => {
    if (atLimit > MAX_REPORTED_CLASSES) return [];
    const reached = new Set([of]);
    for (const at of reached) {
      if (reached.size > MAX_COUNTED) break;
      for (const { above } of up.get(at) ?? []) {
        if (reached.size > MAX_COUNTED) break;
        reached.add(above);
      }
    }
    if (reached.size > MAX_COUNTED) atLimit++;
    return reached.size - 1 > MAX_SUPERCLASSES ? [{ of, superclasses: reached.size - 1, rule: first!.rule }] : [];
  });
  deep.sort((a, b) => b.superclasses - a.superclasses);
  return deep.slice(0, MAX_REPORTED_CLASSES).map(({ of, superclasses, rule }, i) => ({
    kind: 'depth',
    axiom: rule.axiom,
    name: plan.terms.text(of),
    superclasses,
    isLeast: superclasses >= MAX_COUNTED,
    isMore: i === MAX_REPORTED_CLASSES - 1 && deep.length > MAX_REPORTED_CLASSES,
  }));
}
