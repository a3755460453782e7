/** Arguments and environment of the commands that send requests to a gateway. */
import fc from 'fast-check';
import { UsageError } from '../../../src/cli/command';
import { readConnection } from '../../../src/cli/gateway/options';
import { bodyOf } from '../../../src/cli/query/mutation-body';
import { readQueryArguments } from '../../../src/cli/query/query-options';
import { run } from '../../support/cli/run';

describe('the address of a gateway', () => {
  const url = (flag?: string, env = {}) => readConnection(flag === undefined ? {} : { url: flag }, env).url;

  it('comes from a flag, the environment of the SDKs or the default port, in this order', () => {
    const env = { SERVICE_PLATFORM_URL: 'https://graph.example/base/', PORT: '8123' };
    expect(url('http://other:1/', env)).toBe('http://other:1');
    expect(url(undefined, env)).toBe('https://graph.example/base');
    expect(url(undefined, { PORT: '8123', SERVICE_PLATFORM_URL: ' ' })).toBe('http://127.0.0.1:8123');
    expect(url()).toBe('http://127.0.0.1:8080');
  });

  it.each([
    ['nowhere', '--url nowhere: an address such as http://localhost:8080 is expected'],
    ['ftp://a', '--url ftp://a: an address'],
    ['http://a b', '--url http://a b: an address'],
    ['http://a/?x=1', '--url: an address without a query and a fragment is expected'],
    ['http://me:secret@a', 'the address of a gateway takes no user; use --api-key'],
  ])('is not %s', (address, message) => {
    expect(() => url(address)).toThrow(UsageError);
    expect(() => url(address)).toThrow(message);
  });

  it('is never printed with a password or key', () => {
    for (const address of ['http://me:hush@a', 'http://me:hush@a/?b']) {
      expect(() => url(address)).toThrow(/^(?!.*hush)/);
    }
    expect(() => readConnection({ 'api-key': 'hush hush' }, {})).toThrow(/^(?!.*hush)--api-key/);
    expect(() => readConnection({}, { SERVICE_API_KEY: 'hüsh' })).toThrow(/^(?!.*hüsh)SERVICE_API_KEY/);
  });

  it('has a key, a login and a time limit', () => {
    const env = { SERVICE_API_KEY: 'k1', DGRAPH_USER: 'groot', DGRAPH_PASSWORD: 'p', DGRAPH_NAMESPACE: '2' };
    expect(readConnection({ timeout: '0.5' }, env)).toEqual({
      url: 'http://127.0.0.1:8080',
      apiKey: 'k1',
      timeout: 0.5,
      login: { userid: 'groot', password: 'p', namespace: 2 },
    });
    expect(readConnection({ 'api-key': 'k2' }, env).apiKey).toBe('k2');
    expect(readConnection({}, {})).toMatchObject({ apiKey: undefined, timeout: 120, login: undefined });
    for (const timeout of ['0', '-1', 'x', '1e9', '9999999999']) {
      expect(() => readConnection({ timeout }, {})).toThrow(`--timeout ${timeout}`);
    }
  });
});

describe('variables of a query', () => {
  const variables = (...args: string[]) => readQueryArguments(args).variables;

  it('are DQL texts with a dollar sign, and GraphQL JSON without one', () => {
    const args = ['--vars', '{"$a": 1, "b": "x"}', '--var', 'c=3', '--var', '$d=e=f'];
    expect(variables(...args)).toEqual({ $a: '1', $b: 'x', $c: '3', $d: 'e=f' });
    expect(variables('-g', ...args)).toEqual({ a: 1, b: 'x', c: 3, d: 'e=f' });
    expect(variables('-g', '--var', 'o={"x":[1]}')).toEqual({ o: { x: [1] } });
    expect(variables('{ q }')).toBeUndefined();
  });

  it.each([
    [['--vars', '[1]'], '--vars [1]: a JSON object is expected'],
    [['--vars', '{'], '--vars {: a JSON object is expected'],
    [['--var', 'a'], '--var a: NAME=VALUE is expected'],
    [['--var', '=a'], '--var =a: NAME=VALUE is expected'],
    [['--operation', 'x'], '--operation goes with --graphql'],
    [['one', 'two'], 'two: one query is expected, and nothing more; put text with spaces in quotes'],
  ])('%j are refused', (args, message) => {
    expect(() => readQueryArguments(args)).toThrow(message);
  });
});

describe('the body of a mutation', () => {
  const none = { format: undefined, file: undefined, isDelete: false };

  it.each([
    ['<0x1> <name> "a" .', 'application/rdf', undefined],
    ['# why\n_:a <name> "{" .', 'application/rdf', undefined],
    ['{ set { _:a <name> "a" . } }', 'application/rdf', undefined],
    ['# why\nupsert { query { q(func: has(a)) { v as uid } } }', 'application/rdf', undefined],
    ['{"name":"a"}', 'application/json', '{"set":{"name":"a"}}'],
    [' [{"name":9007199254740993}]', 'application/json', '{"set": [{"name":9007199254740993}]}'],
    ['{"set":{"name":"a"}}', 'application/json', undefined],
    ['{"query":"{}","set":[]}', 'application/json', undefined],
    ['{"broken', 'application/json', undefined],
    ['@prefix a: <urn:a> .', 'text/turtle', undefined],
    ['PREFIX a: <urn:a>', 'text/turtle', undefined],
  ])('is completed, and its type detected: %j', (text, type, body = text) => {
    expect(bodyOf(text, none)).toEqual({ body, type });
  });

  it('has the format of --format, or else of the file’s name', () => {
    expect(bodyOf('x', { ...none, file: 'a.TTL' }).type).toBe('text/turtle');
    expect(bodyOf('x', { ...none, file: 'a.nt' }).type).toBe('application/n-triples');
    expect(bodyOf('x', { ...none, file: 'a.ttl', format: 'ntriples' }).type).toBe('application/n-triples');
  });

  it('is a delete only for statements or nodes alone', () => {
    const deleted = (text: string, file?: string) => bodyOf(text, { ...none, file, isDelete: true }).body;
    expect(deleted('<0x1> <name> * .')).toBe('{ delete { <0x1> <name> * .\n} }');
    expect(deleted('{"uid":"0x1"}')).toBe('{"delete":{"uid":"0x1"}}');
    for (const text of ['{ set { } }', '{"set":{}}', '@prefix a: <urn:a> .']) {
      expect(() => deleted(text)).toThrow('--delete goes with bare RDF statements or JSON nodes');
    }
  });

  it('keeps the text of JSON inside its wrapping', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue()), (node) => {
        fc.pre(!['set', 'delete', 'query', 'mutations', 'cond'].some((field) => field in node));
        const { body } = bodyOf(JSON.stringify(node), none);
        expect(JSON.parse(body)).toEqual({ set: JSON.parse(JSON.stringify(node)) });
      }),
      { numRuns: 50 },
    );
  });
});

describe('a command line', () => {
  it.each([
    [['explain', '0x1', 'name'], 'owlgate explain: subject, predicate and object are expected, not 2 operands'],
    [['explain', 'a', 'b', 'c', '--max', '101'], 'owlgate explain: --max 101: a number from 1 to 100 is expected'],
    [['retrieve'], 'owlgate retrieve: no question is asked'],
    [['retrieve', 'who', 'owns', 'it'], 'owlgate retrieve: put a question with spaces in quotes'],
    [
      ['retrieve', 'x', '--module', 'best'],
      'owlgate retrieve: --module best: one of auto, naive, owl, arag, aragog is expected',
    ],
    [['retrieve', ' '], 'owlgate retrieve: the question is empty'],
    [['chat', '--list', '--delete'], 'owlgate chat: --list and --delete exclude each other'],
    [['chat', '--history'], 'owlgate chat: --history needs --conversation NAME; --list lists them'],
    [['chat', '-c', 'a b', 'x'], 'owlgate chat: --conversation a b: up to 128 letters, digits and _.:@- are expected'],
    [['chat', '--list', 'x'], 'owlgate chat: --list takes no message'],
    [
      ['query', '--vras', '{}'],
      'owlgate query: --vras: unknown option. Did you mean --var or --vars? --help lists all',
    ],
    [['load', 'a.nt', '-x'], 'owlgate load: -x: unknown option. --help lists all of them'],
    [['load', 'not-there.nt'], 'owlgate load: not-there.nt: no such file or directory'],
    [['load', 'LICENSE', 'not-there/'], 'owlgate load: not-there/: no such file or directory'],
    [['load', '--schema', 'not-there.schema', 'LICENSE'], 'owlgate load: not-there.schema: no such file or directory'],
    [['restore', 'not-there', '--data', 'not-there-either'], 'owlgate restore: not-there: no such file or directory'],
    [['keys', 'list', '--file', 'not-there'], 'owlgate keys: not-there: no such file or directory'],
    [['mutate', ''], 'owlgate mutate: the mutation is empty'],
    [['query', '--file', 'a', '{ b }'], 'owlgate query: either a query or --file is given, not both'],
    [['query', 'not-there.dql'], 'owlgate query: not-there.dql: no such file'],
    [['mutate', 'src'], 'owlgate mutate: src: a directory, not a file'],
    [['mutate', '--format', 'xml'], 'owlgate mutate: --format xml: one of json, rdf, turtle, ntriples is expected'],
    [['ontology', 'load'], 'owlgate ontology load: no file is named (- is standard input)'],
    [['ontology', 'load', '--names', 'id', 'a'], 'owlgate ontology load: --names id: one of iri, label is expected'],
    [['ontology', 'load', '-', '-'], 'owlgate ontology load: standard input can be read only once'],
    [
      ['ontology', 'diff', '--preview', '0', 'a'],
      'owlgate ontology diff: --preview 0: a number of seconds from 1 to 3600',
    ],
    [
      ['ontology', 'validate', '--preview', '9', '--no-data', 'a'],
      'owlgate ontology validate: --preview and --no-data exclude each other',
    ],
    [
      ['ontology', 'violations', '--first', '0'],
      'owlgate ontology violations: --first 0: a number from 1 to 100000 is expected',
    ],
    [
      ['ontology', 'materialize', '--wait', '--status'],
      'owlgate ontology materialize: --wait and --status exclude each other',
    ],
    [['ontology', 'repair', 'x'], 'owlgate ontology repair: x: no name is expected; --to N names a version'],
    [['ontology', 'repair', '--to', '0'], 'owlgate ontology repair: --to 0: the number of a version is expected'],
    [['ontology', 'repair', '--to', 'two'], 'owlgate ontology repair: --to two: the number of a version is expected'],
    [
      ['ontology', 'repair', '--to', '2', '--latest-intact'],
      'owlgate ontology repair: one of --latest-intact, --to and --remove is expected',
    ],
    [
      ['ontology', 'repair', '--remove', '--sign'],
      'owlgate ontology repair: --remove cannot be combined with another repair',
    ],
    [
      ['ontology', 'repair', '--sign', '--without-graphql'],
      'owlgate ontology repair: --without-graphql goes with --latest-intact or --to',
    ],
    [
      ['ontology', 'repair', '--data', 'x', '--url', 'http://a'],
      'owlgate ontology repair: either --url or --data is named, not both',
    ],
    [['ontology', 'repair', '--url', 'alpha'], 'owlgate ontology repair: DGRAPH_URL: the value is not accepted'],
    [['ontology', 'repair', '--data', ' '], 'owlgate ontology repair: --data: the path of a directory is expected'],
    [['ontology', 'graphql', 'put'], 'owlgate ontology graphql: put: one of get, set, delete is expected'],
    [['ontology', 'graphql', 'set'], 'owlgate ontology graphql: set: no file is named (- is standard input)'],
    [['ontology', 'graphql', '--validate'], 'owlgate ontology graphql: --validate goes with set'],
    [['ontology', 'show', 'A', '--source'], 'owlgate ontology show: --source and --turtle print the whole ontology'],
    [['documents', 'add'], 'owlgate documents add: no file is named (- is standard input)'],
    [['documents', 'add', '-'], 'owlgate documents add: standard input has no name: --source gives it one'],
    [
      ['documents', 'add', 'src/cli/terminal'],
      'owlgate documents add: src/cli/terminal: no documents in this directory (.txt',
    ],
    [['documents', 'add', 'a', 'b', '--source', 'c'], 'owlgate documents add: --source is the name of one document'],
    [['documents', 'remove'], 'owlgate documents remove: no source is named; owlgate documents list has them'],
    [
      ['ontology'],
      'owlgate: ontology needs one of load, validate, diff, show, log, blame, rollback, violations, materialize, graphql, repair; ' +
        'owlgate help ontology describes them',
    ],
    [['ontology', 'lod'], 'owlgate: ontology lod: unknown command. Did you mean load or log? owlgate help'],
    [['qery'], 'owlgate: qery: unknown command. Did you mean query or verify? owlgate help lists all of them'],
    [['help', 'qery'], 'owlgate help: qery: unknown command. Did you mean query or verify?'],
    [['completion', 'csh'], 'owlgate completion: csh: one of bash, zsh, fish is expected'],
  ])('is refused: %j', async (args, message) => {
    const { status, stdout, stderr } = await run(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(stderr.slice(0, message.length)).toBe(message);
    const asJson = await run([...args, '--json']);
    expect([asJson.status, asJson.stderr]).toEqual([2, stderr]);
    const { errors } = JSON.parse(asJson.stdout) as { readonly errors: readonly { readonly message: string }[] };
    expect(stderr).toMatch(new RegExp(`^owlgate[a-z ]*: `));
    expect(stderr.replace(/^owlgate[a-z ]*: /, '')).toBe(`${errors[0]!.message}\n`);
  });
});
