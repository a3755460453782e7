/** Reading of the commands in documents and of their expected outputs. */
import { difference, isShownText, readDocuments, readTour } from '../../support/tour';

describe('a tour', () => {
  it('is the sh blocks, each with the block directly below it', () => {
    const markdown = [
      'a\n```shell\nnpm start\n```\n```json\n0\n```',
      '```sh\ncurl x\ncurl y\n```\n\n```json\n{ "a": 1 }\n[2]\n```\n```json\n3\n```',
      '```sh\nls\n```\ntext\n```json\n4\n```',
      '```sh\nowlgate x\n```\n\n```text\na\n\nb\n```\n',
    ].join('\n');
    expect(readTour(markdown)).toEqual([
      { line: 8, command: 'curl x\ncurl y', output: { json: [{ a: 1 }, [2]] } },
      { line: 20, command: 'ls', output: undefined },
      { line: 27, command: 'owlgate x', output: { text: 'a\n\nb' } },
    ]);
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

describe('a text', () => {
  it.each([
    ['a\nb', 'a\nb\n'],
    ['0x6 p 0x7, 0x6', '0x1f p 0x2, 0x1f'],
    ['took … ms', 'took 12 ms'],
    ['a\n…\nd', 'a\nb\nc\nd'],
    ['a\n…\nd', 'a\nd'],
  ])('%j is met by %j', (shown, came) => {
    expect(isShownText(shown, came)).toBe(true);
  });

  it.each([
    ['a\nb', 'a\nc'],
    ['a', 'a\nb'],
    ['a\nb', 'a'],
    ['0x6 p 0x7, 0x6', '0x1f p 0x2, 0x2'],
    ['a.b', 'axb'],
    ['took … ms', 'took 12 s'],
  ])('%j is not met by %j', (shown, came) => {
    expect(isShownText(shown, came)).toBe(false);
  });
});
