import { RequestFailure } from '../../../../src/graphql/request/failure';
import { poll, type PolledAnswer } from '../../../../src/graphql/subscription/poll';

type Step = PolledAnswer | undefined | 'ended' | Error;
const answer = (data: string): PolledAnswer => ({ response: `{"data":${data}}`, data });

/** Polls through the steps; the last one repeats. */
async function outputOf(...steps: Step[]): Promise<string[]> {
  const output: string[] = [];
  let at = 0;
  const runQuery = (): Promise<PolledAnswer | undefined | 'ended'> => {
    const step = steps[Math.min(at++, steps.length - 1)];
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step);
  };
  const stop = await poll(
    { runQuery, intervalMs: 1 },
    {
      next: (response) => output.push(response),
      failed: ([error]) => output.push(`failed: ${error!.message}`),
      completed: () => output.push('completed'),
    },
  );
  while (at < steps.length + 3 && !/completed|failed/.test(output.at(-1)!))
    await new Promise((resolve) => setTimeout(resolve, 2));
  stop();
  const pollCount = at;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(at).toBe(pollCount);
  return output;
}

describe('poll', () => {
  it('sends the first answer, and those with changed data', async () => {
    expect(await outputOf(answer('1'), answer('1'), undefined, answer('2'), answer('2'), answer('1'))).toEqual([
      '{"data":1}',
      '{"data":2}',
      '{"data":1}',
    ]);
  });

  it('continues after temporary failures of the engine', async () => {
    expect(await outputOf(answer('1'), new Error('away'), answer('2'))).toEqual(['{"data":1}', '{"data":2}']);
  });

  it('ends when the query has become impossible or forbidden', async () => {
    expect(await outputOf(answer('1'), 'ended')).toEqual(['{"data":1}', 'completed']);
    expect(await outputOf(answer('1'), RequestFailure.of('expired'))).toEqual(['{"data":1}', 'failed: expired']);
  });

  it('does not start if the first answer has errors', async () => {
    const wrong = { ...answer('null'), errors: [{ message: 'no' }] };
    await expect(outputOf(wrong)).rejects.toThrow('no');
  });
});
