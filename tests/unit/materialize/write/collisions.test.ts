/** Values that are left out because their predicate takes one. */
import { Collisions } from '../../../../src/materialize/write/collisions';
import { Evaluation } from '../../../../src/reasoner';
import type { Pattern } from '../../../../src/reasoner';
import { contextOf, schemaOf, workingSetOf } from '../../../support/materialize/small';

const schema = schemaOf(['a', 'b', 'c', 'low', 'high'].map((name) => `${name}: string`).join('\n'));
const data = (name: string, above: string): string =>
  `:${name} a owl:DatatypeProperty ; rdfs:subPropertyOf :${above} .`;
const LOW = ':low a owl:DatatypeProperty .' + data('a', 'low') + data('b', 'low') + data('c', 'low');
const DEEP = ':high a owl:DatatypeProperty .' + data('low', 'high') + data('a', 'low') + data('b', 'low');

/** Settles assertions; everything else is known. */
function settled(axioms: string, asserted: string, stored = ''): { values: string[]; errors: string[] } {
  const context = contextOf(axioms, schema);
  const workingSet = workingSetOf(context.plan, schema, stored);
  for (const p of ['dgraph.type', ...schema.predicateNames()]) workingSet.cover(undefined, p, undefined);
  const { table, terms } = workingSet;
  const assert = asserted.split('\n').map((line): Pattern => {
    const [s, p, o] = line.split(' ').map((term) => terms.id(term)) as [number, number, number];
    return { s, p, o };
  });
  const collisions = new Collisions(context);
  for (let bar: readonly Pattern[] = []; ;) {
    const evaluation = new Evaluation(context.plan, workingSet);
    const inference = evaluation.run({ assert, bar });
    const rows = assert.map(({ s, p, o }) => table.find(s, p, o)).filter((row) => table.flags[row]! > 15);
    const barred = new Set(bar.map(({ s, p, o }) => table.find(s, p, o)));
    const next = collisions.review(
      workingSet,
      inference,
      rows.filter((row) => !barred.has(row)),
    );
    if (!next) {
      const values = inference.inferred.map((row) =>
        [table.predicate[row]!, table.object[row]!].map((term) => terms.text(term)).join(' '),
      );
      return { values: values.sort(), errors: collisions.errors.map(({ message }) => message).sort() };
    }
    bar = next;
    evaluation.rollback();
  }
}

const conflict = (property: string, kept: string, other: string): unknown =>
  expect.stringContaining(`on entity 0x1: "${property}" takes one value and would have "${kept}" and "${other}"`);

it('each value that is left out is reported once, beside the value that is kept', () => {
  const { values, errors } = settled(LOW, '0x1 a "1"\n0x1 b "2"\n0x1 c "3"');
  const kept = /"(\d)"/.exec(values[0]!)![1]!;
  expect(values).toHaveLength(1);
  expect(errors).toEqual(
    ['1', '2', '3'].filter((value) => value !== kept).map((value) => conflict('low', kept, value)),
  );
});

it('a value that is stored or asserted is kept', () => {
  expect(settled(LOW, '0x1 a "1"\n0x1 b "2"', '0x1 low "3"')).toEqual({
    values: [],
    errors: [conflict('low', '3', '1'), conflict('low', '3', '2')],
  });
  expect(settled(LOW, '0x1 a "1"\n0x1 low "3"')).toEqual({ values: [], errors: [conflict('low', '3', '1')] });
});

it('an assertion that is left out is reported with the value that is kept', () => {
  const { errors } = settled(LOW, '0x1 low "3"', '0x1 a "1"\n0x1 low "1"*');
  expect(errors).toEqual([expect.stringMatching(/would have "1" and "3".*; "1" is kept$/)]);
});

it('values that would follow from one that is left out are not reported', () => {
  const { values, errors } = settled(DEEP, '0x1 a "1"\n0x1 b "2"');
  expect(values.map((value) => value.split(' ')[0])).toEqual(['high', 'low']);
  expect(new Set(values.map((value) => value.split(' ')[1])).size).toBe(1);
  expect(errors).toEqual([expect.stringContaining('"low" takes one value')]);
});

it('a place whose values are all left out gets one back', () => {
  // `high "1"` follows from `low "1"`. If `low` keeps "2", the rival of `high "9"` is gone.
  const hasValue = (property: string) => `[ a owl:Restriction ; owl:onProperty :${property} ; owl:hasValue "1" ]`;
  const axioms = `:high a owl:DatatypeProperty . :low a owl:DatatypeProperty . :M a owl:Class .
    ${data('a', 'low')} ${data('b', 'low')} ${data('c', 'high')}
    ${hasValue('low')} rdfs:subClassOf :M . :M rdfs:subClassOf ${hasValue('high')} .`;
  const found = permutations(['0x1 a "1"', '0x1 b "2"', '0x1 c "9"']).map((lines) => settled(axioms, lines.join('\n')));
  for (const { values, errors } of found) {
    const [high, low] = values.filter((value) => !value.startsWith('dgraph.type'));
    expect([high, low]).toEqual([expect.stringMatching(/^high /), expect.stringMatching(/^low /)]);
    expect(errors).toHaveLength(low === 'low "1"' ? 2 : 1);
    if (low === 'low "2"') expect(high).toBe('high "9"');
  }
  expect(found.some(({ values }) => values.includes('low "2"'))).toBe(true);
});

const permutations = <T>(items: readonly T[]): readonly (readonly T[])[] =>
  items.length < 2
    ? [items]
    : items.flatMap((item, i) => permutations(items.filter((_, j) => j !== i)).map((rest) => [item, ...rest]));
