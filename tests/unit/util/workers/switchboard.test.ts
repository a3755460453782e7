/** Members of a group over a switchboard, as workers and their primary connect them. */
import { setTimeout as delay } from 'node:timers/promises';
import { Member, type PrimaryChannel } from '../../../../src/util/workers/group';
import type { FromPrimary, FromWorker } from '../../../../src/util/workers/messages';
import { Switchboard, type Line } from '../../../../src/util/workers/switchboard';

const ANSWER_MS = 50;

/** Member whose messages pass through JSON, each in its own turn of the event loop. */
function join(switchboard: Switchboard, number: number): { readonly member: Member; readonly die: () => void } {
  let listener: (message: FromPrimary) => void = () => undefined;
  let isDead = false;
  const copy = <T>(message: T): T => JSON.parse(JSON.stringify(message)) as T;
  const line: Line = { send: (message) => setImmediate(() => isDead || listener(copy(message))) };
  const channel: PrimaryChannel = {
    send: (message: FromWorker) => setImmediate(() => isDead || switchboard.receive(line, copy(message))),
    onMessage: (each) => (listener = each),
  };
  switchboard.add(line);
  const die = (): void => {
    isDead = true;
    switchboard.remove(line);
  };
  return { member: new Member(number, channel), die };
}

describe('turns', () => {
  it('run one after the other among workers, in the order of their arrival', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const members = [1, 2, 3].map((number) => join(switchboard, number).member);
    const log: string[] = [];
    let running = 0;
    const work = async (name: string): Promise<void> => {
      expect(++running).toBe(1);
      await delay(1);
      log.push(name);
      running--;
    };
    await Promise.all(
      Array.from({ length: 30 }, (_, i) => members[i % 3]!.inTurn('transaction 1', () => work(String(i)))),
    );
    expect(log).toEqual(Array.from({ length: 30 }, (_, i) => String(i)));
  });

  it('of different keys run side by side', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [a, b] = [join(switchboard, 1).member, join(switchboard, 2).member];
    await a.inTurn('one', () => b.inTurn('two', () => Promise.resolve()));
  });

  it('are given back after a failure', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [a, b] = [join(switchboard, 1).member, join(switchboard, 2).member];
    await expect(a.inTurn('one', () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await b.inTurn('one', () => Promise.resolve('ran'))).toBe('ran');
  });

  it('of a worker that ends pass to the next one, once', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [first, second, third] = [1, 2, 3].map((number) => join(switchboard, number));
    let hasBegun = (): void => undefined;
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    void first!.member.inTurn('one', () => {
      hasBegun();
      return new Promise(() => undefined);
    });
    await begun;
    const log: number[] = [];
    const waiting = second!.member.inTurn('one', () => new Promise(() => void log.push(2)));
    const last = third!.member.inTurn('one', () => Promise.resolve(log.push(3)));
    void waiting;
    await delay(5);
    second!.die();
    await delay(5);
    expect(log).toEqual([]);
    first!.die();
    await last;
    expect(log).toEqual([3]);
  });

  it('are refused to workers that do not wait, as long as another worker has them', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [a, b] = [join(switchboard, 1).member, join(switchboard, 2).member];
    const leave = await a.take('import 1');
    expect(leave).toBeDefined();
    expect(await b.take('import 1')).toBeUndefined();
    expect(await b.take('import 2')).toBeDefined();
    leave!();
    await delay(2);
    expect(await b.take('import 1')).toBeDefined();
  });
});

describe('questions', () => {
  it('are answered by all other workers; failed answers, and none, are left out', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [a, b, c, d] = [1, 2, 3, 4].map((number) => join(switchboard, number).member);
    b!.onQuestion('progress', (key) => ({ of: key }));
    c!.onQuestion('progress', () => Promise.reject(new Error('failed')));
    a!.onQuestion('progress', () => 'own');
    d!.onQuestion('another', () => 'another');
    expect(await a!.ask('progress', 'x')).toEqual([{ of: 'x' }]);
  });

  it('end without the answer of a worker that hangs, or ends', async () => {
    const switchboard = new Switchboard(ANSWER_MS);
    const [a, b, c] = [1, 2, 3].map((number) => join(switchboard, number));
    b!.member.onQuestion('q', () => new Promise(() => undefined));
    c!.member.onQuestion('q', () => 'c');
    expect(await a!.member.ask('q')).toEqual(['c']);
    const patient = new Switchboard(1_000_000);
    const [d, e] = [join(patient, 1), join(patient, 2)];
    e.member.onQuestion('q', () => new Promise(() => undefined));
    const asking = d.member.ask('q');
    await delay(5);
    e.die();
    expect(await asking).toEqual([]);
  });

  it('of a program with one worker have no answers', async () => {
    expect(await join(new Switchboard(1_000_000), 1).member.ask('q')).toEqual([]);
  });
});
