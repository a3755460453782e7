/** Timestamps that an engine has issued, and others. */
import { Timestamps } from '../../../src/dgraph';

function timestampsOver(startTs: number | undefined) {
  const query = jest.fn(() =>
    Promise.resolve({
      data: {},
      extensions: startTs === undefined ? {} : { txn: { start_ts: startTs } },
      body: Buffer.from(''),
    }),
  );
  return { query, timestamps: new Timestamps({ query } as never) };
}

it('sends one request for all timestamps up to the latest known one', async () => {
  const { query, timestamps } = timestampsOver(100);
  for (const startTs of [7, 99, 100, 1]) await timestamps.confirm(startTs);
  expect(query).toHaveBeenCalledTimes(1);
});

it('refuses a timestamp later than all issued ones', async () => {
  const { query, timestamps } = timestampsOver(100);
  await expect(timestamps.confirm(101)).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: 'startTs 101 was not given out by this cluster (the last one was 100)',
  });
  await expect(timestamps.confirm(101)).rejects.toThrow();
  expect(query).toHaveBeenCalledTimes(2);
});

it('accepts a timestamp that it cannot check', async () => {
  await expect(timestampsOver(undefined).timestamps.confirm(5)).resolves.toBeUndefined();
});
