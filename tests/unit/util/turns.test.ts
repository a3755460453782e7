/** Work that is queued together runs in successive turns of the event loop. */
import { TurnQueue } from '../../../src/util/turns';

it('each piece of work has a turn of its own', async () => {
  const queue = new TurnQueue();
  const log: string[] = [];
  let isOver = false;
  const tick = (): void => {
    log.push('turn');
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  await Promise.all(['a', 'b', 'c'].map((name) => queue.next().then(() => log.push(name))));
  isOver = true;
  const between = log.join(' ').replace(/(?:turn )+/g, 'turn ');
  expect(between).toMatch(/^turn a turn b turn c/);
});
