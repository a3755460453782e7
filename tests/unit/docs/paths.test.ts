/** docs/security/keys.md and the tables of routes say the same of every path: its methods, the key, the address. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { needsAdmin, neededRole, type DgraphRoute, type OwlgateRoute } from '../../../src/http/route';
import { DGRAPH_ROUTES, OWLGATE_ROUTES } from '../../support/http/routes';

const parameters = new URLSearchParams();
const ALWAYS = 'always';
const WITHOUT_KEYS = 'without keys';
const NO = 'no';
/** Path of a database, which the page writes as `…`. */
const DATABASE = '/api/v1/databases/:id';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

function ofDgraph(route: DgraphRoute): string {
  const { path: at, subtree, methods, role } = route;
  const named = at === '/' && subtree ? 'any other path' : `\`${at}\`${subtree ? ' and below' : ''}`;
  const withParameters = route.parameters
    ? neededRole(route, 'GET', { search: 'a', parameters: new URLSearchParams('a') })
    : role;
  const key = role === withParameters ? role : `${role}; ${withParameters} with a parameter`;
  const address = needsAdmin(route, 'POST') ? ALWAYS : role === 'admin' ? WITHOUT_KEYS : NO;
  return row(named, methods.length > 5 ? 'any' : methods.join(', '), key, address);
}

/** A row for all methods that take the same. */
function ofOwn(route: OwlgateRoute): readonly string[] {
  const rows = new Map<string, string[]>();
  for (const method of Object.keys(route.handlers)) {
    const isOwnAlone = /^\/(api\/|mcp$)/.test(route.path);
    const address = needsAdmin(route, method) ? ALWAYS : isOwnAlone ? WITHOUT_KEYS : NO;
    const [key, validating] = ['', 'validate=true'].map((search) => neededRole(route, method, { search, parameters }));
    const scraper = route.scraped ? '; none from `OWLGATE_METRICS`' : '';
    const takes =
      key === validating
        ? `${key}${scraper} | ${address}`
        : `${key}; ${validating} with \`validate=true\` | ${address}; ${WITHOUT_KEYS} with \`validate=true\``;
    rows.set(takes, [...(rows.get(takes) ?? []), ...(method === 'GET' ? ['GET', 'HEAD'] : [method])]);
  }
  return [...rows].map(([takes, methods]) =>
    row(`\`${route.path.replace(DATABASE, '…')}\``, methods.join(', '), takes),
  );
}

it('docs/security/keys.md has a row for every route, and no other', () => {
  const text = readFileSync(path.join(__dirname, '../../../docs/security/keys.md'), 'utf8');
  const section = /\n### Every path\n(.*?)\n#/s.exec(text)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => /^\| (`|any other)/.test(line));
  expect(rows).toEqual([...DGRAPH_ROUTES.map(ofDgraph), ...OWLGATE_ROUTES.flatMap(ofOwn)]);
});
