/** Constructs on individuals of more than one triple: differences and negative assertions. */
import { vocabulary } from '../../ontology';
import { named, NO_BODY, withAtom } from '../rules/builder';
import type { Ref } from '../rule';
import * as eq from '../rules/eq';
import * as ext from '../rules/ext';
import * as prp from '../rules/prp';
import { sourceOf } from './builder';
import { MEMBER_OF } from './terms';
import type { Construct, ConstructMatch } from './tbox';

const { owl, rdf } = vocabulary;

/** Maximum length of a list for pairwise differences. In a longer list, equal members still are a contradiction. */
const MAX_PAIRWISE = 100;

function allDifferent({ tbox, row, s }: ConstructMatch): void {
  for (const [iri, name] of [
    [owl.members, 'eq-diff2'],
    [owl.distinctMembers, 'eq-diff3'],
  ] as const) {
    for (const members of tbox.nodes.rows(s, iri)) {
      const list = tbox.nodes.list(tbox.nodes.object(members));
      if (!list) continue;
      tbox.makeOnce(name, [row, members, ...list.rows], (rule) => {
        const names = list.members.map((member) => tbox.text(member));
        const head = tbox.nodes.object(members);
        const inList = (x: Ref) => rule.edge(named(MEMBER_OF), x, head);
        for (const member of new Set(list.members)) rule.add(name, [NO_BODY], inList(member));
        eq.allDifferent(rule, name, inList);
        if (names.length <= MAX_PAIRWISE) ext.allDifferent(rule, inList);
        // A member listed twice differs from itself, which contradicts eq-ref.
        if (new Set(names).size < names.length) rule.add(name, withAtom([NO_BODY], tbox.groundAtom(row)));
      });
    }
  }
}

function negative({ tbox, row, s, o }: ConstructMatch): void {
  for (const source of tbox.nodes.rows(s, owl.sourceIndividual)) {
    for (const target of tbox.nodes.rows(s, owl.targetIndividual)) {
      tbox.makeOnce('prp-npa1', [source, row, target], (rule) => {
        prp.negativeObject(rule, {
          ...sourceOf(rule),
          kind: 'NegativeObjectPropertyAssertion',
          property: tbox.text(o),
          source: tbox.text(tbox.nodes.object(source)),
          target: tbox.text(tbox.nodes.object(target)),
        });
      });
    }
    for (const target of tbox.nodes.rows(s, owl.targetValue)) {
      tbox.makeOnce('prp-npa2', [source, row, target], (rule) => {
        const edge = rule.edge(
          { iri: tbox.text(o), inverse: false },
          tbox.nodes.object(source),
          tbox.nodes.object(target),
        );
        rule.add('prp-npa2', withAtom([NO_BODY], edge));
      });
    }
  }
}

export const individualConstructs: readonly Construct[] = [
  { predicate: rdf.type, type: owl.AllDifferent, make: allDifferent },
  { predicate: owl.assertionProperty, make: negative },
];
