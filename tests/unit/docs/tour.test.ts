/** The reading of tours, which the README is held to its commands with. */
import { difference, readDocuments, readTour } from '../../support/tour';

describe('a tour', () => {
  it('is the sh blocks that have a json block under them', () => {
    const markdown =
      'a\n```sh\nnpm start\n```\n```sh\ncurl x\ncurl y\n```\ntext\n```json\n{ "a": 1 }\n[2]\n```\n```json\n3\n```\n';
    expect(readTour(markdown)).toEqual([{ line: 5, command: 'curl x\ncurl y', answers: [{ a: 1 }, [2]] }]);
  });

  it('its answers may hold braces in strings', () => {
    expect(readDocuments('{"a":"}{\\"["}["]"]')).toEqual([{ a: '}{"[' }, [']']]);
  });
});

describe('an answer', () => {
  it.each([
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
    [{ a: '…' }, { a: { anything: 1 } }],
    [{ a: 'entity 0x…: no' }, { a: 'entity 0x2f: no' }],
    [
      { a: 1, '…': '…' },
      { a: 1, b: 2 },
    ],
  ])('%j is met by %j', (shown, came) => {
    expect(difference(shown, came)).toBeUndefined();
  });

  it.each([
    [{ a: 1 }, { a: 2 }, 'the answer.a: 1 is shown, 2 came'],
    [{ a: 1 }, { a: 1, b: 2 }, 'the answer: b came and is not shown'],
    [{ a: 1, b: '…' }, { a: 1 }, 'the answer.b: "…" is shown, undefined came'],
    [[1, 2], [2, 1], 'the answer[0]: 1 is shown, 2 came'],
    [[1], [1, 2], 'the answer: [1] is shown, [1,2] came'],
    ['0x…', '0xyz', 'the answer: "0x…" is shown, "0xyz" came'],
    ['a.b', 'axb', 'the answer: "a.b" is shown, "axb" came'],
    [null, {}, 'the answer: null is shown, {} came'],
    [{}, [], 'the answer: {} is shown, [] came'],
  ])('%j is not met by %j', (shown, came, problem) => {
    expect(difference(shown, came)).toBe(problem);
  });
});
