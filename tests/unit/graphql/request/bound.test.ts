import fc from 'fast-check';
import { getIntrospectionQuery, parse } from 'graphql';
import { mayExceed } from '../../../../src/graphql/request/bound';
import { RequestFailure } from '../../../../src/graphql/request/failure';
import { checkLimits, DEFAULT_LIMITS } from '../../../../src/graphql/request/limits';
import { Screen } from '../../../../src/graphql/request/screen';
import { runs } from '../../../support/runs';

const LIMITS = { tokens: 10_000, depth: 3, aliases: 2, complexity: 12 };

const isOver = (document: string): boolean => {
  try {
    checkLimits(parse(document), LIMITS);
    return false;
  } catch (error) {
    if (error instanceof RequestFailure) return true;
    throw error;
  }
};

/**
 * Selections with aliases, arguments, inline fragments, and spreads of the fragments f0 to f2, which spread later ones.
 */
const { set } = fc.letrec<{ set: string; field: string }>((tie) => ({
  set: fc.array(tie('field'), { minLength: 1, maxLength: 4 }).map((fields) => `{${fields.join(',')}}`),
  field: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom('a', 'b:a', 'a(x:{y:[{z:1}]})', 'a@skip(if:true)', '...f1', '...f2'),
    tie('set').map((inner) => `a${inner}`),
    tie('set').map((inner) => `c:a${inner}`),
    tie('set').map((inner) => `...on A${inner}`),
  ),
}));

describe('mayExceed', () => {
  it('is true for every document over a limit', () => {
    let over = 0;
    const property = fc.property(set, set, fc.constantFrom('{a}', '{a b:a}'), fc.boolean(), (query, f1, f2, inJson) => {
      const document = `query Q ${query} fragment f1 on A ${f1.replaceAll('...f1', 'a')} fragment f2 on A ${f2}`;
      if (!isOver(document)) return;
      over++;
      expect(mayExceed(inJson ? JSON.stringify({ query: document }) : document, LIMITS)).toBe(true);
    });
    fc.assert(property, { numRuns: runs(600) });
    expect(over).toBeGreaterThan(50);
  });

  it('is true for escaped text', () => {
    const deep = JSON.stringify({ query: '{a{a{a{a}}}}' }).replaceAll('{a', '\\u007ba');
    expect(mayExceed(deep, LIMITS)).toBe(true);
  });

  it('is false for usual requests', () => {
    const query =
      'query ($n: Int) { queryDog(first: $n, filter: { name: { eq: "a" } }) { id name: title likes { name } } }';
    expect(mayExceed(JSON.stringify({ query, variables: { n: 3 } }), DEFAULT_LIMITS)).toBe(false);
    expect(mayExceed(JSON.stringify({ query }), LIMITS)).toBe(true);
  });
});

describe('Screen', () => {
  it('accepts the introspection of every tool', () => {
    const query = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    expect(new Screen(DEFAULT_LIMITS).check(query)).toEqual({ hasMutation: false });
  });

  it('finds a mutation beside other operations, and none in names and strings', () => {
    const screen = new Screen(DEFAULT_LIMITS);
    expect(screen.check('query a { x } mutation b { y }').hasMutation).toBe(true);
    for (const text of ['query mutation { mutation }', '{ a(x: "mutation { y }") }', '# mutation { y }\n{ a }']) {
      expect(screen.check(text).hasMutation).toBe(false);
    }
    expect(screen.check('query a { x } mutation b { y }').hasMutation).toBe(true);
  });

  it('does not follow cyclic fragments', () => {
    const chain = Array.from({ length: 10_000 }, (_, i) => `fragment F${i} on A { ...F${i + 1} }`).join(' ');
    expect(() => new Screen(DEFAULT_LIMITS).check(`{ a { ...F0 } } ${chain}`)).toThrow(
      'fragments are spread in fragments more than 500 levels deep',
    );
  });

  it('names the setting of the limit', () => {
    const settings = { depth: 'D', aliases: 'A', complexity: 'C' };
    const screen = new Screen({ ...LIMITS, settings });
    expect(() => screen.check('{a{a{a{a}}}}')).toThrow('the operation has 4 levels of selections; 3 are allowed (D)');
    expect(() => screen.check('{a:b c:b d:b}')).toThrow('the operation has 3 aliases; 2 are allowed (A)');
    expect(() => screen.check(`{${'a '.repeat(13)}}`)).toThrow('the operation has 13 fields; 12 are allowed (C)');
  });
});
