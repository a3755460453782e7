import fc from 'fast-check';
import type { Document, Field, Predicate } from '../../../src/dql/ast';
import { parse } from '../../../src/dql/parser';
import { print } from '../../../src/dql/printer';
import { rewriteTypePredicate } from '../../../src/dql/rewrite';
import type { Replacer } from '../../../src/dql/visitor';
import { transform } from '../../../src/dql/visitor';
import { arbitraryDocument } from '../../support/dql/arbitrary';
import { runs } from '../../support/runs';

const within = (selection: string): string => `{ q(func: has(name)) { ${selection} } }`;
const plain = (document: Document): unknown =>
  JSON.parse(JSON.stringify(document, (key, value: unknown) => (key === 'span' ? undefined : value)));

describe('rewriteTypePredicate', () => {
  it.each([
    ['graph.type', 'graph.type: dgraph.type'],
    ['x: graph.type', 'x: dgraph.type'],
    ['graph.type: graph.type', 'graph.type: dgraph.type'],
    ['graph.type: name', 'graph.type: name'],
    ['t as graph.type', 't as graph.type: dgraph.type'],
    ['t as x: graph.type', 't as x: dgraph.type'],
    ['graph.type as name', 'graph.type as name'],
    ['<graph.type>', 'graph.type: <dgraph.type>'],
    ['graph.type @facets @facets(eq(graph.type, 1))', 'graph.type: dgraph.type @facets @facets(eq(graph.type, 1))'],
    [
      'friend @facets(graph.type, v as graph.type, orderasc: graph.type)',
      'friend @facets(graph.type, v as graph.type, orderasc: graph.type)',
    ],
    [
      'friend @filter(eq(graph.type, "graph.type") or has(graph.type)) { graph.type }',
      'friend @filter(eq(dgraph.type, "graph.type") or has(dgraph.type)) { graph.type: dgraph.type }',
    ],
    [
      'friend @filter(eq(name, graph.type) and type(graph.type) and uid(graph.type))',
      'friend @filter(eq(name, graph.type) and type(graph.type) and uid(graph.type))',
    ],
    [
      'friend (orderasc: graph.type, first: 1) @cascade(graph.type)',
      'friend (orderasc: dgraph.type, first: 1) @cascade(dgraph.type)',
    ],
    [
      'friend @groupby(graph.type, a: graph.type) { count(uid) min(graph.type) }',
      'friend @groupby(dgraph.type, a: dgraph.type) { count(uid) min(dgraph.type) }',
    ],
    [
      'count(graph.type) n: count(graph.type @filter(has(graph.type)))',
      'count(dgraph.type) n: count(dgraph.type @filter(has(dgraph.type)))',
    ],
    ['friend @filter(gt(count(graph.type), 1))', 'friend @filter(gt(count(dgraph.type), 1))'],
    ['expand(graph.type) ...graph.type name@graph.type', 'expand(graph.type) ...graph.type name@graph.type'],
    ['graph.type-x x-graph.type my.graph.type graph.types', 'graph.type-x x-graph.type my.graph.type graph.types'],
    ['m: math(graph.type + 1) s: val(graph.type)', 'm: math(graph.type + 1) s: val(graph.type)'],
    [
      'friend @normalize { graph.type x: graph.type friend { graph.type } } graph.type',
      'friend @normalize { dgraph.type x: dgraph.type friend { dgraph.type } } graph.type: dgraph.type',
    ],
  ])('%s', (before, after) => {
    expect(rewriteTypePredicate(within(before))).toBe(within(after));
    // A text that does not parse is rewritten all the same, but for what only the tree tells.
    if (!before.includes('@normalize')) expect(rewriteTypePredicate(`${within(before)} }`)).toBe(`${within(after)} }`);
  });

  it.each([
    [
      '{ graph.type(func: eq(graph.type, "A"), orderdesc: graph.type) { uid } }',
      '{ graph.type(func: eq(dgraph.type, "A"), orderdesc: dgraph.type) { uid } }',
    ],
    [
      '{ q(func: has(<graph.type>)) @normalize { graph.type x: graph.type } }',
      '{ q(func: has(<dgraph.type>)) @normalize { dgraph.type x: dgraph.type } }',
    ],
    ['schema(pred: [name, graph.type]) { type }', 'schema(pred: [name, dgraph.type]) { type }'],
    ['schema(pred: graph.type) {}', 'schema(pred: dgraph.type) {}'],
    ['schema(type: [graph.type]) {}', 'schema(type: [graph.type]) {}'],
    [
      'query graph.type($graph.type: string) { q(func: eq(graph.type, $graph.type)) { uid } }',
      'query graph.type($graph.type: string) { q(func: eq(dgraph.type, $graph.type)) { uid } }',
    ],
    [
      '{ q(func: has(a)) { ...f } n(func: has(a)) @normalize { ...f ...g } }\nfragment f { graph.type ' +
        '}\nfragment g { graph.type }',
      '{ q(func: has(a)) { ...f } n(func: has(a)) @normalize { ...f ...g } }\nfragment f { graph.type: ' +
        'dgraph.type }\nfragment g { dgraph.type }',
    ],
    [
      '{ q(func: regexp(name, /graph.type/)) { name # graph.type\n graph.type } }',
      '{ q(func: regexp(name, /graph.type/)) { name # graph.type\n graph.type: dgraph.type } }',
    ],
  ])('%s', (before, after) => {
    expect(rewriteTypePredicate(before)).toBe(after);
  });

  it('gives a text without the word back as it is', () => {
    for (const text of ['', '{ q(func: has(dgraph.type)) { dgraph.type } }', '{ "unclosed', '\u0000\ud800']) {
      expect(rewriteTypePredicate(text)).toBe(text);
    }
  });

  it('rewrites what it can of a broken text, and never throws', () => {
    expect(rewriteTypePredicate('{ q(func: eq(graph.type, "A")) { graph.type friend { "graph.type')).toBe(
      '{ q(func: eq(dgraph.type, "A")) { graph.type: dgraph.type friend { "graph.type',
    );
    const piece = fc.constantFrom(
      'graph.type',
      '{',
      '}',
      '(',
      ')',
      ':',
      ',',
      '"',
      '@',
      'as',
      '<graph.type>',
      '#',
      '\n',
      '/',
      '...',
      'eq',
      '-',
      '\\',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        const text = pieces.join(' ');
        const lines = (t: string): number => t.split('\n').length;
        expect(lines(rewriteTypePredicate(text))).toBe(lines(text));
      }),
      { numRuns: runs(800) },
    );
  });

  /** The same on the tree. */
  const expected = (document: Document): Document => {
    const rename = (predicate: Predicate): Predicate | undefined =>
      predicate.name === 'graph.type' ? { ...predicate, name: 'dgraph.type' } : undefined;
    const inside = (shown: boolean): Replacer => ({
      Predicate: rename,
      Field: (field): Field => {
        const { facetsFilter } = field.directives;
        const below = inside(shown && field.directives.normalize !== true);
        const { selection, ...rest } = transform(
          { ...field, directives: { ...field.directives, facetsFilter: undefined } },
          below,
        );
        const alias = rest.alias ?? (shown && field.predicate.name === 'graph.type' ? 'graph.type' : undefined);
        return { ...rest, alias, selection, directives: { ...rest.directives, facetsFilter } };
      },
      CountField: (count) => {
        const { facetsFilter } = count.directives;
        const rest = transform(
          { ...count, directives: { ...count.directives, facetsFilter: undefined } },
          { Predicate: rename },
        );
        return { ...rest, directives: { ...rest.directives, facetsFilter } };
      },
    });
    return transform(document, {
      QueryBlock: (block) => transform(block, inside(block.directives.normalize !== true)),
    });
  };

  it('changes the tree so and no other way, from the tree and from the tokens', () => {
    fc.assert(
      fc.property(arbitraryDocument, (document) => {
        const text = print({ ...document, fragments: [] });
        const rewritten = rewriteTypePredicate(text);
        const expectedAst = expected(parse(text));
        expect(plain(parse(rewritten))).toEqual(plain(expectedAst));
        if (!text.includes('@normalize')) expect(rewriteTypePredicate(`${text} }`)).toBe(`${rewritten} }`);
      }),
      { numRuns: runs(500) },
    );
  });
});
