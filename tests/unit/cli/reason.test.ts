import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, Writable } from 'node:stream';
import { reason } from '../../../src/cli/reason';
import { triples } from '../../support/w3c/run';

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';
const PREFIXES = `@prefix : <http://zoo.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`;

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'owlgate-reason-'))));
afterEach(() => rmSync(folder, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

async function run(args: readonly string[], input = '') {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const status = await reason(args, { stdin: Readable.from([Buffer.from(input)]), stdout, stderr });
  return { status, stdout: stdout.text, stderr: stderr.text };
}

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

describe('the closure', () => {
  it('lists the documents in order, then inferred triples, then x owl:sameAs x', async () => {
    const { status, stdout } = await run(['-'], '<urn:b> <urn:p> "x" . <urn:a> <urn:p> <urn:c> .');
    const printed = lines(stdout);
    expect(status).toBe(0);
    expect(printed.slice(0, 2)).toEqual(['<urn:b> <urn:p> "x" .', '<urn:a> <urn:p> <urn:c> .']);
    const reflexive = printed.filter((line) => /^(\S+) <[^>]*#sameAs> \1 \.$/.test(line));
    expect(printed.slice(-reflexive.length)).toEqual(reflexive);
    expect(reflexive).toEqual(
      expect.arrayContaining(
        ['urn:a', 'urn:b', 'urn:c', 'urn:p'].map((x) => expect.stringContaining(`<${x}> <`) as string),
      ),
    );
  });

  it('is N-Triples for any terms', async () => {
    const odd =
      '<urn:a> <urn:p> "tab\\t quote\\" back\\\\ line\\n é \\u0001"@en-GB, "1"^^<urn:d>, _:b . _:b <urn:q> "" .';
    const { stdout } = await run(['--brief', '-'], odd);
    expect(triples(stdout).map((triple) => triple.slice(0, 2))).toHaveLength(4);
    expect(new Set(triples(stdout).map(String))).toEqual(new Set(triples(odd).map(String)));
  });

  it('has no generalized triples: no literal subject, no blank predicate', async () => {
    const { stdout, status } = await run(
      ['-'],
      `${PREFIXES} :name rdfs:range :Name ; owl:inverseOf _:i . :leo :name "Leo" . :leo2 owl:sameAs "Leo" .`,
    );
    expect(status).toBe(0);
    expect(lines(stdout).filter((line) => !/^(<|_:)\S+ <\S+ /.test(line))).toEqual([]);
    expect(stdout).toContain(`<http://zoo.example/leo2> <${RDF_TYPE}> <http://zoo.example/Name> .`);
  });

  it('with --brief omits triples that hold in every graph', async () => {
    expect(lines((await run(['--brief', '-'], '<urn:a> <urn:p> <urn:b> .')).stdout)).toEqual([
      '<urn:a> <urn:p> <urn:b> .',
    ]);
    expect((await run(['--brief', '-'], '')).stdout).toBe('');
    expect(lines((await run(['-'], '')).stdout).length).toBeGreaterThan(40);
  });

  it('with --tables-only omits rules beyond the tables', async () => {
    const text = `${PREFIXES} :leo owl:differentFrom :nala .`;
    const symmetric =
      '<http://zoo.example/nala> <http://www.w3.org/2002/07/owl#differentFrom> <http://zoo.example/leo> .';
    expect((await run(['-'], text)).stdout).toContain(symmetric);
    expect((await run(['--tables-only', '-'], text)).stdout).not.toContain(symmetric);
  });
});

describe('several files', () => {
  it('form one graph with separate blank nodes', async () => {
    const a = file('a.ttl', `${PREFIXES} :Lion rdfs:subClassOf :Cat . _:x :name "a" .`);
    const b = file(
      'b.nt',
      '<http://zoo.example/leo> <' + RDF_TYPE + '> <http://zoo.example/Lion> .\n_:x <urn:p> "b" .',
    );
    const { stdout } = await run(['--brief', a, b]);
    expect(stdout).toContain(`<http://zoo.example/leo> <${RDF_TYPE}> <http://zoo.example/Cat> .`);
    const nodes = triples(stdout).flatMap(([s]) => (s.startsWith('_:') ? [s] : []));
    expect(new Set(nodes).size).toBe(2);
  });

  it('satisfy each other’s imports, and missing imports are named', async () => {
    const a = file('a.ttl', `${PREFIXES} <urn:onto:a> a owl:Ontology ; owl:imports <urn:onto:b>, <urn:onto:c> .`);
    const b = file('b.ttl', `${PREFIXES} <urn:onto:b> a owl:Ontology .`);
    const { status, stderr } = await run([a, b]);
    expect({ status, stderr }).toEqual({
      status: 0,
      stderr: 'owlgate reason: the import <urn:onto:c> is not among the files: it is omitted\n',
    });
  });

  it('may be in different syntaxes', async () => {
    const xml = file(
      'a.rdf',
      `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">
        <rdfs:Class rdf:about="urn:Lion"><rdfs:subClassOf rdf:resource="urn:Cat"/></rdfs:Class></rdf:RDF>`,
    );
    const json = file('b.jsonld', '{"@id": "urn:leo", "@type": "urn:Lion"}');
    expect((await run([xml, json])).stdout).toContain(`<urn:leo> <${RDF_TYPE}> <urn:Cat> .`);
  });
});

describe('relative IRIs', () => {
  it("are resolved against the file's own URL, or --base", async () => {
    const path = file('a.ttl', '<#a> <#p> <b> .');
    expect((await run(['--brief', path])).stdout).toMatch(/^<file:\/\/\S+\/a\.ttl#a> <file:\S+#p> <file:\S+\/b> \.\n$/);
    expect((await run(['--brief', '--base', 'http://zoo.example/x', path])).stdout).toBe(
      '<http://zoo.example/x#a> <http://zoo.example/x#p> <http://zoo.example/b> .\n',
    );
  });
});

describe('--format', () => {
  const json = '{"@id": "urn:leo", "@type": "urn:Lion"}';

  it.each(['JSON-LD', 'jsonld', 'application/ld+json', '.jsonld', 'json'])('accepts %s', async (name) => {
    expect((await run(['--brief', '--format', name, file('x.dat', json)])).stdout).toContain('<urn:Lion>');
  });

  it('refuses unknown names', async () => {
    const { status, stderr } = await run(['--format', 'prolog', '-']);
    expect(status).toBe(2);
    expect(stderr).toMatch(/^owlgate reason: --format prolog: one of Turtle, N-Triples, .* is expected\n$/);
  });
});

describe('--explain', () => {
  it('adds to each inferred triple its rule, its axiom with position, and its premises', async () => {
    const path = file(
      'a.ttl',
      `${PREFIXES}:Lion rdfs:subClassOf :Cat .\n:Cat rdfs:subClassOf :Animal .\n:leo a :Lion .\n`,
    );
    const { stdout } = await run(['--brief', '--explain', path]);
    const after = (line: string) => lines(stdout)[lines(stdout).indexOf(line) + 1];
    expect(after(`<http://zoo.example/leo> <${RDF_TYPE}> <http://zoo.example/Cat> .`)).toBe(
      `# cax-sco: :Lion rdfs:subClassOf :Cat (${path} line 3); :leo a :Lion (${path} line 5)`,
    );
    expect(after(`<http://zoo.example/leo> <${RDF_TYPE}> <http://zoo.example/Animal> .`)).toBe(
      `# cax-sco: :Cat rdfs:subClassOf :Animal (${path} line 4); :leo a :Cat (inferred)`,
    );
  });

  it('keeps the triples of N-Triples and adds a comment to each inferred one', async () => {
    const text =
      `${PREFIXES} :C owl:oneOf (:a :b) ; owl:equivalentClass [ owl:onProperty :p ; owl:hasValue ` +
      '"line\\nbreak" ] .';
    const explained = (await run(['--explain', '-'], text)).stdout;
    expect(triples(explained)).toEqual(triples((await run(['-'], text)).stdout));
    const printed = lines(explained);
    const stated = triples(text).length;
    printed.slice(stated).forEach((line, i) => expect(line.startsWith('#')).toBe(i % 2 === 1));
  });
});

describe('--profile', () => {
  it('prints violations first, as comments with lines', async () => {
    const path = file('a.ttl', `${PREFIXES}:A a owl:Class ;\n rdfs:subClassOf [ owl:unionOf (:B :C) ] .\n`);
    const { status, stdout } = await run(['--profile', path]);
    expect(status).toBe(0);
    const report = lines(stdout).filter((line) => line.startsWith('#'));
    expect(report[0]).toMatch(/^# not in OWL 2 RL: 1 violation, \d+ deviations?$/);
    expect(report[1]).toMatch(/^# violation: \S+a\.ttl line 4: SubClassOf\(:A ObjectUnionOf\(:B :C\)\): /);
    expect(stdout.startsWith('#')).toBe(true);
  });

  it('reports a conforming ontology', async () => {
    const { stdout } = await run(['--profile', '-'], `${PREFIXES} :A a owl:Class .`);
    expect(stdout).toMatch(/^# in OWL 2 RL: 0 violations, 0 deviations\n/);
  });
});

describe('contradictions', () => {
  it('on the same triples are one, with the shortest proof', async () => {
    const { status, stdout } = await run(
      ['-'],
      `${PREFIXES}:mother a owl:FunctionalProperty .
:leo :mother :a, :b .
:a owl:differentFrom :b .`,
    );
    expect(status).toBe(1);
    expect(lines(stdout)).toEqual([
      'The graph contradicts itself.',
      'contradiction',
      expect.stringMatching(/^ {2}since .*\[eq-diff1: nothing differs from itself\]$/),
      '  but :a owl:sameAs :b',
      expect.stringMatching(/^ {4}since .*\[prp-fp, line 3: :mother a owl:FunctionalProperty\]$/),
      '    and :leo :mother :a   (asserted, standard input line 4)',
      '    and :leo :mother :b   (asserted, standard input line 4)',
      '  but :a owl:differentFrom :b   (asserted, standard input line 5)',
    ]);
  });

  it('are limited by --max', async () => {
    const text = `${PREFIXES} ${Array.from({ length: 5 }, (_, i) => `:x${i} a owl:Nothing .`).join(' ')}`;
    expect((await run(['-'], text)).stdout).toContain('in 5 ways');
    expect((await run(['--max', '2', '-'], text)).stdout).toContain('in 2 ways');
    expect(await run(['--max', '0', '-'])).toMatchObject({ status: 2 });
  });
});

it('--help prints the manual and succeeds', async () => {
  const { status, stdout } = await run(['--help']);
  expect(status).toBe(0);
  for (const option of ['explain', 'profile', 'brief', 'tables-only', 'max', 'format', 'base']) {
    expect(stdout).toContain(`--${option}`);
  }
});

it('standard input is read once only', async () => {
  expect(await run(['-', '-'])).toMatchObject({
    status: 2,
    stderr: 'owlgate reason: standard input can be read only once\n',
  });
});

it('output stops when its reader has left', async () => {
  const stdout = new PassThrough({ highWaterMark: 10 });
  stdout.destroy();
  const input = Array.from({ length: 5000 }, (_, i) => `<urn:s${i}> <urn:p> <urn:o${i}> .`).join('\n');
  const status = await reason(['-'], { stdin: Readable.from([Buffer.from(input)]), stdout, stderr: new Collected() });
  expect(status).toBe(0);
});
