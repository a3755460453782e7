import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { WorkingTime } from '../../../../src/materialize/documents/working-time';
import { itIf } from '../../../support/conditional';

const onLinux = itIf(existsSync('/proc/self/schedstat'), 'needs /proc');

/** Keeps this thread on a processor. */
function occupy(ms: number): void {
  for (const { user } = process.cpuUsage(); process.cpuUsage().user - user < ms * 1000;);
}

async function begun(seconds: number | undefined): Promise<{ clock: WorkingTime; ring: jest.Mock }> {
  const ring = jest.fn();
  const clock = new WorkingTime(process.pid, seconds, ring);
  await clock.look();
  clock.start();
  return { clock, ring };
}

onLinux('counts time on a processor', async () => {
  const { clock, ring } = await begun(0.05);
  occupy(100);
  await clock.look();
  clock.stop();
  expect(ring).toHaveBeenCalled();
});

onLinux('does not count time without a processor, up to a longer limit', async () => {
  const { clock, ring } = await begun(0.3);
  await delay(400);
  await clock.look();
  expect(ring).not.toHaveBeenCalled();
  clock.stop();
  const late = await begun(0.01);
  await delay(200);
  expect(late.ring).toHaveBeenCalledTimes(1);
});

it('does not count while it stands still, or without a limit', async () => {
  const still = await begun(0.02);
  still.clock.stop();
  const unlimited = await begun(undefined);
  occupy(50);
  await delay(150);
  await still.clock.look();
  await unlimited.clock.look();
  expect(still.ring).not.toHaveBeenCalled();
  expect(unlimited.ring).not.toHaveBeenCalled();
});
