/** docs/errors.md and the table of errors agree. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { ERRORS } from '../../../src/errors';

const root = path.join(__dirname, '../../..');
const items = readFileSync(path.join(root, 'docs/errors.md'), 'utf8')
  .split(/\n(?=- )/)
  .slice(1);
const rows = items
  .map((item) => /^- \*\*(\w+)\*\* \((\d+)\): `(.*?)`\. (.+)$/.exec(item.split('\n\n')[0]!.trim().replace(/\s+/g, ' ')))
  .filter((row) => row !== null)
  .map(([, code, status, message, advice]) => ({ code, status: Number(status), message, advice: advice! }));

describe('docs/errors.md', () => {
  it('lists every error with its status and message, in the order of the table, and no other', () => {
    expect(rows.map(({ code, status, message }) => ({ code, status, message }))).toEqual(
      Object.entries(ERRORS).map(([code, { status, message }]) => ({ code, status, message })),
    );
  });

  it('says of each what to do, in a sentence', () => {
    for (const { advice } of rows) expect(advice).toMatch(/^[A-Z`].{10,}\.$/);
  });
});

describe('the table of errors', () => {
  it('has no error that nothing speaks of', () => {
    const sources = readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && file !== 'errors.ts')
      .map((file) => readFileSync(path.join(root, 'src', file), 'utf8'))
      .join('\n');
    const unused = Object.keys(ERRORS).filter((code) => !new RegExp(`\\b${code}\\b`).test(sources));
    expect(unused).toEqual([]);
  });
});
