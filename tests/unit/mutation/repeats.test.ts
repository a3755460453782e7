import { parseRdf } from '../../../src/dql';
import { printNQuad } from '../../../src/dql';
import { withoutRepeats } from '../../../src/mutation';

const kept = (...lines: string[]) => withoutRepeats(parseRdf(lines.join('\n'))).map(printNQuad);

describe('withoutRepeats', () => {
  it('keeps the last of what is said twice, with its facets', () => {
    expect(kept('<0x1> <p> <0x2> .', '<0x1> <q> <0x2> .', '<0x1> <p> <0x2> (since=2006) .')).toEqual([
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
    expect(kept(...lines)).toHaveLength(lines.length);
  });

  it('gives back the very list where nothing is said twice', () => {
    const statements = parseRdf('<0x1> <p> <0x2> .\n<0x2> <p> <0x1> .');
    expect(withoutRepeats(statements)).toBe(statements);
  });
});
