/**
 * `owlgate export` and `owlgate load` between engines: both give the same answers, with every type, language and facet,
 * and a gateway over the second has the same ontology in force and the same inferred facts.
 */
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { connectEngine } from '../../../src/dgraph';
import { startOnPort, type EngineOnPort } from '../../support/embedded/on-port';
import { DirectorySource, EngineSource, load, writeExport, type LoadSummary } from '../../../src/transfer';
import type { LoadOptions } from '../../../src/transfer/load';
import { readLines } from '../../../src/transfer/lines';
import { describeIf, itIf } from '../../support/conditional';
import { forEachEngine, realDgraph, type EngineUnderTest } from '../../support/engines';
import { dgraphVersion } from '../../support/engines/dgraph';
import { startGatewayOver } from '../../support/engines/gateway';
import { DATA, QUESTIONS, SCHEMA } from '../../support/engines/hand-over';
import { loadOntology } from '../../support/engines/ontology';
import { alter, ask, dropAll, get, post, query, rdf, type Answer } from '../../support/engines/wire';

const ANIMALS = fs.readFileSync(path.join(__dirname, '../../../ontologies/animals.ttl'), 'utf8');
const AUTO: LoadOptions = { uids: 'auto', namespace: 0 };

const temporary: string[] = [];
const directoryOf = (name: string): string => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), `owlgate-${name}-`));
  temporary.push(directory);
  return directory;
};
afterAll(() => temporary.forEach((each) => fs.rmSync(each, { recursive: true, force: true })));

/** Embedded engine with a known directory. */
class Home {
  server!: EngineOnPort;
  readonly directory = directoryOf('home');

  get url(): string {
    return this.server.url;
  }

  async start(): Promise<this> {
    this.server = await startOnPort({ directory: this.directory });
    return this;
  }
}

/** Exports from an engine's directory or URL, and returns the files. */
async function exportFrom(from: { readonly directory: string } | { readonly url: string }) {
  const directory = directoryOf('export');
  const source =
    'directory' in from
      ? DirectorySource.open(from.directory)
      : await EngineSource.open(connectEngine({ urls: [from.url], kind: 'cluster' }), { page: 7 });
  const files = {
    rdf: path.join(directory, 'g01.rdf.gz'),
    schema: path.join(directory, 'g01.schema'),
    graphql: path.join(directory, 'g01.gql_schema.gz'),
  };
  try {
    const summary = await writeExport(source, files);
    return { ...files, summary };
  } finally {
    await source.close();
  }
}

type Files = { readonly rdf: string; readonly schema: string };

async function loadInto(url: string, { rdf: data, schema }: Files, options: LoadOptions = AUTO): Promise<LoadSummary> {
  const engine = connectEngine({ urls: [url], kind: 'cluster' });
  try {
    return await load(engine, { rdf: [data], schema: [schema], graphql: [] }, options);
  } finally {
    await engine.close();
  }
}

async function linesOf(file: string): Promise<string[]> {
  const all: string[] = [];
  for await (const { lines } of readLines(file)) all.push(...lines.filter((line) => line !== ''));
  return all.sort();
}

/** Returns the answers, with uids as in the files. */
async function answers(url: string, shift = 0): Promise<unknown[]> {
  const portable = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(portable);
    if (typeof value === 'string' && /^0x[0-9a-f]+$/.test(value)) return `0x${(Number(value) - shift).toString(16)}`;
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, portable(inner)]));
  };
  const results: unknown[] = [];
  for (const question of QUESTIONS) {
    const { data } = await ask(url, query(question));
    // A cluster has nodes, predicates and types of its own.
    const plain = JSON.parse(JSON.stringify(data), (_, value: Answer) =>
      Array.isArray(value)
        ? value.filter((each) => !/^dgraph\./.test(each?.predicate ?? each?.name ?? each?.['dgraph.type']?.[0] ?? ''))
        : value,
    );
    results.push([question, portable(plain)]);
  }
  return results;
}

const shiftOf = ({ uids }: LoadSummary): number => (uids === 'kept' ? 0 : Number(uids));

/** Fills an engine with the schema and data of the tests, without an ontology. */
async function fill(url: string): Promise<void> {
  await ask(url, alter(SCHEMA));
  await ask(url, rdf(DATA));
}

forEachEngine((target) => {
  describe('from an embedded engine', () => {
    const home = new Home();
    beforeAll(() => home.start());
    afterAll(() => home.server.close());
    let summary: LoadSummary;
    let files: Files & { summary: { statements: number } };

    beforeAll(async () => {
      await target.reset();
      await fill(home.url);
      files = await exportFrom(home);
      summary = await loadInto(target.url, files);
    });

    it('the export contains all data', () => {
      expect(summary).toMatchObject({ refusedCount: 0, written: files.summary.statements, ontology: 'none' });
      expect(summary.uids).toMatch(target.name === 'embedded' ? /^kept$/ : /^kept$|^\+\d+$/);
    });

    it('the copy gives the same answers', async () => {
      expect(await answers(target.url, shiftOf(summary))).toEqual(await answers(home.url));
    });

    it('a second export over HTTP differs only in passwords and types that JSON does not distinguish', async () => {
      const again = await exportFrom(target);
      expect(again.summary.leftOut).toEqual([expect.stringMatching(/^1 values of secret: /)]);
      const shift = shiftOf(summary);
      const moved = (line: string): string =>
        line.replace(
          /<0x([0-9a-f]+)>(?! \(| \.)/g,
          (_, uid: string) => `<0x${(parseInt(uid, 16) - shift).toString(16)}>`,
        );
      const plain = (line: string): string =>
        line
          .replace('whole=3.0', 'whole=3')
          // Go's notation of numbers.
          .replace(/(?<=<score> |<money> )"[-+\d.e]+"/gi, (number) => `"${Number(number.slice(1, -1))}"`)
          .replace(/"\[.*\]"/, (list) => `"${JSON.stringify(JSON.parse(list.slice(1, -1).replace(/E\+?/g, 'e')))}"`);
      const expected = (await linesOf(files.rdf)).filter((line) => !line.includes('xs:password')).map(plain);
      expect((await linesOf(again.rdf)).map(moved).map(plain).sort()).toEqual(expected.sort());
      expect(await linesOf(again.schema)).toEqual(await linesOf(files.schema));
    });

    it('an export over HTTP is one snapshot beside concurrent writes', async () => {
      const source = await EngineSource.open(connectEngine({ urls: [target.url], kind: 'cluster' }), { page: 7 });
      const course = '{ q(func: eq(name, "Course 3")) { uid } }';
      const [{ uid }] = (await ask(target.url, query(course))).data.q;
      await ask(target.url, rdf(`{ set {\n <${uid}> <name> "renamed" .\n _:new <name> "new" .\n } }`));
      try {
        let text = '';
        const name = source.schema.predicates.find((each) => each.name === 'name')!;
        for await (const chunk of source.statements(name)) text += chunk.text;
        expect(text).toContain(`<${uid}> <name> "Course 3"`);
        expect(text).not.toMatch(/"renamed"|"new"/);
      } finally {
        await source.close();
        await ask(target.url, rdf(`{ set { <${uid}> <name> "Course 3" . } }`));
      }
    });

    it('a second load adds new nodes', async () => {
      const twice = await loadInto(target.url, files);
      expect(twice.uids).toMatch(target.name === 'embedded' ? /^new$/ : /^\+\d+$/);
      const { data } = await ask(
        target.url,
        query('{ q(func: eq(name, "Student 7")) { uid takes { name } knows { name } } }'),
      );
      expect(data.q).toHaveLength(2);
      expect(data.q[0].takes).toEqual(data.q[1].takes);
      expect(data.q[0].knows).toEqual(data.q[1].knows);
    });

    it('a second load that keeps uids changes nothing', async () => {
      await target.reset();
      const first = await loadInto(target.url, files);
      const before = await answers(target.url);
      const again = await loadInto(target.url, files, {
        ...AUTO,
        uids: first.uids === 'kept' ? 'keep' : shiftOf(first),
      });
      expect(again.written).toBe(first.written);
      expect(await answers(target.url)).toEqual(before);
    });

    it('the GraphQL schema is transferred', async () => {
      const sdl = 'type Note {\n  id: ID!\n  text: String! @search(by: [term])\n}\n';
      const engine = connectEngine({ urls: [home.url], kind: 'embedded' });
      await engine.setGraphqlSchema(sdl);
      await engine.close();
      for (const from of [home, { url: home.url }]) {
        const exported = await exportFrom(from);
        await target.reset();
        const to = connectEngine({ urls: [target.url], kind: 'cluster' });
        try {
          const { rdf: data, schema, graphql } = exported;
          const loaded = await load(to, { rdf: [data], schema: [schema], graphql: [graphql] }, AUTO);
          expect(loaded).toMatchObject({ graphql: 'loaded', refusedCount: 0 });
          expect(await to.graphqlSchema()).toBe(sdl);
          const { data: answer } = await ask(
            target.url,
            query('schema(pred: [Note.text, name]) { type tokenizer lang }'),
          );
          expect(answer.schema).toEqual([
            { predicate: 'Note.text', type: 'string', tokenizer: ['term'] },
            expect.objectContaining({ predicate: 'name', lang: true }),
          ]);
        } finally {
          await to.close();
        }
      }
    });
  });

  describe('with an ontology', () => {
    const home = new Home();
    beforeAll(async () => {
      await home.start();
      const gateway = await startGatewayOver(home);
      try {
        await loadOntology(gateway.url, ANIMALS);
        await ask(
          gateway.url,
          rdf(`{ set {
            _:a <name> "Ada" .
            _:a <hasPet> _:r (since=2001) .
            _:a <bestFriend> _:b .
            _:r <graph.type> "Dog" .
            _:r <name> "Rex" .
            _:t <graph.type> "Cat" .
            _:t <graph.type> "Animal" .
            _:t <name> "Tom" .
            _:b <name> "Bo" .
            <https://example.org/it> <name> "It" .
          } }`),
        );
      } finally {
        await gateway.close();
      }
    });
    afterAll(() => home.server.close());

    const documentsOf = async (url: string): Promise<unknown> => {
      const { data } = await ask(
        url,
        query(
          '{ q(func: has(name), orderasc: name) { name iri dgraph.type @facets hasPet @facets { name } ' +
            'bestFriend @facets { name } } }',
        ),
      );
      return data.q;
    };

    it('a gateway goes on with the transferred ontology and inferred facts', async () => {
      await target.reset();
      const files = await exportFrom(home);
      const summary = await loadInto(target.url, files);
      expect(summary).toMatchObject({ refusedCount: 0, ontology: 'as it was', leftOut: { inferred: 0, registry: 0 } });
      expect(await documentsOf(target.url)).toEqual(await documentsOf(home.url));
      const [source, destination] = [await startGatewayOver(home), await startGatewayOver(target)];
      try {
        const documents = await Promise.all([source, destination].map(({ url }) => get(url, '/ontology')));
        expect(documents[1]!.body).toBe(documents[0]!.body);
        const { data } = await ask(destination.url, query('{ q(func: eq(name, "Rex")) { uid dgraph.type } }'));
        const [rex] = data.q;
        expect(rex['dgraph.type']).toEqual(expect.arrayContaining(['Dog', 'Animal']));
        // Inferred types are retracted with their support; only their facets identify them.
        await ask(destination.url, rdf(`{ delete { <${rex.uid}> <graph.type> "Dog" . } }`));
        const left = await ask(destination.url, query('{ q(func: eq(name, "Rex")) { name dgraph.type } }'));
        expect(left.data.q[0]['dgraph.type'] ?? []).not.toContain('Dog');
        const tom = await ask(destination.url, query('{ q(func: eq(name, "Tom")) { uid } }'));
        await ask(destination.url, rdf(`{ delete { <${tom.data.q[0].uid}> <graph.type> "Cat" . } }`));
        const animal = await ask(destination.url, query('{ q(func: eq(name, "Tom")) { dgraph.type } }'));
        expect(animal.data.q[0]['dgraph.type']).toEqual(['Animal']);
      } finally {
        await source.close();
        await destination.close();
      }
    });

    it('through a gateway: asserted facts and the ontology give the same inferred facts', async () => {
      await target.reset();
      const files = await exportFrom(home);
      const gateway = await startGatewayOver(target);
      try {
        const summary = await loadInto(gateway.url, files);
        expect(summary).toMatchObject({ refusedCount: 0, ontology: 'loaded' });
        expect(summary.leftOut.inferred).toBeGreaterThan(0);
        expect(await documentsOf(target.url)).toEqual(await documentsOf(home.url));
        expect((await get(gateway.url, '/ontology')).body).toBe(ANIMALS);

        const again = await loadInto(gateway.url, files);
        expect(again).toMatchObject({ refusedCount: 0, ontology: 'left out' });
        const rex = await ask(gateway.url, query('{ q(func: eq(name, "Rex")) { dgraph.type @facets } }'));
        expect(rex.data.q).toHaveLength(2);
        expect(rex.data.q[1]).toEqual(rex.data.q[0]);
        // A node with an IRI is one node, whoever refers to it.
        const it = await ask(gateway.url, query('{ q(func: eq(name, "It")) { iri } }'));
        expect(it.data.q).toEqual([{ iri: 'https://example.org/it' }]);
      } finally {
        await gateway.close();
      }
    });
  });

  it('a load reports refused statements by file and line and writes the others', async () => {
    await target.reset();
    const directory = directoryOf('refused');
    const data = path.join(directory, 'data.rdf');
    const lines = Array.from(
      { length: 50 },
      (_, i) => `_:n${i} <age> "${i === 17 ? 'old' : i === 30 ? '1.5.1' : i}" .`,
    );
    fs.writeFileSync(data, lines.join('\n'));
    const schema = path.join(directory, 'x.schema');
    fs.writeFileSync(schema, 'age: int .\n');
    const summary = await loadInto(target.url, { rdf: data, schema }, { ...AUTO, batch: 20 });
    expect(summary).toMatchObject({ written: 48, refusedCount: 2, brokenOff: false });
    expect(summary.refused.map(({ line }) => line)).toEqual([18, 31]);
    expect(summary.refused[0]).toMatchObject({ file: data, reason: expect.stringMatching(/old/) });
    const { data: answer } = await ask(target.url, query('{ q(func: has(age)) { count(uid) } }'));
    expect(answer.q).toEqual([{ count: 48 }]);
  });
});

describeIf(realDgraph(), 'needs a Dgraph')("Dgraph's own tools", () => {
  const url = realDgraph()!;
  const dgraph: EngineUnderTest = { name: 'dgraph', url, reset: () => dropAll(url) };

  it('an embedded engine loads Dgraph’s own export and gives the same answers', async () => {
    await dgraph.reset();
    await fill(url);
    const files = await ownExport(url);
    // A Dgraph on another machine writes its exports there.
    if (!files) return console.warn(`skipped: ${url} writes its exports elsewhere`);
    const home = await new Home().start();
    try {
      const summary = await loadInto(home.url, files);
      expect(summary).toMatchObject({ refusedCount: 0, uids: 'kept' });
      // Dgraph's export has ten digits of a bigfloat, and writes a whole float as an integer.
      const plain = (all: unknown[]): unknown =>
        JSON.parse(JSON.stringify(all).replaceAll('12345678901234567000', '12345678900000000000'));
      expect(plain(await answers(home.url))).toEqual(plain(await answers(url)));
    } finally {
      await home.server.close();
    }
  });

  const local = dgraphVersion() !== undefined && /127\.0\.0\.1|localhost/.test(url ?? '');
  itIf(local, 'needs the dgraph program')('dgraph live loads an export of owlgate', async () => {
    const home = await new Home().start();
    try {
      await fill(home.url);
      const { rdf: data, schema } = await exportFrom(home);
      await dgraph.reset();
      const offset = Number(new URL(url).port) - 8080;
      const { status, stdout, stderr } = spawnSync(
        'dgraph',
        [
          ...['live', '--files', data, '--schema', schema, '--new_uids'],
          ...['--alpha', `127.0.0.1:${9080 + offset}`, '--zero', `127.0.0.1:${5080 + offset}`],
        ],
        { encoding: 'utf8', cwd: directoryOf('live') },
      );
      if (status !== 0) throw new Error(stdout + stderr);
      const ask1 = async (at: string): Promise<unknown> => {
        const { data: answer } = await ask(
          at,
          query('{ q(func: has(name), orderasc: name) { name takes (orderasc: name) @facets { name } } }'),
        );
        return answer.q;
      };
      expect(await ask1(url)).toEqual(await ask1(home.url));
      const password = query('{ q(func: has(secret)) { right: checkpwd(secret, "correct horse") } }');
      expect((await ask(url, password)).data.q).toEqual([{ right: true }]);
    } finally {
      await home.server.close();
    }
  });
});

/** @returns the files that Dgraph writes; undefined if they are on another machine */
async function ownExport(url: string): Promise<Files | undefined> {
  const destination = directoryOf('dgraph');
  fs.chmodSync(destination, 0o777);
  const text = `mutation { export(input: { format: "rdf", destination: ${JSON.stringify(destination)} }) { taskId } }`;
  const { body } = await post(url, { path: '/admin', type: 'application/graphql', body: text });
  const id = body.data.export.taskId as string;
  for (let attempt = 0; attempt < 300; attempt++) {
    const state = await post(url, {
      path: '/admin',
      type: 'application/graphql',
      body: `{ task(input: { id: "${id}" }) { status } }`,
    });
    if (state.body.data?.task?.status === 'Success') break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const [folderName] = fs.readdirSync(destination);
  if (folderName === undefined) return undefined;
  const file = (name: string): string => path.join(destination, folderName, name);
  return { rdf: file('g01.rdf.gz'), schema: file('g01.schema.gz') };
}
