/** Timestamps that an engine has given out, and those that it has not. */
import { Timestamps } from '../../../src/dgraph';

function stand(given: number | undefined) {
  const query = jest.fn(() =>
    Promise.resolve({
      data: {},
      extensions: given === undefined ? {} : { txn: { start_ts: given } },
      body: Buffer.from(''),
    }),
  );
  return { query, timestamps: new Timestamps({ query } as never) };
}

it('asks once for all that are not later than what it has heard of', async () => {
  const { query, timestamps } = stand(100);
  for (const startTs of [7, 99, 100, 1]) await timestamps.confirm(startTs);
  expect(query).toHaveBeenCalledTimes(1);
});

it('refuses one that is later than all', async () => {
  const { query, timestamps } = stand(100);
  await expect(timestamps.confirm(101)).rejects.toMatchObject({
    code: 'InvalidRequest',
    message: 'startTs 101 was not given out by this cluster (the last one was 100)',
  });
  await expect(timestamps.confirm(101)).rejects.toThrow();
  expect(query).toHaveBeenCalledTimes(2);
});

it('lets pass what it cannot tell', async () => {
  await expect(stand(undefined).timestamps.confirm(5)).resolves.toBeUndefined();
});
