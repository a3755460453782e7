import { LoadLock } from '../../../../src/materialize/write/load-lock';

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('LoadLock', () => {
  let gate: LoadLock;
  let inside: string[];
  let log: string[];
  beforeEach(() => {
    gate = new LoadLock();
    inside = [];
    log = [];
  });
  const stay = (name: string, turns: number) => async () => {
    inside.push(name);
    log.push([...inside].sort().join('+'));
    for (let i = 0; i < turns; i++) await turn();
    inside.splice(inside.indexOf(name), 1);
    return name;
  };

  it('admits many shared holders', async () => {
    await Promise.all([gate.shared(stay('a', 2)), gate.shared(stay('b', 2)), gate.shared(stay('c', 2))]);
    expect(log.at(-1)).toBe('a+b+c');
  });

  it('admits an exclusive holder after the running ones; later ones wait', async () => {
    const a = gate.shared(stay('a', 5));
    const alone = gate.alone(stay('alone', 3));
    await turn();
    const late = gate.shared(stay('late', 1));
    await expect(Promise.all([a, alone, late])).resolves.toEqual(['a', 'alone', 'late']);
    expect(log).toEqual(['a', 'alone', 'late']);
  });

  it('admits exclusive holders in turn', async () => {
    await Promise.all([
      gate.alone(stay('x', 2)),
      gate.shared(stay('a', 1)),
      gate.alone(stay('y', 2)),
      gate.shared(stay('b', 1)),
    ]);
    expect(log.filter((entry) => /x|y/.test(entry))).toEqual(['x', 'y']);
    expect(log.join(' ')).toContain('a');
    expect(log.join(' ')).toContain('b');
  });

  it('is released after a failure of an exclusive or shared holder', async () => {
    await expect(gate.alone(() => Promise.reject(new Error('alone')))).rejects.toThrow('alone');
    await expect(gate.shared(() => Promise.reject(new Error('shared')))).rejects.toThrow('shared');
    await expect(gate.alone(stay('a', 1))).resolves.toBe('a');
    await expect(gate.shared(stay('b', 1))).resolves.toBe('b');
  });
});
