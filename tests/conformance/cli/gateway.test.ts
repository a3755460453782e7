/** Commands that call a gateway, over each engine: an ontology, writes, queries, proofs, questions, conversations. */
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { run, type Ran } from '../../support/cli/run';
import { underGateway } from '../../support/engines/under-gateway';
import { ask, rdf } from '../../support/engines/wire';

const root = path.join(__dirname, '../../..');
const ANIMALS = path.join(root, 'ontologies/animals.ttl');
const DOCUMENT = 'Rex is the dog of Ada. The lighthouse of Ada was built in 1890.';

let folder: string;
beforeAll(() => (folder = fs.mkdtempSync(path.join(tmpdir(), 'owlgate-cli-'))));
afterAll(() => fs.rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  const full = path.join(folder, name);
  fs.writeFileSync(full, text);
  return full;
}

underGateway((testbed) => {
  const owlgate = (args: readonly string[], input = ''): Promise<Ran> =>
    run([...args, '--url', testbed.url], { input });
  const outputOf = async (args: readonly string[], input = ''): Promise<string> => {
    const { status, stdout, stderr } = await owlgate(args, input);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  };
  const refused = async (args: readonly string[], input = ''): Promise<string> => {
    const { status, stdout, stderr } = await owlgate(args, input);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    return stderr;
  };
  let ada: string;
  let rex: string;

  it('reports that no ontology is in force, with the command that loads one', async () => {
    expect(await refused(['ontology', 'show'])).toMatch(/\[NoOntology\]\n {2}owlgate ontology load FILE loads one\n$/);
  });

  it('validates, loads and compares ontologies', async () => {
    expect(await outputOf(['ontology', 'validate', ANIMALS])).toMatch(
      /^Ontology is valid; nothing was changed\n5 classes, 4 object properties, 2 data properties, profile strict\nstored data: /,
    );
    expect(await outputOf(['ontology', 'diff', '--no-data', ANIMALS])).toContain('+ class Dog\n');
    expect((await owlgate(['ontology', 'diff', '--exit-code', ANIMALS])).status).toBe(1);
    const loaded = JSON.parse(await outputOf(['ontology', 'load', '--json', ANIMALS])) as { version: number };
    expect(loaded.version).toBe(1);
    expect(await outputOf(['ontology', 'diff', '--no-data', '--exit-code', ANIMALS])).toBe('nothing would change\n');
    const other = fs.readFileSync(ANIMALS, 'utf8').replaceAll(':Cat', ':Kitten');
    const difference = await outputOf(['ontology', 'diff', '--no-data', '-'], other);
    expect(difference).toContain('- Declaration(Class(:Cat))  (line ');
    expect(difference).toMatch(/\+ class Kitten\n- class Cat\n\+ type Kitten\n$/);
  });

  it('shows the history, compares versions and rolls back', async () => {
    const swapped = file('swapped.ttl', fs.readFileSync(ANIMALS, 'utf8').replaceAll(':Cat', ':Kitten'));
    await outputOf(['ontology', 'load', '-m', 'cats are kittens', swapped]);
    const log = await outputOf(['ontology', 'log']);
    expect(log).toMatch(/^version 2 \(in force\)\nBy: {6}address \S+\nDate: {4}\S+\nFrom: {4}swapped\.ttl\n/);
    expect(log).toContain('\n    cats are kittens\n\nversion 1\n');
    expect(await outputOf(['ontology', 'log', '--format', 'markdown', '--first', '1'])).toMatch(
      /^# Changelog\n\n## Version 2 /,
    );
    const reverse = await outputOf(['ontology', 'diff', '2', '1']);
    expect(reverse).toContain('+ Declaration(Class(:Cat))  (line ');
    expect(await outputOf(['ontology', 'diff', '--exit-code', '1', ANIMALS])).toBe('nothing would change\n');
    expect(await outputOf(['ontology', 'diff', '1', swapped])).toContain('+ class Kitten\n');
    expect(await outputOf(['ontology', 'show', '2'])).toMatch(/^version 2 [^]*\n\+ class Kitten\n/);
    expect(await outputOf(['ontology', 'show', '--source', '1'])).toBe(fs.readFileSync(ANIMALS, 'utf8'));
    expect(await outputOf(['ontology', 'blame', 'Kitten'])).toMatch(/\n +2 .*Declaration\(Class\(:Kitten\)\)/);
    expect(await outputOf(['ontology', 'rollback', '--validate', '1'])).toContain('+ class Cat\n');
    expect(await outputOf(['ontology', 'rollback', '1'])).toContain('(version 3)');
    expect(await outputOf(['ontology', 'diff', '1', '3'])).toBe('no difference\n');
    expect(await refused(['ontology', 'rollback', '9'])).toContain('[UnknownVersion]');
  });

  it('shows classes and the document', async () => {
    expect(await outputOf(['ontology', 'show'])).toBe('Animal\n└─ Mammal\n   ├─ Cat\n   ├─ Dog\n   └─ Person\n');
    const dog = await outputOf(['ontology', 'show', 'Dog']);
    expect(dog).toContain('\nsuperclasses: Animal, Mammal\n');
    expect(dog).toMatch(/\npetOf +object +Animal +Person +hasPet +inherited\n/);
    expect(await outputOf(['ontology', 'show', '--source'])).toBe(fs.readFileSync(ANIMALS, 'utf8'));
    expect(await refused(['ontology', 'show', 'Dgo'])).toContain(
      'unknown class "Dgo" [UnknownClass]\n  did you mean Dog\n',
    );
  });

  it('refuses a document that is no ontology, with the position', async () => {
    expect(await refused(['ontology', 'validate', '-'], '@prefix : <urn:x#> .\n:A :b\n')).toMatch(
      /^owlgate ontology validate: ontology: line \d+, column \d+: .+ \[OntologySyntax\]\n/,
    );
  });

  it('writes JSON, statements and Turtle, and reports inferred facts', async () => {
    const written = await outputOf(['mutate', '{ "name": "Ada", "hasPet": { "graph.type": "Dog", "name": "Rex" } }']);
    const [, first, second] =
      /^written: 4 asserted, 6 inferred, 0 retracted\n\nnode +uid\nblank-0 +(0x\w+)\nblank-1 +(0x\w+)\n$/.exec(
        written,
      )!;
    [ada, rex] = [first!, second!];
    const statements = '# a comment\n_:tom <graph.type> "Cat" .\n_:tom <name> "Tom" .\n';
    expect(await outputOf(['mutate', '-'], statements)).toMatch(
      /^written: 2 asserted, 2 inferred, 0 retracted\n\nnode +uid\ntom +0x/,
    );
    const turtle = '@prefix : <https://owlgate.dev/examples/animals#> .\n<urn:bo> a :Person ; :name "Bo" .\n';
    expect(await outputOf(['mutate', file('bo.ttl', turtle)])).toContain('written: ');
    const rows = await outputOf(['query', '{ q(func: has(name), orderasc: name) { name graph.type } }']);
    expect(rows.split('\n').map((line) => line.split(/\s+/)[0])).toEqual(['q', 'name', 'Ada', 'Bo', 'Rex', 'Tom', '']);
  });

  it('reports wrong statements by line', async () => {
    expect(await refused(['mutate', '-'], '_:a <name> "a" .\n_:b <name> "b"\n')).toMatch(/line 2/);
  });

  it('prints the effects of a dry run', async () => {
    const dry = await outputOf(['mutate', '-n', '_:kim <graph.type> "Dog" .']);
    expect(dry.split('\n').sort()).toEqual(
      [
        '',
        '+ _:kim graph.type Animal   inferred',
        '+ _:kim graph.type Mammal   inferred',
        'dry run: nothing was written: 1 asserted, 2 inferred, 0 retracted',
      ].sort(),
    );
    expect(JSON.parse(await outputOf(['mutate', '-n', '--json', `<${rex}> <name> "Max" .`]))).toMatchObject({
      extensions: { ontology: { dryRun: true } },
    });
    expect(await outputOf(['query', '{ q(func: eq(name, "Max")) { uid } }'])).toBe('q  no rows\n');
  });

  it('refuses a contradiction, with its proof', async () => {
    expect(await refused(['mutate', `<${rex}> <graph.type> "Cat" .`])).toBe(
      [
        `owlgate mutate: owl/materializer: disjointness violation on entity ${rex}: type "Dog" is disjoint ` +
          'with type "Cat" [DisjointnessViolation]',
        '',
        'contradiction',
        '│ since nothing is both a Cat and a Dog   [cax-dw, line 31: DisjointClasses(:Cat :Dog)]',
        `├─ ${rex} graph.type Cat   asserted, in this request`,
        `└─ ${rex} graph.type Dog   asserted`,
        '',
        '',
      ].join('\n'),
    );
    const { status, stdout } = await owlgate(['mutate', '--json', `<${rex}> <graph.type> "Cat" .`]);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ errors: [{ extensions: { code: 'DisjointnessViolation' } }] });
  });

  it('queries with variables, from a file and standard input', async () => {
    const query = 'query q($name: string) { q(func: eq(name, $name)) { name hasPet { name } } }';
    const expected = 'q  1 row\n└─ name: Ada\n   └─ hasPet\n      └─ name: Rex\n';
    expect(await outputOf(['query', '--var', 'name=Ada', query])).toBe(expected);
    expect(await outputOf(['query', '--vars', '{"$name":"Ada"}', file('q.dql', query)])).toBe(expected);
    expect(await outputOf(['query', '--var', 'name=Ada'], query)).toBe(expected);
    const plain = '{ q(func: eq(name, "Ada")) { name hasPet { name } } }';
    expect(JSON.parse(await outputOf(['query', '--json', plain]))).toMatchObject({
      data: { q: [{ name: 'Ada', hasPet: [{ name: 'Rex' }] }] },
    });
    expect(await refused(['query', '{ q(func: '])).toMatch(/^owlgate query: .+\n$/s);
  });

  it('explains a fact', async () => {
    expect(await outputOf(['explain', ada, 'graph.type', 'Person'])).toBe(
      [
        `${ada} graph.type Person   inferred`,
        '│ since what has hasPet is a Person   [prp-dom, line 43: ObjectPropertyDomain(:hasPet :Person)]',
        `└─ ${ada} hasPet ${rex}   asserted`,
        '',
      ].join('\n'),
    );
    expect(await outputOf(['explain', rex, 'graph.type', 'Animal', '--max', '2'])).toMatch(
      /^proof 1, 1 step\n[^]+\nproof 2, 2 steps\n/,
    );
    expect(await refused(['explain', rex, 'graph.type', 'Cat'])).toMatch(
      /^owlgate explain: not stored: .+ \[FactUnknown\]\n/,
    );
  });

  it('completes data that was written directly to the engine, and reports contradictions', async () => {
    expect(await outputOf(['ontology', 'violations', '--exit-code'])).toBe('no contradictions\n');
    const past = rdf('{ set {\n_:x <dgraph.type> "Dog" .\n_:x <dgraph.type> "Cat" .\n_:y <dgraph.type> "Cat" .\n} }');
    const { data } = await ask(testbed.engine.url, past);
    const outcome = await owlgate(['ontology', 'violations', '--exit-code']);
    expect(outcome.status).toBe(1);
    expect(outcome.stdout).toContain(
      `on entity ${data.uids.x}: type "Cat" is disjoint with type "Dog"\ncontradiction\n│ since nothing is ` +
        'both a Cat and a Dog',
    );
    expect(outcome.stdout).toMatch(/\n1 contradiction\n$/);
    const repaired = await outputOf(['ontology', 'violations', '--repairs']);
    for (const type of ['Cat', 'Dog']) {
      expect(repaired).toMatch(
        new RegExp(`\\nrepair: delete ${data.uids.x} \\S+ ${type}; \\d inferred facts? would go as well\\n`),
      );
    }
    expect(JSON.parse(await outputOf(['ontology', 'violations', '--json', '--first', '5']))).toHaveLength(1);
    expect(await outputOf(['ontology', 'materialize', '--wait'])).toMatch(
      /^The stored data was materialized again\nstored data: \d+ nodes; 4 facts inferred, 0 retracted\ncontradiction: /,
    );
    expect(await outputOf(['ontology', 'materialize', '--status'])).toMatch(
      /^idle\nlast: \S+, \d+ nodes; 4 facts inferred, 0 retracted, 1 contradiction\n$/,
    );
    const away = `{ delete {\n<${data.uids.x}> * * .\n<${data.uids.y}> * * .\n} }`;
    expect(await outputOf(['mutate', '--format', 'rdf', away])).toContain('written: ');
  });

  it('stores the GraphQL extension of the ontology', async () => {
    expect(await outputOf(['ontology', 'graphql'])).toBe('none\n');
    const sdl = 'type Note {\n  id: ID!\n  text: String!\n}\n';
    expect(await outputOf(['ontology', 'graphql', 'set', '--validate', '-'], sdl)).toContain('nothing was changed\n');
    expect(await outputOf(['ontology', 'graphql'])).toBe('none\n');
    expect(await outputOf(['ontology', 'graphql', 'set', file('note.graphql', sdl)])).toMatch(
      /^GraphQL schema stored, but not in force; see the warnings\nwarning: .+ OWLGATE_GRAPHQL=off/,
    );
    expect(await outputOf(['ontology', 'graphql'])).toBe(sdl);
    expect(await outputOf(['ontology', 'graphql', '--generated'])).toMatch(/type Dog\b/);
    expect(await refused(['ontology', 'graphql', 'set', '-'], 'type {')).toMatch(
      /line 1, column 6[^]*GraphqlExtension/,
    );
    expect(await outputOf(['ontology', 'graphql', 'delete'])).toContain(
      'GraphQL extension removed; the schema comes from the ontology alone\n',
    );
    expect(await outputOf(['ontology', 'graphql'])).toBe('none\n');
  });

  it('answers questions and holds conversations', async () => {
    const source = file('log.txt', DOCUMENT);
    const empty = file('empty.md', '');
    const added = await owlgate(['documents', 'add', source, empty]);
    expect(added).toEqual({
      status: 1,
      stdout: expect.stringMatching(/^1 created, 1 failed: 1 passage, [1-9] mentions?\n$/),
      stderr: expect.stringMatching(/^owlgate documents add: \S+empty\.md: the document cannot be read: .+\n$/),
    });
    expect(await outputOf(['documents', 'add', source])).toMatch(/^1 unchanged: /);
    expect(await outputOf(['documents', 'add', '--source', 'log.txt', '--title', 'A log', '-'], DOCUMENT)).toMatch(
      /^1 created: /,
    );
    expect(await outputOf(['documents', 'remove', source])).toBe(`${source} is removed\n`);
    expect(await outputOf(['documents', 'list'])).toMatch(
      /^source +title +passages +characters +loaded\nlog\.txt +A log +1 +\d+ +\d{4}-/,
    );
    expect(await outputOf(['documents', 'list', 'log.txt'])).toBe(`#0\n  ${DOCUMENT}\n`);
    expect(await outputOf(['documents', 'relink'])).toMatch(/^1 passage, \d linked again\n$/);
    expect(await refused(['documents', 'remove', 'nothing'])).toContain('[UnknownDocument]');
    for (const json of [[], ['--json']]) {
      expect(await outputOf(['documents', 'add', '--source', 'a b', '-'], 'Some text.')).toContain('1 created');
      const some = await owlgate(['documents', 'remove', 'nothing', 'a b', 'either', ...json]);
      expect([some.status, some.stderr.match(/has the source "\w+"/g)]).toEqual([
        1,
        ['has the source "nothing"', 'has the source "either"'],
      ]);
      if (json.length === 0) expect(some.stdout).toBe('a b is removed\n');
      else {
        const { errors, data } = JSON.parse(some.stdout) as { errors: object[]; data: object };
        expect([errors.length, data]).toEqual([2, { removed: ['a b'] }]);
      }
    }
    const question = 'Which pets does Ada have?';
    const answer = await outputOf(['retrieve', question]);
    expect(answer).toMatch(/^Rex\n\nStatements\n {2}Ada hasPet Rex {3}asserted\n\nPassages\n {2}\[1\] log\.txt #0 \(/);
    expect(answer).toMatch(/\nowl · 0 loops · \$0\.0000\n$/);
    const result = JSON.parse(
      await outputOf(['retrieve', 'default', '-', '--json', '-m', 'naive'], 'When was the lighthouse built?'),
    );
    expect(result).toMatchObject({ module_used: 'naive', answer: expect.stringContaining('1890') });
    expect(await refused(['retrieve', '-d', 'nowhere', question])).toContain(
      '[UnknownDatabase]\n  databases: default\n',
    );

    expect(await outputOf(['chat', '-c', 'talk', question])).toMatch(
      /^Rex\n\nStatements\n {2}Ada hasPet Rex {3}asserted\n/,
    );
    const reply = JSON.parse(await outputOf(['chat', '-c', 'talk', '--json', question]));
    expect(reply).toMatchObject({ conversation: 'talk', result: { answer: 'Rex' } });
    // An answer is streamed shortly before it is stored.
    const history = () => outputOf(['chat', '--history', '-c', 'talk']);
    while ((await history()).includes('answer in progress'));
    expect(await history()).toBe(`> ${question}\nRex\n\n> ${question}\nRex\n`);
    expect(await outputOf(['chat', '--list'])).toMatch(/^conversation {2}messages {2}last\ntalk +2 {2}\d{4}-/);
    expect(await outputOf(['chat', '--delete', '-c', 'talk'])).toBe('talk is deleted\n');
    expect(await outputOf(['chat', '--list'])).toBe('no conversations\n');
  });

  it('deletes data', async () => {
    expect(await outputOf(['mutate', '--delete', `<${ada}> <hasPet> * .`])).toMatch(
      /^written: 0 asserted, 0 inferred, [1-9]\d* retracted\n/,
    );
    expect(await outputOf(['query', '{ q(func: has(hasPet)) { uid } }'])).toBe('q  no rows\n');
  });
});

const KEY = 'owk_a-key-of-the-test';
const HASH = createHash('sha256').update(KEY).digest('hex');

underGateway(
  (testbed) => {
    const withKey = (args: readonly string[]): Promise<Ran> =>
      run([...args, '--url', testbed.url], { env: { SERVICE_API_KEY: KEY } });

    it('requires a key, and reads it from the environment for every command', async () => {
      const { status, stderr } = await run(['ontology', 'show', '--url', testbed.url]);
      expect(status).toBe(1);
      expect(stderr).toMatch(/\[KeyMissing\]\n {2}set SERVICE_API_KEY or --api-key; owlgate keys create NAME/);
      expect((await run(['query', '{ q }', '--url', testbed.url, '--api-key', 'wrong'])).stderr).toMatch(
        /^(?!.*wrong).*\[Key/s,
      );

      expect((await withKey(['ontology', 'load', ANIMALS])).status).toBe(0);
      expect((await withKey(['mutate', '_:rex <graph.type> "Dog" .'])).status).toBe(0);
      const exported = path.join(folder, `export-${testbed.engine.name}`);
      expect((await withKey(['export', exported])).stderr).toMatch(/^owlgate export: \d+ statements/);
      const loaded = JSON.parse((await withKey(['load', '--json', '--uids', 'new', exported])).stdout);
      // As through a gateway: asserted facts are written, and the rest is inferred.
      expect(loaded).toMatchObject({ written: 1, refusedCount: 0 });
      const counted = await withKey(['query', '{ q(func: eq(graph.type, "Animal")) { count(uid) } }']);
      expect(counted.stdout).toBe('q  1 row\ncount\n    2\n');
      expect((await withKey(['retrieve', 'Who barks?'])).stdout).toMatch(/^no answer is known\n/);
    });
  },
  { OWLGATE_API_KEYS: `test:admin:${HASH}` },
);
