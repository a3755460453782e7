import { parseRdf } from '../../../src/dql';
import { printNQuad } from '../../../src/dql';
import { withoutRepeats } from '../../../src/mutation';

const deduplicated = (...lines: string[]) => withoutRepeats(parseRdf(lines.join('\n'))).map(printNQuad);

describe('withoutRepeats', () => {
  it('keeps the last of equal statements, with its facets', () => {
    expect(deduplicated('<0x1> <p> <0x2> .', '<0x1> <q> <0x2> .', '<0x1> <p> <0x2> (since=2006) .')).toEqual([
      '<0x1> <q> <0x2> .',
      '<0x1> <p> <0x2> (since=2006) .',
    ]);
  });

  it('keeps values that differ in text, language, type or node', () => {
    const lines = [
      '<0x1> <p> "a" .',
      '<0x1> <p> "a"@en .',
      '<0x1> <p> "a"^^<xs:string> .',
      '<0x1> <p> <0xa> .',
      '_:b <p> "a" .',
    ];
    expect(deduplicated(...lines)).toHaveLength(lines.length);
  });

  it('returns the same list if there are no duplicates', () => {
    const statements = parseRdf('<0x1> <p> <0x2> .\n<0x2> <p> <0x1> .');
    expect(withoutRepeats(statements)).toBe(statements);
  });
});
