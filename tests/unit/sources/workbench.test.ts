/** The workbench makes no markup of texts. Its policy refuses it as well: Trusted Types without a policy. */
import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { root } from '../../support/pages';

/** `dangerouslySetInnerHTML` is caught by the first, whatever its case. */
const SINKS =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|srcdoc|createContextualFragment|\beval\(|new Function|javascript:/i;
const folder = path.join(root, 'ui/src');
const files = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => /\.tsx?$/.test(name));

it('no source names a sink of markup or code', () => {
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((name) => SINKS.test(readFileSync(path.join(folder, name), 'utf8')))).toEqual([]);
});
