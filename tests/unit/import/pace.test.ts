import { Pace } from '../../../src/import/pace';

it('counts what this run has read and written of a source', () => {
  let now = 5_000;
  const pace = new Pace({ statements: 1_000, bytes: 400 }, 1_000, () => now);
  now += 2_000;
  expect(pace.at({ statements: 1_600, bytes: 600 })).toEqual({ rate: 300, secondsLeft: 4 });
  now += 2_000;
  expect(pace.at({ statements: 2_200, bytes: 1_000 })).toEqual({ rate: 300, secondsLeft: 0 });
});

it('has no time left without the size of the source, or before anything is read', () => {
  let now = 0;
  const place = { statements: 0, bytes: 0 };
  const [unknown, begun] = [undefined, 100].map((size) => new Pace(place, size, () => now));
  now = 1_000;
  expect(unknown!.at({ statements: 10, bytes: 50 })).toEqual({ rate: 10 });
  expect(begun!.at({ statements: 10, bytes: 0 })).toEqual({ rate: 10 });
});
