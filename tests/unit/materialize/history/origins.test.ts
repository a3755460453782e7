import { NO_OUTLINE, type Outline } from '../../../../src/materialize/history/outline';
import { broughtBy, withOrigins } from '../../../../src/materialize/history/origins';
import type { StoredVersion } from '../../../../src/materialize/in-force/registry-versions';

const HISTORY = ['a b', 'a b c', 'a c', 'a b c d'].map((axioms) => ({ ...NO_OUTLINE, axioms: axioms.split(' ') }));

/** Outlines of the history; those before version `from` are without origins. */
function outlines(from: number): Outline[] {
  const made: Outline[] = [];
  for (const [i, outline] of HISTORY.entries()) {
    made.push(i + 1 < from ? outline : withOrigins(outline, i + 1, made[i - 1]));
  }
  return made;
}

/** Blames all statements of the last version; returns their versions, and the versions whose outlines were read. */
async function blamed(all: readonly Outline[], oldest = 1) {
  const read: number[] = [];
  const versions = all.map((_, i) => ({ version: i + 1 }) as StoredVersion).slice(oldest - 1);
  const found = await broughtBy([0, 1, 2, 3], versions, ({ version }) => {
    read.push(version!);
    return Promise.resolve(all[version! - 1]!);
  });
  return { brought: [0, 1, 2, 3].map((number) => found.get(number)?.version), read };
}

it('blames by one outline', async () => {
  expect(await blamed(outlines(1))).toEqual({ brought: [1, 4, 2, 4], read: [4] });
});

it('names the oldest version for statements that may be older', async () => {
  expect((await blamed(outlines(1), 3)).brought).toEqual([3, 4, 3, 4]);
});

it.each([
  [2, [4]],
  [3, [4, 1]],
  [4, [4, 2, 1]],
  [5, [4, 3, 2, 1]],
])('compares the versions before the first one with origins, number %i', async (from, read) => {
  expect(await blamed(outlines(from))).toEqual({ brought: [1, 4, 2, 4], read });
});
