/** Batches in flight: which of them run side by side. */
import { setImmediate as turn } from 'node:timers/promises';
import { Flight } from '../../../src/import/flight';
import { tripleStatement } from '../../../src/mutation';

/** Batch of statements `subject object predicate`; those without an object have a value. */
const batch = (...texts: string[]) => ({
  statements: texts.map((text) => {
    const [subject = '', object, predicate = 'p'] = text.split(' ');
    const value = { kind: 'Literal', value: '1', datatype: 'http://www.w3.org/2001/XMLSchema#string' } as const;
    return tripleStatement({
      subject: `ex:${subject}`,
      predicate: `ex:${predicate}`,
      object: object ? `ex:${object}` : value,
    });
  }),
});

/** Flight whose writes end on request. */
function flightOf(parallel: number) {
  const flight = new Flight(parallel, {
    isCounted: (predicate) => predicate === 'ex:counted',
    isDeclared: (predicate) => predicate !== 'ex:new',
  });
  const running = new Map<string, { readonly number: number; readonly end: (error?: Error) => void }>();
  const begin = async (name: string, ...texts: string[]) => {
    const added = flight.add(
      batch(...texts),
      (number) =>
        new Promise<void>((resolve, reject) => {
          const end = (error?: Error): void => {
            running.delete(name);
            if (error) reject(error);
            else resolve();
          };
          running.set(name, { number, end });
        }),
    );
    added.catch(() => undefined);
    await turn();
    return added;
  };
  const start = (name: string, ...texts: string[]) => void begin(name, ...texts).catch(() => undefined);
  const names = async () => {
    for (let i = 0; i < 5; i++) await turn();
    return [...running.keys()];
  };
  return { flight, running, begin, start, names };
}

it('batches of different nodes run side by side, up to a maximum, with different numbers', async () => {
  const { running, start, names } = flightOf(2);
  start('a', 'a1');
  start('b', 'b1');
  expect(await names()).toEqual(['a', 'b']);
  start('c', 'c1');
  expect(await names()).toEqual(['a', 'b']);
  running.get('a')!.end();
  expect(await names()).toEqual(['b', 'c']);
  expect([...running.values()].map(({ number }) => number)).toEqual([1, 0]);
});

it('a batch with the first statement of an undeclared predicate runs alone, later ones do not', async () => {
  const { running, start, names } = flightOf(3);
  start('a', 'a1');
  start('b', 'b1 b2 new');
  expect(await names()).toEqual(['a']);
  running.get('a')!.end();
  expect(await names()).toEqual(['b']);
  start('c', 'c1 c2 new');
  expect(await names()).toEqual(['b']);
  running.get('b')!.end();
  expect(await names()).toEqual(['c']);
  start('d', 'd1');
  expect(await names()).toEqual(['c', 'd']);
});

it.each([
  ['a common subject', ['s'], ['s']],
  ['a subject that the other names', ['s'], ['t s']],
  ['a name of what the other describes', ['t s'], ['s']],
  ['a new node that both name', ['t n'], ['u n']],
])('%s keeps a batch waiting', async (_, first, second) => {
  const { running, start, names } = flightOf(3);
  start('first', ...first);
  start('second', ...second);
  expect(await names()).toEqual(['first']);
  running.get('first')!.end();
  expect(await names()).toEqual(['second']);
});

it('nodes of batches that were written may have edges from several at once', async () => {
  const { running, start, names } = flightOf(3);
  start('first', 'hub');
  await names();
  running.get('first')!.end();
  await names();
  start('second', 'a hub');
  start('third', 'b hub');
  expect(await names()).toEqual(['second', 'third']);
});

it('edges whose number the engine keeps run one after the other', async () => {
  const { running, start, names } = flightOf(3);
  start('first', 'hub');
  await names();
  running.get('first')!.end();
  await names();
  start('second', 'a hub counted');
  start('third', 'b hub');
  expect(await names()).toEqual(['second']);
});

it('after a failure no batch begins', async () => {
  const { flight, running, begin, start, names } = flightOf(3);
  start('first', 'a');
  await names();
  running.get('first')!.end(new Error('refused'));
  await names();
  expect(flight.hasFailed).toBe(true);
  await expect(begin('second', 'b')).rejects.toThrow('refused');
  await expect(flight.settled()).rejects.toThrow('refused');
  expect(await names()).toEqual([]);
});
