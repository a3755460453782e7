/** Statements of an import: nodes that statements share, with the keys that any other statement has. */
import * as fc from 'fast-check';
import { nodeKey } from '../../../src/dql';
import { Statements } from '../../../src/import/statements';
import { SKOLEM, tripleStatement } from '../../../src/mutation';
import type { NQuad } from '../../../src/dql';
import { runs } from '../../support/runs';

const identity = 'a'.repeat(32);
const term = fc.oneof(
  fc.constantFrom('http://a/1', 'http://a/2', '_:b', '_:c'),
  fc.nat(50).map((n) => `http://a/${n}`),
);

test('statements have the nodes of their terms, one object for each IRI', () => {
  const quad = fc.record({ subject: term, predicate: fc.constant('http://p'), object: term, graph: fc.constant('') });
  fc.assert(
    fc.property(fc.array(quad, { maxLength: 60 }), (quads) => {
      const statements = new Statements({ identity }, 'drop');
      const list: NQuad[] = [];
      for (const each of quads) expect(statements.add({ ...each, line: 1 }, list)).toBe(1);
      const named = (text: string) => (text.startsWith('_:') ? `${SKOLEM}${identity}/${text.slice(2)}` : text);
      const shared = new Map<string, unknown>();
      for (const [i, { subject, object }] of list.entries()) {
        const { subject: s, object: o, predicate } = quads[i]!;
        const expected = tripleStatement({ subject: named(s), predicate, object: named(o) });
        expect([subject, object]).toMatchObject([expected.subject, expected.object]);
        for (const node of [subject, object]) {
          if (node.kind !== 'iri') throw new Error('no IRI');
          expect(nodeKey(node)).toBe(`<${node.iri}>`);
          expect(node).toBe(shared.get(node.iri) ?? node);
          shared.set(node.iri, node);
        }
      }
    }),
    { numRuns: runs(50) },
  );
});

test('memory of shared nodes is bounded: a node met again after many others has an equal key', () => {
  const statements = new Statements({ identity }, 'drop');
  const list: NQuad[] = [];
  const add = (object: string) =>
    statements.add({ subject: 'http://a/s', predicate: 'http://p', object, graph: '', line: 1 }, list);
  for (let n = 0; n < 25_000; n++) add(`http://a/${n}`);
  add('http://a/0');
  const [first, last] = [list[0]!.object, list.at(-1)!.object];
  expect(last).toEqual(first);
  expect(last).not.toBe(first);
});
