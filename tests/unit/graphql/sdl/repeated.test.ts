/** Costs of SDL with many repetitions: checks that compare each with each would take minutes. */
import { compileSdl } from '../../../../src/embedded/graphql/compile-sdl';

const COUNT = 50_000;
const repeat = (text: string): string => `${text} `.repeat(COUNT);

const CASES: Readonly<Record<string, string>> = {
  '@default of a field': `type A { id: ID! a: Int ${repeat('@default')} }`,
  '@hasInverse of an edge': `type A { id: ID! b: [B] ${repeat('@hasInverse(field: a)')} } type B { id: ID! a: A }`,
  'arguments of a directive': `type A { id: ID! a: String @search(${repeat('by: [term]')}) }`,
};

it.each(Object.entries(CASES))('many repetitions are checked in linear time: %s', (_, sdl) => {
  const { generated, problems } = compileSdl({ sdl, wants: 'generated' });
  expect(generated ?? problems).toBeDefined();
});
