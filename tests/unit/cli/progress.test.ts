import { PassThrough } from 'node:stream';
import { ProgressLine } from '../../../src/cli/progress';

describe('progress of a command', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const shownBy = (isTTY: boolean, run: (line: ProgressLine) => void): string => {
    const stream = Object.assign(new PassThrough(), { isTTY });
    run(new ProgressLine(stream));
    return String(stream.read() ?? '');
  };

  it('is one line of a terminal, rewritten and finally erased', () => {
    const shown = shownBy(true, (line) => {
      jest.advanceTimersByTime(1000);
      line.show('passages', 500, 1000);
      jest.advanceTimersByTime(100);
      line.show('passages', 600, 1000);
      line.clear();
    });
    const text = 'passages 500 of 1,000 [##########----------] 50 % (500/s, 1 s left)';
    expect(shown).toBe(`\r${text}\r${' '.repeat(text.length)}\r`);
  });

  it.each([
    [0.4, '1 s left'],
    [119, '2 min left'],
    [7_000, '1 h 57 min left'],
  ])('says the time left of %s seconds', (secondsLeft, text) => {
    const shown = shownBy(true, (line) => {
      jest.advanceTimersByTime(1000);
      line.show('statements', 1, 2, { rate: 7, secondsLeft: Math.ceil(secondsLeft) });
    });
    expect(shown).toContain(`(7/s, ${text})`);
  });

  it('starts at zero for each item', () => {
    const shown = shownBy(true, (line) => {
      jest.advanceTimersByTime(10_000);
      line.show('passages', 100);
      jest.advanceTimersByTime(500);
      line.show('vectors', 50);
    });
    expect(shown).toContain('passages 100 (10/s)');
    expect(shown).toContain('vectors 50 (100/s)');
  });

  it('is not written to a file', () => {
    const shown = shownBy(false, (line) => {
      jest.advanceTimersByTime(1000);
      line.show('passages', 1, 2);
      line.clear();
    });
    expect(shown).toBe('');
  });
});
