/**
 * Rules of table 8 for a graph. They are made only for literals that are owl:sameAs a node, for datatypes in the bodies
 * of rules, and for ill-typed literals. For all others the table yields only triples with a literal as subject.
 */
import { datatypes, vocabulary } from '../../ontology';
import type { DataRange, Iri, OwlLiteral } from '../../ontology';
import type { RangeTest, Rule } from '../rule';
import * as dt from '../rules/dt';
import type { Row } from '../table';
import type { TermId } from '../terms';
import { GraphRuleBuilder, NOWHERE } from './builder';
import type { NodeReader } from './node';
import { GraphRanges } from './ranges';
import { isLiteralText, literalOf, literalText } from './terms';

const { owl, rdfs, xsd } = vocabulary;

/**
 * Maximum literals (those that are owl:sameAs a node) for which all differences are derived. Beyond it, only
 * differences that contradict owl:sameAs are.
 */
const MAX_LISTED = 200;

export class Datatypes {
  private readonly ranges: GraphRanges;
  private readonly sameAs: TermId;
  private readonly byValue = new Map<string, TermId>();
  private readonly addedKeys = new Set<string>();
  private readonly valueProperties = new Set<TermId>();
  private readonly named = new Set<TermId>();
  private literalsSeen = 0;
  private rowsSeen = 0;

  constructor(private readonly nodes: NodeReader) {
    this.ranges = new GraphRanges(nodes);
    this.sameAs = nodes.graph.id(owl.sameAs);
  }

  /** Returns the rules needed in addition to `rules`. */
  update(rules: readonly Rule[]): readonly Rule[] {
    this.scan();
    return [
      ...this.literals(),
      ...this.types(rules),
      ...this.notTypes(rules),
      ...this.differences(),
      ...this.propertyRanges(),
    ];
  }

  /** Records the properties with literals as values, and the literals that are owl:sameAs a node. */
  private scan(): void {
    const { graph } = this.nodes;
    graph.scan();
    const { subject, predicate, object, length } = graph.table;
    for (; this.rowsSeen < length; this.rowsSeen++) {
      const row = this.rowsSeen;
      if (!this.isLiteral(object[row]!)) continue;
      this.valueProperties.add(predicate[row]!);
      if (predicate[row] === this.sameAs && !this.isLiteral(subject[row]!)) this.named.add(object[row]!);
    }
  }

  private isLiteral(id: TermId): boolean {
    return isLiteralText(this.nodes.graph.text(id));
  }

  private builder(text: string): GraphRuleBuilder {
    return new GraphRuleBuilder(this.nodes.graph, { kind: 'Semantics', position: NOWHERE, text });
  }

  private markDone(key: string): boolean {
    if (this.addedKeys.has(key)) return false;
    this.addedKeys.add(key);
    return true;
  }

  /** dt-not-type for ill-typed literals, and dt-eq. */
  private literals(): readonly Rule[] {
    const { graph } = this.nodes;
    const rules: Rule[] = [];
    const illTyped = new Map<TermId, OwlLiteral>();
    for (; this.literalsSeen < graph.literals.length; this.literalsSeen++) {
      const id = graph.literals[this.literalsSeen]!;
      const literal = literalOf(graph.text(id))!;
      if (literal.datatype === xsd('string')) continue;
      const value = datatypes.parseLiteral(literal);
      if (!value) illTyped.set(id, literal);
      else rules.push(...this.equal(id, datatypes.valueKey(value), datatypes.canonicalLiteral(value)));
    }
    if (illTyped.size > 0) rules.push(...this.illTyped(illTyped));
    return rules;
  }

  private equal(id: TermId, key: string, canonical: OwlLiteral): readonly Rule[] {
    const { graph } = this.nodes;
    // Strings skip `parseLiteral` above, so a string with this value is found by its text.
    const string = canonical.datatype === xsd('string') ? graph.terms.find(literalText(canonical)) : 0;
    const other = string || this.byValue.get(key);
    this.byValue.set(key, other ?? id);
    if (other === undefined || other === id) return [];
    const rule = this.builder(`${this.nodes.describe(other)} and ${this.nodes.describe(id)} are one value`);
    dt.equalValues(rule, other, id);
    return rule.rules;
  }

  private illTyped(literals: Map<TermId, OwlLiteral>): readonly Rule[] {
    const { graph } = this.nodes;
    const { subject, predicate, object, length } = graph.table;
    const rules: Rule[] = [];
    for (let row = 0; row < length && literals.size > 0; row++) {
      const literal = literals.get(object[row]!);
      if (!literal) continue;
      literals.delete(object[row]!);
      const { datatype, value } = literal;
      const rule = this.builder(`${JSON.stringify(value)} is no ${this.nodes.name(datatype)}`);
      dt.illTyped(rule, { s: subject[row]!, p: predicate[row]!, o: object[row]! });
      rules.push(...rule.rules);
    }
    return rules;
  }

  /** dt-type2, for the datatypes in bodies of rules; for all datatypes if a node is owl:sameAs a literal. */
  private types(rules: readonly Rule[]): readonly Rule[] {
    const newRules: Rule[] = [];
    for (const { body, name } of rules) {
      if (name.includes('dt-not-type')) continue;
      for (const { p, o } of body) {
        if (p !== this.nodes.type || o < 0) continue;
        const range = this.ranges.rangeOf(o);
        if (!range) continue;
        for (const property of this.valueProperties) newRules.push(...this.typeOf(property, o, range));
      }
    }
    if (this.named.size > 0) {
      for (const iri of vocabulary.RL_DATATYPES) {
        newRules.push(...this.typeOf(this.sameAs, this.nodes.graph.id(iri), { kind: 'Datatype', iri }));
      }
    }
    return newRules;
  }

  private typeOf(property: TermId, datatype: TermId, range: DataRange): readonly Rule[] {
    if (property === this.nodes.type || !this.markDone(`type ${property} ${datatype}`)) return [];
    const rule = this.builder(`the values of ${this.nodes.describe(datatype)}`);
    const name = range.kind === 'Datatype' ? 'dt-type2' : 'ext-dt-type2';
    const { graph } = this.nodes;
    dt.typeOfValues(rule, name, graph.text(property), graph.text(datatype), this.test(datatype, range, true));
    return rule.rules;
  }

  /** dt-not-type, for every range that has members or is the head of a rule. */
  private notTypes(rules: readonly Rule[]): readonly Rule[] {
    const { graph, type } = this.nodes;
    const newRules: Rule[] = [];
    const classes = new Set<TermId>();
    for (const row of graph.rowsOf(type)) classes.add(graph.table.object[row]!);
    for (const { head } of rules) if (head?.p === type && head.o > 0) classes.add(head.o);
    for (const id of classes) {
      if (this.addedKeys.has(`outside ${id}`)) continue;
      const range = this.ranges.rangeOf(id);
      if (!range || !this.markDone(`outside ${id}`)) continue;
      const rule = this.builder(`the values of ${this.nodes.describe(id)}`);
      const name = range.kind === 'Datatype' ? 'dt-not-type' : 'ext-dt-not-type';
      dt.notOfType(rule, name, graph.text(id), this.test(id, range, false));
      newRules.push(...rule.rules);
    }
    return newRules;
  }

  /** Returns a test for literals certainly inside a range, or for literals certainly outside. */
  private test(id: TermId, range: DataRange, inside: boolean): RangeTest {
    const { evaluator } = this.ranges;
    return {
      key: `${inside ? 'in' : 'outside'} ${this.nodes.graph.text(id)}`,
      text: inside ? this.nodes.describe(id) : `the complement of ${this.nodes.describe(id)}`,
      holds: (text) => {
        const literal = literalOf(text);
        const value = literal && datatypes.parseLiteral(literal);
        if (!value) return false;
        return inside ? evaluator.contains(range, value) : evaluator.excludes(range, value);
      },
    };
  }

  /** dt-diff, for literals that are owl:sameAs a node, and for two literals that are inferred to be owl:sameAs. */
  private differences(): readonly Rule[] {
    const { graph } = this.nodes;
    const newRules: Rule[] = [];
    if (this.named.size <= MAX_LISTED) {
      for (const id of this.named) {
        if (!this.markDone(`different ${id}`)) continue;
        const rule = this.builder(`the value of ${this.nodes.describe(id)}`);
        dt.differentFromNamed(rule, id, differentFrom(graph.text(id)));
        newRules.push(...rule.rules);
      }
    }
    for (const row of graph.rowsOf(this.sameAs)) {
      const [a, b] = [graph.table.subject[row]!, graph.table.object[row]!];
      if (a >= b || !this.isLiteral(a) || !this.isLiteral(b) || !this.markDone(`different ${a} ${b}`)) continue;
      if (!differentFrom(graph.text(a)).holds(graph.text(b))) continue;
      const rule = this.builder(`${this.nodes.describe(a)} and ${this.nodes.describe(b)} are different values`);
      dt.differentValues(rule, a, b);
      newRules.push(...rule.rules);
    }
    return newRules;
  }

  /** Beyond the table: derives datatypes that contain the intersection of a property's stated ranges, or domains. */
  private propertyRanges(): readonly Rule[] {
    return [rdfs.range, rdfs.domain].flatMap((predicate) => this.widerDatatypes(predicate));
  }

  private widerDatatypes(predicate: Iri): readonly Rule[] {
    const { graph } = this.nodes;
    const p = graph.id(predicate);
    const byProperty = new Map<TermId, Map<Row, DataRange>>();
    for (const row of graph.rowsOf(p)) {
      const range = this.ranges.rangeOf(graph.table.object[row]!);
      if (!range || graph.position(row) === undefined) continue;
      const property = graph.table.subject[row]!;
      byProperty.set(property, (byProperty.get(property) ?? new Map<Row, DataRange>()).set(row, range));
    }
    const newRules: Rule[] = [];
    for (const [s, ranges] of byProperty) {
      if (!this.markDone(`${predicate} ${s} ${[...ranges.keys()].join()}`)) continue;
      const places = predicate === rdfs.range ? 'ranges' : 'domains';
      const rule = this.builder(`what is in all ${places} of ${this.nodes.describe(s)}`);
      const stated = [...ranges.keys()].map((row) => ({ s, p, o: graph.table.object[row]! }));
      for (const iri of this.ranges.evaluator.datatypesContaining([...ranges.values()])) {
        if (iri !== rdfs.Literal) dt.widerDatatype(rule, s, predicate, stated, iri);
      }
      newRules.push(...rule.rules);
    }
    return newRules;
  }
}

/** Returns a test for literals whose value certainly differs from that of `text`. */
function differentFrom(text: string): RangeTest {
  const reference = valueOf(text);
  return {
    key: `different from ${text}`,
    text: `the values other than ${text}`,
    holds: (other) => {
      const value = valueOf(other);
      return reference !== undefined && value !== undefined && datatypes.areDifferent(reference, value);
    },
  };
}

function valueOf(text: string) {
  const literal = literalOf(text);
  return literal && datatypes.parseLiteral(literal);
}
