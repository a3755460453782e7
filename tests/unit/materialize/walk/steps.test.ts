/** Steps of a walk over edges: by subjects, and by objects where rules write at them. */
import { planPreview, planSweep } from '../../../../src/materialize/walk/checks';
import { needText } from '../../../../src/materialize/walk/steps';
import { contextOf, schemaOf } from '../../../support/materialize/small';

const PROPERTIES = ['p', 'q', 'r'].map((p) => `:${p} a owl:ObjectProperty .`).join(' ');
const REVERSED = schemaOf('p: [uid] @reverse\nq: [uid] @reverse\nr: [uid] @reverse');
const PLAIN = schemaOf('p: [uid]\nq: [uid]\nr: [uid]');

const planOf = (axioms: string) => contextOf(`${PROPERTIES} ${axioms}`, REVERSED).plan;
const stepsOf = (axioms: string, schema = REVERSED, plan = planSweep): string[] =>
  plan(planOf(''), planOf(axioms), schema).list.map(({ kind, need }) => `${kind} ${needText(need)}`);

test.each([
  ['an inverse', ':p owl:inverseOf :q .', ['revisit ~p', 'revisit p', 'revisit ~q', 'revisit q']],
  ['a symmetric property', ':p a owl:SymmetricProperty .', ['revisit ~p', 'revisit p']],
  ['a sub-property', ':p rdfs:subPropertyOf :q .', ['revisit ~p', 'revisit p']],
  ['a transitive property', ':p a owl:TransitiveProperty .', ['revisit p']],
  ['a chain', ':r owl:propertyChainAxiom ( :p :q ) .', ['revisit p']],
  [
    'a chain that ends at the object of its first link',
    ':r owl:propertyChainAxiom ( [ owl:inverseOf :p ] :q ) .',
    ['revisit ~p', 'revisit p'],
  ],
])('%s', (_, axioms, steps) => {
  expect(stepsOf(axioms)).toEqual(steps);
});

test('without reverse edges, and in previews, all steps are over subjects', () => {
  expect(stepsOf(':p owl:inverseOf :q .', PLAIN)).toEqual(['revisit p', 'revisit q']);
  expect(stepsOf(':p owl:inverseOf :q .', REVERSED, planPreview as typeof planSweep)).toEqual([
    'revisit p',
    'revisit q',
  ]);
});

test('reverse edges of the inferred predicate count for sub-properties', () => {
  const schema = schemaOf('p: [uid] @reverse\nq: [uid]\nr: [uid]');
  expect(stepsOf(':p rdfs:subPropertyOf :q .', schema)).toEqual(['revisit p']);
  expect(stepsOf(':p owl:inverseOf :q .', schema)).toEqual(['revisit ~p', 'revisit p', 'revisit q']);
});

test('the digest depends on the declarations', () => {
  const digest = (schema: typeof PLAIN) => planSweep(planOf(''), planOf(':p owl:inverseOf :q .'), schema).digest;
  expect(digest(REVERSED)).toBe(digest(REVERSED));
  expect(digest(REVERSED)).not.toBe(digest(PLAIN));
});
