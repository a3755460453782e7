import { EngineFailure } from '../../../../src/dgraph';
import { Contention } from '../../../../src/materialize/write/contention';

const aborted = () => new EngineFailure([{ message: 'Transaction has been aborted. Please retry' }], Buffer.alloc(0));
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A store in which two writes to a node at once are one too many. */
class Store {
  readonly busy = new Set<string>();
  aborts = 0;

  async write(node: string): Promise<void> {
    const isAlone = !this.busy.has(node);
    if (isAlone) this.busy.add(node);
    await turn();
    await turn();
    if (isAlone) this.busy.delete(node);
    else {
      this.aborts++;
      throw aborted();
    }
  }
}

describe('Contention', () => {
  it('runs writes on different nodes concurrently', async () => {
    const contention = new Contention();
    let most = 0;
    let running = 0;
    const write = async () => {
      most = Math.max(most, ++running);
      await turn();
      running--;
    };
    await Promise.all(['0x1', '0x2', '0x3'].map((node) => contention.run(() => [node], 1, write)));
    expect(most).toBe(3);
  });

  it('queues writes on the same nodes: every write succeeds, and few are aborted', async () => {
    const contention = new Contention();
    const store = new Store();
    const writer = async () => {
      for (let i = 0; i < 25; i++)
        await contention.run(
          () => ['0x1'],
          12,
          () => store.write('0x1'),
        );
    };
    await Promise.all(Array.from({ length: 8 }, writer));
    expect(store.aborts).toBeLessThan(20);
  });

  it('does not deadlock writes that name nodes in opposite orders', async () => {
    const contention = new Contention();
    const store = new Store();
    const both = (nodes: string[]) => () =>
      contention.run(
        () => nodes,
        20,
        async () => {
          await store.write(nodes[0]!);
          await store.write(nodes[1]!);
        },
      );
    const writes = Array.from({ length: 20 }, (_, i) => both(i % 2 ? ['0x1', '0x2'] : ['0x2', '0x1'])());
    await expect(Promise.all(writes)).resolves.toHaveLength(20);
  });

  it('forgets a node without recent conflicts', async () => {
    let now = 0;
    const contention = new Contention(() => now);
    let failures = 1;
    await contention.run(
      () => ['0x1'],
      2,
      async () => {
        await turn();
        if (failures-- > 0) throw aborted();
      },
    );
    const order: string[] = [];
    const slow = async (name: string) => {
      order.push(`${name} begins`);
      await turn();
      order.push(`${name} ends`);
    };
    const twice = () =>
      Promise.all(
        ['a', 'b'].map((name) =>
          contention.run(
            () => ['0x1'],
            1,
            () => slow(name),
          ),
        ),
      );
    await twice();
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
    now = 10_000;
    order.length = 0;
    await twice();
    expect(order).toEqual(['a begins', 'b begins', 'a ends', 'b ends']);
  });

  it('throws the last abort, and any other failure at once', async () => {
    const contention = new Contention();
    let runs = 0;
    const failing = (error: Error) => async () => {
      runs++;
      await turn();
      throw error;
    };
    await expect(contention.run(() => ['0x1'], 3, failing(aborted()))).rejects.toThrow('Please retry');
    expect(runs).toBe(3);
    runs = 0;
    await expect(contention.run(() => ['0x1'], 3, failing(new Error('other')))).rejects.toThrow('other');
    expect(runs).toBe(1);
  });
});
