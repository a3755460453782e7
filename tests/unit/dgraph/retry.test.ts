import { EngineFailure, retryAborted } from '../../../src/dgraph';
import { backOff } from '../../../src/dgraph/back-off';

const failure = (message: string): EngineFailure => new EngineFailure([{ message }], Buffer.from(''));
const aborted = failure('rpc error: code = Aborted desc = Transaction has been aborted. Please retry');
const fast = { backOff: { firstMs: 1, maxMs: 2 } };

describe('retryAborted', () => {
  it('ends with the first attempt that is not aborted', async () => {
    const run = jest.fn(async (attempt: number) => (attempt < 3 ? Promise.reject(aborted) : `after ${attempt}`));
    expect(await retryAborted(run, fast)).toBe('after 3');
    expect(run.mock.calls).toEqual([[0], [1], [2], [3]]);
  });

  it('gives up after the maximum attempts', async () => {
    const run = jest.fn(() => Promise.reject(aborted));
    await expect(retryAborted(run, { ...fast, attempts: 4 })).rejects.toBe(aborted);
    expect(run).toHaveBeenCalledTimes(4);
  });

  it.each([
    failure('line 1 column 2: no'),
    failure('Pending transactions found. Please retry operation'),
    new Error('x'),
  ])('does not retry after %s', async (error) => {
    const run = jest.fn(() => Promise.reject(error));
    await expect(retryAborted(run, fast)).rejects.toBe(error);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('stops waiting at its signal', async () => {
    const controller = new AbortController();
    const run = jest.fn(() => Promise.reject(aborted));
    const waits = { firstMs: 60_000, maxMs: 60_000 };
    const running = retryAborted(run, { signal: controller.signal, backOff: waits });
    setTimeout(() => controller.abort(new Error('enough')), 10);
    await expect(running).rejects.toThrow('enough');
    await expect(retryAborted(run, { signal: controller.signal })).rejects.toThrow('enough');
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('waits longer each time, within bounds and with jitter', async () => {
    const waited: number[] = [];
    for (let i = 0; i < 3; i++) {
      const started = performance.now();
      await backOff(i, { firstMs: 40, maxMs: 100 });
      waited.push(performance.now() - started);
    }
    for (const [i, least] of [20, 40, 50].entries()) expect(waited[i]).toBeGreaterThanOrEqual(least - 2);
    const short = jest.spyOn(Math, 'random').mockReturnValue(0);
    const started = performance.now();
    await backOff(1_000_000, { firstMs: 1, maxMs: 20 });
    expect(performance.now() - started).toBeGreaterThanOrEqual(8);
    short.mockRestore();
  });
});
