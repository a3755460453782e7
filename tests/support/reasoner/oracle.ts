/**
 * Oracle of entailments by plain iteration: every axiom is applied by its meaning in OWL over all nodes until nothing
 * is added. It shares only the type of axioms with the reasoner.
 */
import type { DataRange, OwlLiteral, RlAxiom, RlProperty, RlSub, RlSuper } from '../../../src/ontology';
import { vocabulary } from '../../../src/ontology';
import type { PartialVocabulary } from '../../../src/reasoner/compile';
import type { Triple } from '../../../src/reasoner/graph';

export const factKey = (fact: Triple): string => fact.join(' ');
export const factOf = (key: string): Triple => key.split(' ') as unknown as Triple;

export interface Closure {
  /** Keys of all facts that hold, including the given ones. */
  readonly facts: ReadonlySet<string>;
  readonly contradiction: boolean;
}

/** Computes the closure. @throws Error for an unknown axiom */
export function closureOf(axioms: readonly RlAxiom[], facts: Iterable<Triple>, names: PartialVocabulary): Closure {
  return new Oracle(axioms, facts, names).close();
}

class Oracle {
  private readonly edges = new Map<string, Map<string, Set<string>>>();
  private readonly keys = new Set<string>();
  /** Terms of the facts; values are included, but no rule's condition holds of one. */
  private readonly nodes = new Set<string>();
  private readonly sameAs: string;
  private readonly different: string;
  private contradiction = false;

  constructor(
    private readonly axioms: readonly RlAxiom[],
    facts: Iterable<Triple>,
    private readonly names: PartialVocabulary,
  ) {
    this.sameAs = names.equality ? names.property(vocabulary.owl.sameAs) : '';
    this.different = names.equality ? names.property(vocabulary.owl.differentFrom) : '';
    for (const fact of facts) this.add(...fact);
  }

  close(): Closure {
    let before: number;
    do {
      before = this.keys.size;
      for (const axiom of this.axioms) this.apply(axiom);
      if (this.names.equality) this.rewrite();
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

  /** Returns all pairs that a property connects. */
  private pairs(property: RlProperty): [string, string][] {
    const pairs: [string, string][] = [];
    for (const [s, objects] of this.edges.get(this.names.property(property.iri)) ?? []) {
      for (const o of objects) pairs.push(property.inverse ? [o, s] : [s, o]);
    }
    return pairs;
  }

  /** Records that two terms are the same: a fact with equality, otherwise a contradiction. */
  private equate(x: string, y: string): void {
    if (x === y) return;
    if (this.names.equality) this.add(x, this.sameAs, y);
    else this.contradiction = true;
  }

  private areSame(x: string, y: string): boolean {
    return x === y || (this.edges.get(this.sameAs)?.get(x)?.has(y) ?? false);
  }

  /** Applies owl:sameAs as an equivalence that transfers all facts; `x owl:sameAs x` is not listed. */
  private rewrite(): void {
    for (const [x, equals] of [...(this.edges.get(this.sameAs) ?? [])]) {
      for (const y of [...equals]) {
        this.add(y, this.sameAs, x);
        for (const fact of [...this.keys]) {
          const [s, p, o] = factOf(fact);
          const [from, to] = [s === x ? y : s, o === x && p !== this.names.type ? y : o];
          if (p === this.sameAs && (from === o || s === to)) continue;
          this.add(from, p, o);
          this.add(s, p, to);
        }
        this.contradict(this.edges.get(this.different)?.get(x)?.has(y) ?? false);
      }
    }
    for (const [x, others] of this.edges.get(this.different) ?? []) this.contradict(others.has(x));
  }

  private literal(value: OwlLiteral): string {
    return `"${value.value}"`;
  }

  private individual(name: string): string {
    return this.names.individual!(name);
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
        return this.values(x, expression.property).some((y) => !expression.range || isIn(y, expression.range));
      case 'OneOf':
        return expression.individuals.some((individual) => this.areSame(x, this.individual(individual)));
      case 'ObjectHasValue':
        return this.has(x, expression.property, this.individual(expression.individual));
      case 'ObjectHasSelf':
        return this.has(x, expression.property, x);
      case 'DataHasValue':
        return this.has(x, forward(expression.property), this.literal(expression.value));
    }
  }

  /** Returns the values of a data property. */
  private values(x: string, property: string): string[] {
    return this.pairs(forward(property)).flatMap(([s, y]) => (s === x ? [y] : []));
  }

  /** Returns all possible members of classes, including individuals that only an axiom names. */
  private individuals(): string[] {
    const named = new Set([...this.nodes].filter((node) => !node.startsWith('"')));
    const seek = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      for (const [key, value] of Object.entries(part)) {
        if (key === 'individuals') for (const name of value as string[]) named.add(this.individual(name));
        else if (key === 'individual') named.add(this.individual(value as string));
        else seek(value);
      }
    };
    seek(this.axioms);
    return [...named];
  }

  /** Equates members of a class that share a value of every key property. */
  private keyed({ class: expression, objectProperties, dataProperties }: RlAxiom & { kind: 'HasKey' }): void {
    const properties = [...objectProperties, ...dataProperties.map(forward)];
    const members = this.individuals().filter((x) => !expression || this.isMember(x, expression));
    const shares = (x: string, y: string) =>
      properties.every((p) => this.pairs(p).some(([s, value]) => s === x && this.has(y, p, value)));
    for (const x of members) for (const y of members) if (shares(x, y)) this.equate(x, y);
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
        const counted = this.pairs(property).filter(([s, y]) => s === x && (!filler || this.isMember(y, filler)));
        if (cardinality === 0) this.contradict(counted.length > 0);
        else for (const [, y] of counted) for (const [, z] of counted) this.equate(y, z);
        return;
      }
      case 'DataMaxCardinality': {
        const { cardinality, property, range } = expression;
        const counted = this.values(x, property).filter((y) => !range || isIn(y, range));
        this.contradict(counted.length > cardinality);
        return;
      }
      case 'ObjectHasValue':
        this.connect(x, expression.property, this.individual(expression.individual));
        return;
      case 'ObjectHasSelf':
        this.connect(x, expression.property, x);
        return;
      case 'DataHasValue':
        this.connect(x, forward(expression.property), this.literal(expression.value));
        return;
      case 'DataAllValuesFrom':
        this.contradict(this.values(x, expression.property).some((y) => !isIn(y, expression.range)));
        return;
    }
  }

  private apply(axiom: RlAxiom): void {
    switch (axiom.kind) {
      case 'SubClassOf':
        for (const x of this.individuals()) if (this.isMember(x, axiom.sub)) this.makeMember(x, axiom.super);
        return;
      case 'DisjointClasses':
        for (const x of this.individuals()) this.contradict(countOf(axiom.classes, (c) => this.isMember(x, c)) > 1);
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
      case 'ReflexiveObjectProperty':
        for (const x of this.spokenOf()) this.connect(x, forward(axiom.property), x);
        for (const iri of this.names.signature?.individuals ?? []) {
          const x = this.names.individual?.(iri) ?? iri;
          this.connect(x, forward(axiom.property), x);
        }
        return;
      case 'FunctionalObjectProperty': {
        // Without equality the write itself ensures it.
        if (!this.names.equality) return;
        const pairs = this.pairs(forward(axiom.property));
        for (const [x, y] of pairs) for (const [z, w] of pairs) if (x === z) this.equate(y, w);
        return;
      }
      case 'InverseFunctionalObjectProperty':
      case 'InverseFunctionalDataProperty': {
        const pairs = this.pairs(forward(axiom.property));
        for (const [x, y] of pairs) for (const [z, w] of pairs) if (y === w) this.equate(x, z);
        return;
      }
      case 'HasKey':
        this.keyed(axiom);
        return;
      case 'DataPropertyRange':
        this.contradict(this.pairs(forward(axiom.property)).some(([, y]) => !isIn(y, axiom.range)));
        return;
      case 'ClassAssertion':
        this.makeMember(this.individual(axiom.individual), axiom.class);
        return;
      case 'NegativeObjectPropertyAssertion': {
        const { property, source, target } = axiom;
        this.contradict(this.has(this.individual(source), forward(property), this.individual(target)));
        return;
      }
      case 'NegativeDataPropertyAssertion': {
        const { property, source, value } = axiom;
        this.contradict(this.has(this.individual(source), forward(property), this.literal(value)));
        return;
      }
      default:
        throw new Error(`the oracle does not know ${axiom.kind}`);
    }
  }

  /** Returns the nodes with a type or property of the ontology. */
  private spokenOf(): Set<string> {
    const spoken = new Set<string>();
    for (const [p, bySubject] of this.edges) {
      if (p === this.sameAs || p === this.different) continue;
      for (const [s, objects] of bySubject) {
        spoken.add(s);
        if (p !== this.names.type) for (const o of objects) if (!o.startsWith('"')) spoken.add(o);
      }
    }
    return spoken;
  }

  private separate(properties: readonly RlProperty[]): void {
    for (const x of this.nodes) {
      for (const y of this.nodes) this.contradict(countOf(properties, (p) => this.has(x, p, y)) > 1);
    }
  }
}

const { xsd } = vocabulary;

/** Returns true if a plain string, as in facts of samples, is in a range. */
export function isIn(term: string, range: DataRange): boolean {
  const value = term.slice(1, -1);
  switch (range.kind) {
    case 'Datatype':
      return [xsd('string'), vocabulary.rdfs.Literal].includes(range.iri);
    case 'DataIntersectionOf':
      return range.operands.every((operand) => isIn(term, operand));
    case 'DataUnionOf':
      return range.operands.some((operand) => isIn(term, operand));
    case 'DataComplementOf':
      return !isIn(term, range.operand);
    case 'DataOneOf':
      return range.values.some((entry) => entry.value === value);
    case 'DatatypeRestriction':
      return range.facets.every(({ facet, value: { value: bound } }) => {
        if (facet === xsd('maxLength')) return value.length <= Number(bound);
        throw new Error(`the oracle does not know ${facet}`);
      });
  }
}

const forward = (iri: string): RlProperty => ({ iri, inverse: false });
const pair = (x: string, y: string): [string, string] => [x, y];
const countOf = <T>(list: readonly T[], holds: (entry: T) => boolean): number => list.filter(holds).length;
