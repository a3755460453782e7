/** Agents' queries: those about the gateway's own data are refused however they are spelt. */
import fc from 'fast-check';
import { checkDql } from '../../../../../src/retrieval/agents/tools/dql';
import { runs } from '../../../../support/runs';

const refusal = (query: string): string | undefined => {
  try {
    checkDql(query);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Spellings of a predicate's name that the engine reads as the same. */
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => name,
  (name) => `<${name}>`,
  (name) => `~${name}`,
  (name) => `<~${name}>`,
  (name) => `<${name.replace('.', '\\u002e')}>`,
  (name) => `<${name.replace(/^./, (c) => `\\U${c.codePointAt(0)!.toString(16).padStart(8, '0')}`)}>`,
  (name) => `x: ${name}`,
];
/** Texts around a line of a query in which its name could be taken for a string or a comment. */
const HIDINGS: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => `# "\n${line}\n# "`,
  (line) => `name @filter(eq(name, "#"))\n${line}`,
  (line) => `name @filter(eq(name, "\\""))\n${line} # "`,
  (line) => `name @filter(regexp(name, /"/)) ${line} # "`,
  (line) => `# /\n${line} # /`,
];
const RESERVED = ['owlgate.key', 'owlgate.document.source', 'dgraph.password', 'dgraph.xid', 'dgraph.rule.predicate'];

it('refuses reserved predicates in every spelling and position', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...RESERVED),
      fc.constantFrom(...SPELLINGS),
      fc.constantFrom(...HIDINGS),
      (name, spell, hide) => {
        expect(refusal(`{ q(func: has(name)) {\n${hide(spell(name))}\n} }`)).toContain(
          'is reserved and cannot be queried',
        );
      },
    ),
    { numRuns: runs(400) },
  );
});

it.each([
  ['{ q(func: type(Dog)) { uid name dgraph.type } }'],
  ['{ q(func: eq(name, "owlgate.key")) { name } } # owlgate.key'],
  ['{ q(func: has(name)) @recurse(loop: false, depth: 5) { name knows } }'],
  ['{ q(func: has(name)) { mutation upsert } }'],
  ['query q($n: int = 20) { q(func: has(name), first: $n) { name } }'],
])('accepts %s', (query) => {
  expect(refusal(query)).toBeUndefined();
});

it.each([
  ['{ q(func: has(name)) @recurse { knows } }', '@recurse needs a depth'],
  ['{ q(func: has(name)) @ recurse(loop: true) { knows } } # @recurse(depth: 5)', '@recurse needs a depth'],
  ['upsert { query { q(func: has(name)) { uid } } }', 'this tool only reads'],
  [`{ q(func: has(name)) ${'{ knows '.repeat(30)}`, 'nested more than 20 deep'],
])('refuses %s', (query, reason) => {
  expect(refusal(query)).toContain(reason);
});

it.each([
  ['{ q(func: has(name), first: 1001) { name } }', /first is more than 1000/],
  ['{ q(func: has(name), first: -100000) { name } }', /first is more than 1000/],
  ['{ q(func: has(name)) { knows(first: 2000) { name } } }', /first is more than 1000/],
  ['{ q(func: has(name)) @recurse(depth: 11) { name knows } }', /depth is more than 10/],
  ['{ p as shortest(from: 0x1, to: 0x2, numpaths: 21) { knows } }', /numpaths is more than 20/],
  ['{ p as shortest(from: 0x1, to: 0x2, depth: 99) { knows } }', /depth is more than 10/],
  [`{ ${Array.from({ length: 21 }, (_, i) => `q${i}(func: has(name)) { name }`).join(' ')} }`, /more than 20 blocks/],
  ['query q($n: int = 2000) { q(func: has(name), first: $n) { name } }', /first is more than 1000/],
])('bounds %s', (query, reason) => {
  expect(refusal(query)).toMatch(reason);
});
