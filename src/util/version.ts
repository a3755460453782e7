/** Version of the program, from its package.json. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { once } from './memo';

export const programVersion = once(() => {
  const text = readFileSync(path.join(__dirname, '..', '..', 'package.json'), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
});
