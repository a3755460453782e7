/**
 * What follows from facts, worked out the slow and plain way: every axiom is read as what OWL says that it means, over all
 * nodes, again and again until nothing is added. Shares nothing with the reasoner but the axioms' shape.
 */
import type { RlAxiom, RlProperty, RlSub, RlSuper } from '../../../src/ontology';
import { vocabulary } from '../../../src/ontology';
import type { Triple, Vocabulary } from '../../../src/reasoner';

export const factKey = (fact: Triple): string => fact.join(' ');
export const factOf = (key: string): Triple => key.split(' ') as unknown as Triple;

export interface Closure {
  /** Keys of all facts that hold, those given among them. */
  readonly facts: ReadonlySet<string>;
  readonly contradiction: boolean;
}

/** @throws Error for an axiom that it does not know */
export function closureOf(axioms: readonly RlAxiom[], facts: Iterable<Triple>, names: Vocabulary): Closure {
  return new Oracle(axioms, facts, names).close();
}

class Oracle {
  private readonly edges = new Map<string, Map<string, Set<string>>>();
  private readonly keys = new Set<string>();
  private readonly nodes = new Set<string>();
  private contradiction = false;

  constructor(
    private readonly axioms: readonly RlAxiom[],
    facts: Iterable<Triple>,
    private readonly names: Vocabulary,
  ) {
    for (const fact of facts) this.add(...fact);
  }

  close(): Closure {
    let before: number;
    do {
      before = this.keys.size;
      for (const axiom of this.axioms) this.apply(axiom);
    } while (this.keys.size > before);
    return { facts: this.keys, contradiction: this.contradiction };
  }

  private add(s: string, p: string, o: string): void {
    this.keys.add(factKey([s, p, o]));
    const bySubject = this.edges.get(p) ?? new Map<string, Set<string>>();
    this.edges.set(p, bySubject);
    bySubject.set(s, (bySubject.get(s) ?? new Set()).add(o));
    this.nodes.add(s);
    if (p !== this.names.type) this.nodes.add(o);
  }

  private has(s: string, { iri, inverse }: RlProperty, o: string): boolean {
    const p = this.names.property(iri);
    return (inverse ? this.edges.get(p)?.get(o)?.has(s) : this.edges.get(p)?.get(s)?.has(o)) ?? false;
  }

  private connect(s: string, { iri, inverse }: RlProperty, o: string): void {
    const p = this.names.property(iri);
    if (inverse) this.add(o, p, s);
    else this.add(s, p, o);
  }

  /** All pairs that a property connects. */
  private pairs(property: RlProperty): [string, string][] {
    const pairs: [string, string][] = [];
    for (const [s, objects] of this.edges.get(this.names.property(property.iri)) ?? []) {
      for (const o of objects) pairs.push(property.inverse ? [o, s] : [s, o]);
    }
    return pairs;
  }

  private contradict(whether: boolean): void {
    if (whether) this.contradiction = true;
  }

  private isMember(x: string, expression: RlSub): boolean {
    const nodes = [...this.nodes];
    switch (expression.kind) {
      case 'Class':
        return this.edges.get(this.names.type)?.get(x)?.has(this.names.class(expression.iri)) ?? false;
      case 'IntersectionOf':
        return expression.operands.every((operand) => this.isMember(x, operand));
      case 'UnionOf':
        return expression.operands.some((operand) => this.isMember(x, operand));
      case 'ObjectSomeValuesFrom': {
        const { property, filler } = expression;
        return nodes.some((y) => this.has(x, property, y) && (!filler || this.isMember(y, filler)));
      }
      case 'DataSomeValuesFrom':
        if (expression.range) break;
        return nodes.some((y) => this.has(x, forward(expression.property), y));
    }
    throw new Error(`the oracle does not know ${expression.kind} in a condition`);
  }

  private makeMember(x: string, expression: RlSuper): void {
    switch (expression.kind) {
      case 'Class':
        if (expression.iri === vocabulary.owl.Nothing) this.contradict(true);
        else this.add(x, this.names.type, this.names.class(expression.iri));
        return;
      case 'ObjectAllValuesFrom':
        for (const [s, y] of this.pairs(expression.property)) if (s === x) this.makeMember(y, expression.filler);
        return;
      case 'ComplementOf':
        this.contradict(this.isMember(x, expression.operand));
        return;
      case 'ObjectMaxCardinality': {
        const { cardinality, property, filler } = expression;
        if (cardinality > 0) break;
        this.contradict(this.pairs(property).some(([s, y]) => s === x && (!filler || this.isMember(y, filler))));
        return;
      }
      case 'DataMaxCardinality': {
        const { cardinality, property, range } = expression;
        if (cardinality > 0 || range) break;
        this.contradict(this.pairs(forward(property)).some(([s]) => s === x));
        return;
      }
    }
    throw new Error(`the oracle does not know ${expression.kind} in a conclusion`);
  }

  private apply(axiom: RlAxiom): void {
    switch (axiom.kind) {
      case 'SubClassOf':
        for (const x of [...this.nodes]) if (this.isMember(x, axiom.sub)) this.makeMember(x, axiom.super);
        return;
      case 'DisjointClasses':
        for (const x of this.nodes) this.contradict(countOf(axiom.classes, (c) => this.isMember(x, c)) > 1);
        return;
      case 'SubObjectPropertyOf':
        for (const [x, y] of this.pairs(forward(axiom.sub))) this.connect(x, axiom.super, y);
        return;
      case 'SubDataPropertyOf':
        for (const [x, y] of this.pairs(forward(axiom.sub))) this.connect(x, forward(axiom.super), y);
        return;
      case 'PropertyChain': {
        const composed = axiom.chain
          .map((property) => this.pairs(property))
          .reduce((left, right) => left.flatMap(([x, y]) => right.filter(([z]) => z === y).map(([, z]) => pair(x, z))));
        for (const [x, y] of composed) this.connect(x, axiom.super, y);
        return;
      }
      case 'InverseObjectProperties':
        for (const [x, y] of this.pairs(forward(axiom.first))) this.connect(y, forward(axiom.second), x);
        for (const [x, y] of this.pairs(forward(axiom.second))) this.connect(y, forward(axiom.first), x);
        return;
      case 'DisjointObjectProperties':
        this.separate(axiom.properties);
        return;
      case 'DisjointDataProperties':
        this.separate(axiom.properties.map(forward));
        return;
      case 'ObjectPropertyDomain':
      case 'DataPropertyDomain':
        for (const [x] of this.pairs(forward(axiom.property))) this.makeMember(x, axiom.domain);
        return;
      case 'ObjectPropertyRange':
        for (const [, y] of this.pairs(forward(axiom.property))) this.makeMember(y, axiom.range);
        return;
      case 'SymmetricObjectProperty':
        for (const [x, y] of this.pairs(forward(axiom.property))) this.connect(y, forward(axiom.property), x);
        return;
      case 'TransitiveObjectProperty': {
        const pairs = this.pairs(forward(axiom.property));
        for (const [x, y] of pairs) {
          for (const [z, w] of pairs) if (y === z) this.connect(x, forward(axiom.property), w);
        }
        return;
      }
      case 'IrreflexiveObjectProperty':
        this.contradict(this.pairs(forward(axiom.property)).some(([x, y]) => x === y));
        return;
      case 'AsymmetricObjectProperty': {
        const property = forward(axiom.property);
        this.contradict(this.pairs(property).some(([x, y]) => this.has(y, property, x)));
        return;
      }
      default:
        throw new Error(`the oracle does not know ${axiom.kind}`);
    }
  }

  private separate(properties: readonly RlProperty[]): void {
    for (const x of this.nodes) {
      for (const y of this.nodes) this.contradict(countOf(properties, (p) => this.has(x, p, y)) > 1);
    }
  }
}

const forward = (iri: string): RlProperty => ({ iri, inverse: false });
const pair = (x: string, y: string): [string, string] => [x, y];
const countOf = <T>(list: readonly T[], holds: (entry: T) => boolean): number => list.filter(holds).length;
