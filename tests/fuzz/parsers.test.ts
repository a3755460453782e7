/** Some inputs for every reader; `npm run fuzz -- --only parsers` has more. */
import { runParsers } from './parsers/run';
import { PARSER_TARGETS } from './parsers/targets';

it('every reader reads or refuses its inputs in time', async () => {
  const { failures, inputs } = await runParsers({ seed: 'test', targets: PARSER_TARGETS, from: 0, count: 700 });
  expect(failures).toEqual([]);
  expect(inputs).toBeGreaterThanOrEqual(700);
});
