import { EngineSchema } from '../../../../src/materialize/store/engine-schema';
import { nodeKey } from '../../../../src/dql';
import { nodeOf, statementOf, valueTerm } from '../../../../src/materialize/store/terms';
import type { NodeRef } from '../../../../src/dql/mutation/ast';
import { schemaOf } from '../../../support/materialize/small';

const schema = schemaOf('age: int\nwhen: datetime\nname: string\nknows: [uid]', { Person: ['age', 'knows'] });

it.each<[NodeRef, string]>([
  [{ kind: 'uid', uid: '0x1' }, '0x1'],
  [{ kind: 'blank', label: 'a b' }, '_:a b'],
  [{ kind: 'iri', iri: 'http://ex.org/a>b' }, '<http://ex.org/a>b>'],
])('%j and %s convert into each other', (node, term) => {
  expect(nodeKey(node)).toBe(term);
  expect(nodeOf(term)).toEqual(node);
});

it('values are terms in the canonical form of their predicate’s type', () => {
  const value = (text: string) => ({ kind: 'literal', type: 'default', value: text }) as const;
  expect(valueTerm('age', value('007'), undefined, schema)).toBe('"7"');
  expect(valueTerm('name', value('007'), 'en', schema)).toBe('"007"@en');
  expect(valueTerm('unknown', value('007'), undefined, schema)).toBe('"007"');
  expect(valueTerm('when', value('2020'), undefined, schema)).toBe('"2020-01-01T00:00:00Z"');
});

it('facts become statements, inferred ones with their facet', () => {
  expect(statementOf({ s: '0x1', p: 'dgraph.type', o: 'A' }, true)).toEqual({
    subject: { kind: 'uid', uid: '0x1' },
    predicate: 'dgraph.type',
    object: { kind: 'literal', type: 'default', value: 'A' },
    facets: [{ key: 'owl.inferred', value: 'true', type: 'bool' }],
  });
  expect(statementOf({ s: '_:a', p: 'name', o: '"x"@en' }, false)).toEqual({
    subject: { kind: 'blank', label: 'a' },
    predicate: 'name',
    object: { kind: 'literal', type: 'default', value: 'x' },
    lang: 'en',
  });
  expect(statementOf({ s: '0x1', p: 'knows', o: '0x2' }, false).object).toEqual({ kind: 'uid', uid: '0x2' });
});

it('terms follow the engine’s schema', () => {
  expect(['age', 'knows', 'unknown'].map((name) => schema.isScalar(name))).toEqual([true, false, false]);
  expect(schema.fieldsOf('Person')).toEqual(['age', 'knows']);
  expect(schema.fieldsOf('Unknown')).toEqual([]);
  expect(schema.predicateNames()).toEqual(['age', 'when', 'name', 'knows']);
  expect(new EngineSchema({}).predicateNames()).toEqual([]);
});
