/** Preparation of a cluster for a load: claims of new predicates, lease of node ids, and first declaration. */
import { claimPredicates, prepareCluster } from '../../../../src/materialize/load/claims';
import { silent } from '../../../../src/util/log';

type ClaimingEngine = Parameters<typeof claimPredicates>[0];

/** Engine that notes the deleted predicates, the aborted transactions, and the most requests at a time. */
class RecordingEngine {
  readonly claimed: string[] = [];
  readonly open = new Set<number>();
  readonly credentials = new Set<unknown>();
  requests = 0;
  largest = 0;
  private running = 0;

  /** @param refused number of the request that fails */
  constructor(
    readonly kind: 'cluster' | 'embedded',
    private readonly refused = Infinity,
  ) {}

  async mutate(text: string, options: { readonly commitNow?: boolean; readonly credentials?: unknown }) {
    const startTs = ++this.requests;
    this.largest = Math.max(this.largest, ++this.running);
    await new Promise(setImmediate);
    this.running--;
    if (startTs >= this.refused) throw new Error('refused');
    expect(options.commitNow).toBeUndefined();
    this.open.add(startTs);
    this.credentials.add(options.credentials);
    if (/^\{ set \{ _:node /.test(text)) return { extensions: { txn: { start_ts: startTs } } };
    const [, statements] = /^\{ delete \{ \n([^{}]*)\n \} \}$/.exec(text)!;
    for (const line of statements!.split('\n')) this.claimed.push(/^<0x1> <([^<> ]+)> \* \.$/.exec(line)![1]!);
    return { extensions: { txn: { start_ts: startTs } } };
  }

  commit({ startTs, abort }: { readonly startTs: number; readonly abort?: boolean }) {
    expect(abort).toBe(true);
    this.open.delete(startTs);
    return Promise.resolve();
  }
}

const names = (count: number): string[] => Array.from({ length: count }, (_, i) => `p.${i}-ä`);

async function claim(engine: RecordingEngine, count: number): Promise<RecordingEngine> {
  await claimPredicates(engine as unknown as ClaimingEngine, names(count), { 'X-Dgraph-AccessToken': 't' }, silent);
  return engine;
}

it.each([1, 31, 65, 255, 257, 513, 2_000, 2_049, 20_000])('claims each of %d predicates once', async (count) => {
  const { claimed, open, largest, credentials } = await claim(new RecordingEngine('cluster'), count);
  expect(claimed.sort()).toEqual(names(count).sort());
  expect(open).toEqual(new Set());
  expect(largest).toBe(Math.min(8, Math.ceil(count / 32)));
  expect([...credentials]).toEqual([{ 'X-Dgraph-AccessToken': 't' }]);
});

it('claims nothing of the embedded engine', async () => {
  expect(await claim(new RecordingEngine('embedded'), 2_000)).toMatchObject({ requests: 0 });
});

it.each([1, 9, 12])('ends after a refusal of request %d, without an error', async (refused) => {
  const { requests, open } = await claim(new RecordingEngine('cluster', refused), 20_000);
  expect(open).toEqual(new Set());
  expect(requests).toBeLessThan(refused + 16);
});

describe.each([Infinity, 1])('with the request refused from %d on', (refused) => {
  it.each([true, false])('leases node ids, and declares what is declared; accepted: %p', async (isAccepted) => {
    const altered: unknown[] = [];
    const engine = Object.assign(new RecordingEngine('cluster', refused), {
      alter: (...parameters: unknown[]) => {
        altered.push(parameters);
        return isAccepted ? Promise.resolve() : Promise.reject(new Error('refused'));
      },
    });
    const credentials = { 'X-Dgraph-AccessToken': 't' };
    await prepareCluster(engine as unknown as Parameters<typeof prepareCluster>[0], credentials, silent);
    expect(engine).toMatchObject({ requests: 1, open: new Set(), claimed: [] });
    expect(altered).toEqual([['dgraph.drop.op: string .', credentials]]);
  });
});
