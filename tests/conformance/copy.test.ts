/** scripts/copy.mjs: how data moves from one engine to another, here from an embedded engine to each engine at hand. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { promisify } from 'node:util';
import type { Gateway } from '../../src/app';
import { embedded } from '../support/engines';
import { startGatewayOver } from '../support/engines/gateway';
import { dump } from '../support/engines/graph';
import { loadOntology } from '../support/engines/ontology';
import { underGateway } from '../support/engines/under-gateway';
import { alter, ask, query, rdf, type Answer } from '../support/engines/wire';

const root = path.join(__dirname, '../..');
const script = path.join(root, 'scripts/copy.mjs');

underGateway((stand) => {
  const source = embedded();
  let gateway: Gateway;
  beforeAll(async () => {
    gateway = await startGatewayOver(source);
  });
  afterAll(() => gateway.close());

  /** The graph, with every node that has a name named by it instead of by its uid. */
  const known = async (url: string): Promise<string> => {
    const { data } = await ask(url, query('{ q(func: has(name)) { uid name } i(func: has(iri)) { uid iri } }'));
    let text = await dump(url);
    for (const { uid, name, iri } of [...data.i, ...data.q] as Answer[]) {
      text = text.replaceAll(`"${uid}"`, JSON.stringify(name ?? iri));
    }
    const lines = text.split('\n').filter((line) => !/^(owlgate|dgraph)\.(?!type)/.test(line));
    // Order is by uid, which changes.
    return lines.map((line) => line.replace(/\[.*\]$/, (list) => JSON.stringify(sorted(JSON.parse(list))))).join('\n');
  };
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, sorted(inner)]));
  };

  it('copies schema, data with facets and languages, and the ontology, and infers again', async () => {
    const { url } = gateway;
    await loadOntology(url, readFileSync(path.join(root, 'ontologies/animals.ttl'), 'utf8'));
    await ask(url, alter('title: string @index(term) @lang .\nbig: int .\ntags: [string] .\ntype Thing {\n title\n}'));
    await ask(
      url,
      rdf(`{ set {
        _:a <name> "Ada" .
        _:a <hasPet> _:r (since=2001, price=1.5) .
        _:a <hasPet> _:t .
        _:a <bestFriend> _:b .
        _:r <graph.type> "Dog" .
        _:r <name> "Rex" .
        _:t <graph.type> "Cat" .
        _:t <graph.type> "Animal" .
        _:t <name> "Tom" .
        _:b <name> "Bo" .
        _:b <title> "doctor"@en .
        _:b <title> "Doktor"@de .
        _:b <big> "9007199254740995" .
        _:b <tags> "x" (weight=3) .
        _:b <tags> "y" .
        <https://example.org/it> <name> "It" .
      } }`),
    );
    const { stderr } = await promisify(execFile)(process.execPath, [script, url, stand.url, '--page', '2'], {
      cwd: root,
    });
    expect(stderr).toMatch(/^copy: \d+ facts of 5 nodes copied\ncopy: ontology loaded; \d+ facts inferred\n$/);
    expect(await known(stand.engine.url)).toBe(await known(source.url));
    const types = await ask(stand.engine.url, query('schema(type: Thing) {}'));
    expect(types.data.types).toEqual([{ name: 'Thing', fields: [{ name: 'title' }] }]);
    const big = await (
      await fetch(`${stand.engine.url}/query`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/dql' },
        body: '{ q(func: eq(name, "Bo")) { big } }',
      })
    ).text();
    expect(big).toContain('9007199254740995');
  });

  it('says what it wants, and where it could not', async () => {
    const run = promisify(execFile);
    await expect(run(process.execPath, [script])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('usage'),
    });
    await expect(run(process.execPath, [script, 'http://127.0.0.1:1', stand.url])).rejects.toMatchObject({ code: 1 });
  });
});
