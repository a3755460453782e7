import { findRepairs, MemoryGraph, type Plan, type Rule } from '../../../src/reasoner';
import { facts, planOf } from '../../support/reasoner/cases';

type Limits = Parameters<typeof findRepairs>[3];

/** Repairs of the facts of a text that hold together. */
function repairs(turtle: string, text: string, goal: string, limits?: Limits) {
  const plan: Plan = planOf(turtle);
  const graph = new MemoryGraph(plan);
  graph.apply({ assert: facts(text) });
  const rows = facts(goal).map(([s, p, o]) =>
    graph.table.find(graph.terms.id(s), graph.terms.id(p), graph.terms.id(o)),
  );
  const rule = { ...plan.rules[0]!, head: undefined } as unknown as Rule;
  const { repairs: found, ...search } = findRepairs(plan, graph, { rule, facts: rows }, limits);
  const texts = found.map((repair) => repair.map((row) => graph.triple(row).join(' ')).sort());
  return { ...search, texts: texts.sort((a, b) => a.length - b.length || (a.join() < b.join() ? -1 : 1)) };
}

const DOMAINS = ':p rdfs:domain :A . :A rdfs:subClassOf :B .';

test('each asserted fact of a contradiction is a repair', () => {
  expect(repairs(DOMAINS, 'm a B . m a C', 'm a B . m a C').texts).toEqual([['m a B'], ['m a C']]);
});

test('a fact with several proofs goes only with all of them', () => {
  const found = repairs(DOMAINS, 'm p n . m p o . m a C', 'm a B . m a C');
  expect(found).toEqual({ missing: [], complete: true, texts: [['m a C'], ['m p n', 'm p o']] });
});

test('an asserted fact that is entailed as well goes only with its proofs', () => {
  const found = repairs(DOMAINS, 'm a B . m a A . m p n', 'm a B');
  expect(found.texts).toEqual([['m a A', 'm a B', 'm p n']]);
});

test('facts that support one another in a circle go together', () => {
  const circle = ':A owl:equivalentClass :B .';
  expect(repairs(circle, 'm a A', 'm a B').texts).toEqual([['m a A']]);
  expect(repairs(circle, 'm a A . m a B', 'm a B').texts).toEqual([['m a A', 'm a B']]);
});

test('a search that meets its limits says so', () => {
  const many = Array.from({ length: 8 }, (_, i) => `m p n${i}`).join(' . ');
  expect(repairs(DOMAINS, `${many} . m a C`, 'm a B . m a C')).toMatchObject({ complete: false, texts: [['m a C']] });
  expect(repairs(DOMAINS, `${many} . m a C`, 'm a B . m a C', { facts: 8 })).toMatchObject({ complete: true });
  expect(repairs(DOMAINS, 'm a B . m a C', 'm a B . m a C', { repairs: 1 })).toMatchObject({ complete: false });
});

test('without any fact there is nothing to repair', () => {
  expect(repairs(':m a :A . ' + DOMAINS, 'n a A', '')).toEqual({ missing: [], complete: true, texts: [] });
});
