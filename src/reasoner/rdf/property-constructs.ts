/** Property constructs of a graph, with the rules of table 5. */
import type { Iri } from '../../ontology';
import { vocabulary } from '../../ontology';
import { named } from '../rules/builder';
import * as ext from '../rules/ext';
import * as prp from '../rules/prp';
import type { TermId } from '../terms';
import { sourceOf } from './builder';
import type { GraphRuleBuilder } from './builder';
import { isLiteralText } from './terms';
import type { Construct, ConstructMatch, TBox } from './tbox';

const { owl, rdf, rdfs } = vocabulary;

/** p ⊑ q (prp-spo1, prp-eqp1, prp-eqp2), unless other rules imply it. */
function addInclusion({ tbox, row }: ConstructMatch, name: string, lower: TermId, upper: TermId): void {
  if (tbox.properties.leads(lower, upper)) return;
  tbox.properties.add(lower, upper);
  tbox.makeOnce(`${name} ${lower}`, [row], (rule) =>
    prp.subPropertyOf(rule, named(tbox.text(lower)), named(tbox.text(upper)), name),
  );
}

/** prp-dom and prp-rng, unless a super-property has a narrower class. */
function addTyping({ tbox, row, s, o }: ConstructMatch, iri: Iri, make: (rule: GraphRuleBuilder) => void): void {
  if (tbox.isInferred(row) && isNarrower(tbox, iri, s, o)) return;
  tbox.makeOnce(iri, [row], make);
}

/** Returns true if a property, or one above it, is stated to have a domain or range below a class. */
function isNarrower(tbox: TBox, iri: Iri, property: TermId, upper: TermId): boolean {
  for (const p of tbox.properties.above(property)) {
    for (const row of tbox.nodes.rows(p, iri)) {
      const c = tbox.nodes.object(row);
      if (!tbox.isInferred(row) && tbox.classes.leads(c, upper)) return true;
    }
  }
  return false;
}

function chain({ tbox, row, s, o }: ConstructMatch): void {
  const list = tbox.nodes.list(o);
  if (!list || list.members.length === 0) return;
  const properties = list.members.map((member) => named(tbox.text(member)));
  const isTransitive = list.members.length === 2 && list.members.every((member) => member === s);
  tbox.makeOnce('prp-spo2', [row, ...list.rows], (rule) => {
    if (isTransitive) ext.chainIsTransitive(rule, tbox.text(s), tbox.groundAtom(row));
    if (isTransitive && tbox.transitive.has(s)) return;
    prp.chain(rule, { ...sourceOf(rule), kind: 'PropertyChain', chain: properties, super: named(tbox.text(s)) });
    if (isTransitive) tbox.transitive.add(s);
  });
}

/** prp-trp, unless a chain implies it. Both rules of a property would join all its facts. */
function transitive({ tbox, row, s }: ConstructMatch): void {
  tbox.makeOnce('prp-trp', [row], (rule) => {
    ext.transitiveIsChain(rule, tbox.text(s));
    if (tbox.transitive.has(s)) return;
    prp.transitive(rule, tbox.text(s));
    tbox.transitive.add(s);
  });
}

function allDisjoint({ tbox, row, s }: ConstructMatch): void {
  for (const members of tbox.nodes.rows(s, owl.members)) {
    const list = tbox.nodes.list(tbox.nodes.object(members));
    if (!list) continue;
    tbox.makeOnce('prp-adp', [row, members, ...list.rows], (rule) =>
      disjoint(
        rule,
        list.members.map((member) => tbox.text(member)),
      ),
    );
  }
}

function disjoint(rule: GraphRuleBuilder, properties: readonly Iri[]): void {
  prp.disjointProperties(rule, properties.map(named));
  ext.valuesOfDisjointProperties(rule, properties);
}

/**
 * Reflexive over nodes with a type or property outside OWL's own vocabulary, since rules cannot range over all nodes.
 */
function reflexive({ tbox, row, s }: ConstructMatch): void {
  const { graph, type } = tbox.nodes;
  const { object } = graph.table;
  const property = tbox.text(s);
  const classes = new Set<TermId>();
  for (const typing of graph.rowsOf(type)) classes.add(object[typing]!);
  for (const c of classes) {
    const iri = tbox.text(c);
    if (vocabulary.isReserved(iri) && iri !== owl.NamedIndividual && iri !== owl.Thing) continue;
    tbox.makeOnce(`ext-reflexive ${c}`, [row], (rule) => ext.reflexiveForMembers(rule, property, iri));
  }
  for (const p of graph.predicates()) {
    const iri = tbox.text(p);
    if (vocabulary.isReserved(iri) || p === s) continue;
    tbox.makeOnce(`ext-reflexive ${p}`, [row], (rule) => {
      ext.reflexiveForEnds(rule, property, { iri, inverse: false });
      const [last] = graph.rowsOf(p);
      if (last !== undefined && isLiteralText(tbox.text(object[last]!))) return;
      ext.reflexiveForEnds(rule, property, { iri, inverse: true });
    });
  }
}

/** Construct of a characteristic: the class of the properties that have it, and its rules. */
const characteristic = (iri: Iri, name: string, make: (rule: GraphRuleBuilder, property: Iri) => void): Construct => ({
  predicate: rdf.type,
  type: iri,
  make: ({ tbox, row, s }) => tbox.makeOnce(name, [row], (rule) => make(rule, tbox.text(s))),
});

export const propertyConstructs: readonly Construct[] = [
  { predicate: rdfs.subPropertyOf, make: (f) => addInclusion(f, 'prp-spo1', f.s, f.o) },
  {
    predicate: owl.equivalentProperty,
    make: (f) => {
      addInclusion(f, 'prp-eqp1', f.s, f.o);
      addInclusion(f, 'prp-eqp2', f.o, f.s);
    },
  },
  {
    predicate: owl.inverseOf,
    make: ({ tbox, row, s, o }) =>
      tbox.makeOnce('prp-inv', [row], (rule) =>
        prp.inverse(rule, {
          ...sourceOf(rule),
          kind: 'InverseObjectProperties',
          first: tbox.text(s),
          second: tbox.text(o),
        }),
      ),
  },
  {
    predicate: rdfs.domain,
    make: (f) =>
      addTyping(f, rdfs.domain, (rule) => {
        const domain = { kind: 'Class', iri: f.tbox.text(f.o) } as const;
        prp.domain(rule, { ...sourceOf(rule), kind: 'ObjectPropertyDomain', property: f.tbox.text(f.s), domain });
      }),
  },
  {
    predicate: rdfs.range,
    make: (f) =>
      addTyping(f, rdfs.range, (rule) => {
        const range = { kind: 'Class', iri: f.tbox.text(f.o) } as const;
        prp.range(rule, { ...sourceOf(rule), kind: 'ObjectPropertyRange', property: f.tbox.text(f.s), range });
      }),
  },
  { predicate: owl.propertyChainAxiom, make: chain },
  {
    predicate: owl.propertyDisjointWith,
    make: ({ tbox, row, s, o }) =>
      tbox.makeOnce('prp-pdw', [row], (rule) => disjoint(rule, [tbox.text(s), tbox.text(o)])),
  },
  { predicate: rdf.type, type: owl.ReflexiveProperty, make: reflexive },
  { predicate: rdf.type, type: owl.AllDisjointProperties, make: allDisjoint },
  characteristic(owl.FunctionalProperty, 'prp-fp', (rule, property) => {
    prp.functional(rule, property);
    ext.differentSubjects(rule, property);
  }),
  characteristic(owl.InverseFunctionalProperty, 'prp-ifp', (rule, property) => {
    prp.inverseFunctional(rule, property);
    ext.differentValues(rule, property);
  }),
  characteristic(owl.IrreflexiveProperty, 'prp-irp', prp.irreflexive),
  characteristic(owl.SymmetricProperty, 'prp-symp', prp.symmetric),
  characteristic(owl.AsymmetricProperty, 'prp-asyp', prp.asymmetric),
  { predicate: rdf.type, type: owl.TransitiveProperty, make: transitive },
];
