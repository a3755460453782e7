/** Class constructs of a graph, with the rules of tables 6 and 7. */
import type { Iri, RlSub, RlSuper } from '../../ontology';
import { vocabulary } from '../../ontology';
import type { Ref } from '../rule';
import { named, NO_BODY, withAtom } from '../rules/builder';
import type { RuleBuilder } from '../rules/builder';
import { disjointClasses, disjointMembers } from '../rules/cax';
import { assertMember, recognize } from '../rules/cls';
import * as ext from '../rules/ext';
import * as prp from '../rules/prp';
import * as scm from '../rules/scm';
import type { Row } from '../table';
import type { TermId } from '../terms';
import { literalOf, MEMBER_OF } from './terms';
import { sourceOf } from './builder';
import type { Construct, ConstructMatch, TBox } from './tbox';

const { owl, rdf, rdfs } = vocabulary;

/** Maximum length of a list for pairwise rules. */
const MAX_PAIRWISE = 50;

const nameOf = (tbox: TBox, id: TermId): RlSub & RlSuper => ({ kind: 'Class', iri: tbox.text(id) });

/** Returns the filler; none for owl:Thing, which is not a condition. */
function fillerOf(tbox: TBox, id: TermId): { filler?: RlSub & RlSuper } {
  return tbox.text(id) === owl.Thing ? {} : { filler: nameOf(tbox, id) };
}

/** Adds rules that make members of `expression`, as far as rules recognize them, members of `superclass`. */
function addRecognition(rule: RuleBuilder, name: string, expression: RlSub, superclass: RlSuper): void {
  const x = rule.fresh();
  assertMember(rule, name, recognize(rule, expression, x), x, superclass);
}

/** Adds rules that make every member of a class a member of `expression`. */
function addAssertion(rule: RuleBuilder, name: string, member: RlSub, expression: RlSuper): void {
  const x = rule.fresh();
  assertMember(rule, name, recognize(rule, member, x), x, expression);
}

/** c ⊑ d (cax-sco, cax-eqc1, cax-eqc2), unless other rules imply it. */
function addInclusion({ tbox, row }: ConstructMatch, name: string, lower: TermId, upper: TermId): void {
  if (tbox.classes.leads(lower, upper) || tbox.text(lower) === owl.Nothing) return;
  tbox.classes.add(lower, upper);
  tbox.makeOnce(`${name} ${lower}`, [row], (rule) =>
    addAssertion(rule, name, nameOf(tbox, lower), nameOf(tbox, upper)),
  );
}

function intersection(match: ConstructMatch): void {
  const { tbox, row, s, o } = match;
  const list = tbox.nodes.list(o);
  if (!list) return;
  if (list.members.length === 0) return empty(match, owl.Thing, tbox.text(s));
  const rows = [row, ...list.rows];
  const operands = list.members.map((member) => nameOf(tbox, member));
  tbox.makeOnce('cls-int1', rows, (rule) =>
    addRecognition(rule, 'cls-int1', { kind: 'IntersectionOf', operands }, nameOf(tbox, s)),
  );
  tbox.makeOnce('cls-int2', rows, (rule) => {
    for (const member of list.members) addAssertion(rule, 'cls-int2', nameOf(tbox, s), nameOf(tbox, member));
  });
  for (const member of list.members) tbox.classes.add(s, member);
  tbox.makeOnce('scm-int', rows, (rule) => {
    scm.intersection(
      rule,
      [tbox.groundAtom(row)],
      tbox.text(s),
      list.members.map((member) => tbox.text(member)),
    );
  });
}

/** Adds the axiom of an empty list, which the tables do not cover. */
function empty({ tbox, row }: ConstructMatch, lower: Iri, upper: Iri): void {
  tbox.makeOnce('ext-empty-list', [row], (rule) => ext.emptyList(rule, lower, upper));
}

function union(match: ConstructMatch): void {
  const { tbox, row, s, o } = match;
  const list = tbox.nodes.list(o);
  if (!list) return;
  if (list.members.length === 0) return empty(match, tbox.text(s), owl.Nothing);
  const rows = [row, ...list.rows];
  tbox.makeOnce('cls-uni', rows, (rule) => {
    for (const member of list.members) addAssertion(rule, 'cls-uni', nameOf(tbox, member), nameOf(tbox, s));
  });
  for (const member of list.members) tbox.classes.add(member, s);
  tbox.makeOnce('scm-uni', rows, (rule) => {
    scm.union(
      rule,
      [tbox.groundAtom(row)],
      tbox.text(s),
      list.members.map((member) => tbox.text(member)),
    );
  });
}

function disjointUnion(match: ConstructMatch): void {
  const { tbox, row, s, o } = match;
  const list = tbox.nodes.list(o);
  if (!list) return;
  tbox.makeOnce('ext-disjoint-union', [row, ...list.rows], (rule) => {
    const members = list.members.map((member) => nameOf(tbox, member));
    for (const member of members) addAssertion(rule, 'ext-disjoint-union', member, nameOf(tbox, s));
    disjoint(rule, 'ext-disjoint-union', members);
  });
}

/** cax-dw, cax-adc; cls-com for complements. */
function disjoint(rule: RuleBuilder, name: string, classes: readonly RlSub[]): void {
  if (name === 'cls-com' || name.startsWith('ext-')) {
    classes.forEach((a, i) => {
      for (const b of classes.slice(i + 1)) {
        const x = rule.fresh();
        rule.add(name, withAtom(recognize(rule, a, x), ...recognize(rule, b, x).flatMap(({ atoms }) => atoms)));
      }
    });
    return;
  }
  disjointClasses(rule, { ...sourceOf(rule), kind: 'DisjointClasses', classes });
}

/** Kinds of restriction, by the predicate of their value. */
const RESTRICTIONS: readonly { readonly predicate: Iri; readonly make: (restriction: Restriction) => void }[] = [
  { predicate: owl.someValuesFrom, make: someValuesFrom },
  { predicate: owl.allValuesFrom, make: allValuesFrom },
  { predicate: owl.hasValue, make: hasValue },
  { predicate: owl.hasSelf, make: hasSelf },
  { predicate: owl.maxCardinality, make: (r) => maximum(r, undefined) },
  { predicate: owl.cardinality, make: (r) => exact(r, undefined) },
  { predicate: owl.minCardinality, make: (r) => minimum(r, undefined) },
  { predicate: owl.maxQualifiedCardinality, make: (r) => addQualified(r, maximum) },
  { predicate: owl.qualifiedCardinality, make: (r) => addQualified(r, exact) },
  { predicate: owl.minQualifiedCardinality, make: (r) => addQualified(r, minimum) },
];

interface Restriction {
  readonly tbox: TBox;
  readonly node: TermId;
  readonly property: Iri;
  readonly value: TermId;
  /** Triples that make the restriction. */
  readonly rows: readonly Row[];
}

function restriction({ tbox, row, s, o }: ConstructMatch): void {
  for (const { predicate, make } of RESTRICTIONS) {
    for (const other of tbox.nodes.rows(s, predicate)) {
      make({ tbox, node: s, property: tbox.text(o), value: tbox.nodes.object(other), rows: [row, other] });
    }
  }
}

function someValuesFrom({ tbox, node, property, value, rows }: Restriction): void {
  const expression: RlSub = { kind: 'ObjectSomeValuesFrom', property: named(property), ...fillerOf(tbox, value) };
  tbox.makeOnce('cls-svf', rows, (rule) => {
    addRecognition(rule, expression.filler ? 'cls-svf1' : 'cls-svf2', expression, nameOf(tbox, node));
  });
}

function allValuesFrom({ tbox, node, property, value, rows }: Restriction): void {
  tbox.makeOnce('cls-avf', rows, (rule) => {
    const filler = nameOf(tbox, value);
    addAssertion(rule, 'cls-avf', nameOf(tbox, node), {
      kind: 'ObjectAllValuesFrom',
      property: named(property),
      filler,
    });
  });
}

function hasValue({ tbox, node, property, value, rows }: Restriction): void {
  const expression = { kind: 'ObjectHasValue', property: named(property), individual: tbox.text(value) } as const;
  tbox.makeOnce('cls-hv1', rows, (rule) => addAssertion(rule, 'cls-hv1', nameOf(tbox, node), expression));
  tbox.makeOnce('cls-hv2', rows, (rule) => addRecognition(rule, 'cls-hv2', expression, nameOf(tbox, node)));
}

function hasSelf({ tbox, node, property, value, rows }: Restriction): void {
  if (!/^"(true|1)"/.test(tbox.text(value))) return;
  const expression = { kind: 'ObjectHasSelf', property: named(property) } as const;
  tbox.makeOnce('cls-hs1', rows, (rule) => addAssertion(rule, 'cls-hs1', nameOf(tbox, node), expression));
  tbox.makeOnce('cls-hs2', rows, (rule) => addRecognition(rule, 'cls-hs2', expression, nameOf(tbox, node)));
}

/** Returns the number of a cardinality restriction; NaN if it is not a number. */
function cardinalityOf({ tbox, value }: Restriction): number {
  const literal = literalOf(tbox.text(value));
  return literal && /^\s*\+?\d+\s*$/.test(literal.value) ? Number(literal.value) : NaN;
}

function maximum(restriction: Restriction, qualifier: TermId | undefined): void {
  const { tbox, node, property, rows } = restriction;
  const cardinality = cardinalityOf(restriction);
  if (cardinality !== 0 && cardinality !== 1) return;
  const filler = qualifier === undefined ? {} : fillerOf(tbox, qualifier);
  const name = maximumName(cardinality, qualifier !== undefined, filler.filler !== undefined);
  tbox.makeOnce(name, rows, (rule) => {
    const expression = { kind: 'ObjectMaxCardinality', cardinality, property: named(property), ...filler } as const;
    addAssertion(rule, name, nameOf(tbox, node), expression);
    if (cardinality !== 1 || !filler.filler) return;
    ext.notAnotherOne(rule, tbox.text(node), property, tbox.text(qualifier!));
    ext.complement(rule, tbox.text(qualifier!));
  });
}

/** cls-maxc1 and -2 without a class, cls-maxqc1 and -3 with one, cls-maxqc2 and -4 for owl:Thing. */
function maximumName(cardinality: 0 | 1, isQualified: boolean, hasFiller: boolean): string {
  if (!isQualified) return `cls-maxc${cardinality + 1}`;
  return `cls-maxqc${cardinality * 2 + (hasFiller ? 1 : 2)}`;
}

/** Minimum cardinality 1, treated as someValuesFrom: sound, but not in the tables. */
function minimum(restriction: Restriction, qualifier: TermId | undefined): void {
  const { tbox, node, property, rows } = restriction;
  if (cardinalityOf(restriction) !== 1) return;
  const filler = qualifier === undefined ? {} : fillerOf(tbox, qualifier);
  const expression: RlSub = { kind: 'ObjectSomeValuesFrom', property: named(property), ...filler };
  tbox.makeOnce('ext-min', rows, (rule) => addRecognition(rule, 'ext-min', expression, nameOf(tbox, node)));
}

/** Exact cardinality, treated as a maximum. The minimum adds no rule: it alone does not make a node a member. */
function exact(restriction: Restriction, qualifier: TermId | undefined): void {
  maximum(restriction, qualifier);
}

function addQualified(r: Restriction, make: (r: Restriction, qualifier: TermId | undefined) => void): void {
  for (const iri of [owl.onClass, owl.onDataRange]) {
    for (const row of r.tbox.nodes.rows(r.node, iri)) {
      make({ ...r, rows: [...r.rows, row] }, r.tbox.nodes.object(row));
    }
  }
}

function key({ tbox, row, s, o }: ConstructMatch): void {
  const list = tbox.nodes.list(o);
  if (!list || list.members.length === 0) return;
  const objectProperties = list.members.map((member) => named(tbox.text(member)));
  const rows = [row, ...list.rows];
  const parts = { kind: 'HasKey', objectProperties, dataProperties: [] } as const;
  tbox.makeOnce('prp-key', rows, (rule) => prp.key(rule, { ...sourceOf(rule), ...parts, class: nameOf(tbox, s) }));
  // Every node is an owl:Thing, stated or not.
  if (tbox.text(s) === owl.Thing) {
    tbox.makeOnce('ext-key-thing', rows, (rule) => prp.key(rule, { ...sourceOf(rule), ...parts }, 'ext-key-thing'));
  }
}

function allDisjoint({ tbox, row, s }: ConstructMatch): void {
  for (const members of tbox.nodes.rows(s, owl.members)) {
    const list = tbox.nodes.list(tbox.nodes.object(members));
    if (!list) continue;
    tbox.makeOnce('cax-adc', [row, members, ...list.rows], (rule) => {
      const classes = list.members.map((member) => nameOf(tbox, member));
      if (classes.length <= MAX_PAIRWISE) return disjoint(rule, 'cax-adc', classes);
      const head = tbox.nodes.object(members);
      const inList = (c: Ref) => rule.edge(named(MEMBER_OF), c, head);
      for (const member of list.members) rule.add('cax-adc', [NO_BODY], inList(member));
      disjointMembers(rule, inList, (x, c) => scm.typed(rule, x, c));
    });
  }
}

function oneOf(match: ConstructMatch): void {
  const { tbox, row, s, o } = match;
  const list = tbox.nodes.list(o);
  if (!list) return;
  if (list.members.length === 0) return empty(match, tbox.text(s), owl.Nothing);
  const individuals = list.members.map((member) => tbox.text(member));
  tbox.makeOnce('cls-oo', [row, ...list.rows], (rule) =>
    addRecognition(rule, 'cls-oo', { kind: 'OneOf', individuals }, nameOf(tbox, s)),
  );
}

export const classConstructs: readonly Construct[] = [
  { predicate: rdfs.subClassOf, make: (f) => addInclusion(f, 'cax-sco', f.s, f.o) },
  {
    predicate: owl.equivalentClass,
    make: (f) => {
      addInclusion(f, 'cax-eqc1', f.s, f.o);
      addInclusion(f, 'cax-eqc2', f.o, f.s);
    },
  },
  {
    predicate: owl.disjointWith,
    make: ({ tbox, row, s, o }) =>
      tbox.makeOnce('cax-dw', [row], (rule) => disjoint(rule, 'cax-dw', [nameOf(tbox, s), nameOf(tbox, o)])),
  },
  {
    predicate: owl.complementOf,
    make: ({ tbox, row, s, o }) =>
      tbox.makeOnce('cls-com', [row], (rule) => disjoint(rule, 'cls-com', [nameOf(tbox, s), nameOf(tbox, o)])),
  },
  { predicate: rdf.type, type: owl.AllDisjointClasses, make: allDisjoint },
  { predicate: owl.intersectionOf, make: intersection },
  { predicate: owl.unionOf, make: union },
  { predicate: owl.disjointUnionOf, make: disjointUnion },
  { predicate: owl.oneOf, make: oneOf },
  { predicate: owl.onProperty, make: restriction },
  { predicate: owl.hasKey, make: key },
];
