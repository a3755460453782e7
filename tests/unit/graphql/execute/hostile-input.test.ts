/** Client input stays data: it never becomes DQL, and never causes an internal error. */
import fc from 'fast-check';
import { prepare } from '../../../../src/dql';
import { backend, library } from '../../../support/graphql/library';
import { cpuTime } from '../../../support/cpu-time';
import { runs } from '../../../support/runs';

const api = library();

/** Quoted values of a query, as read by DQL's parser. */
function quotedValues(dql: string): string[] {
  const values: string[] = [];
  JSON.stringify(prepare(dql, {}), (_, node: unknown) => {
    if (typeof node === 'object' && node !== null && 'quoted' in node && node.quoted === true) {
      values.push((node as unknown as { text: string }).text);
    }
    return node;
  });
  return values;
}

const text = fc.string({ unit: 'binary', maxLength: 30 }).filter((string) => !/\p{Surrogate}/u.test(string));

describe('values in DQL', () => {
  it.each(['eq', 'anyofterms', 'regexp'])('of %s equal the input', async (func) => {
    await fc.assert(
      fc.asyncProperty(text, async (value) => {
        // A regular expression between slashes stays verbatim.
        fc.pre(func !== 'regexp' || !/^\/.*\/[a-zA-Z]*$/s.test(value));
        const testBackend = backend();
        const query = `query($v: String) { queryWork(filter: {title: {${func}: $v}}) { title } }`;
        const { errors } = await api.execute({ query, variables: { v: value } }, testBackend);
        expect(errors).toBeUndefined();
        expect(quotedValues(testBackend.queries[0]!.dql)).toEqual([value]);
      }),
    );
  });

  it('are one regular expression, or a string', async () => {
    const pieces = fc.constantFrom('/', '\\', ')', '(', ' OR has(x', 'i', '"', 'a', '\n', '}', '{');
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 8 }), async (parts) => {
        const testBackend = backend();
        const query = 'query($v: String) { queryWork(filter: {title: {regexp: $v}}) { title } }';
        await api.execute({ query, variables: { v: parts.join('') } }, testBackend);
        // If it ended the call, the document would have another function or be invalid.
        const functions = [
          ...JSON.stringify(safely(testBackend.queries[0]!.dql)).matchAll(/"FunctionCall","name":"(\w+)"/g),
        ];
        expect(functions.map(([, name]) => name)).not.toContain('has');
      }),
    );
  });

  it('of passwords and keys never reach the text unquoted', async () => {
    const testBackend = backend();
    const query = 'query($i: String!) { getBook(isbn: $i) { title } }';
    await api.execute({ query, variables: { i: '") { uid } } { x(func: has(secret)) { secret } } #' } }, testBackend);
    expect(quotedValues(testBackend.queries[0]!.dql)).toHaveLength(1);
  });
});

function safely(dql: string): unknown {
  try {
    return prepare(dql, {});
  } catch {
    return undefined;
  }
}

describe('requests', () => {
  const OURS = /undefined|Cannot read|is not a function|not iterable|Maximum call stack/;
  const judge = async (request: object): Promise<void> => {
    const { errors = [] } = await api.execute(request as never, backend());
    for (const { message } of errors) expect(message).not.toMatch(OURS);
  };

  it('with any variables get an answer', async () => {
    const queries = [
      'query($v: WorkFilter) { queryWork(filter: $v) { title } }',
      'query($v: [ID!]) { queryWork(filter: {id: $v}) { title } }',
      'query($v: Int) { queryWork(first: $v) { title } }',
      'query($v: Int64) { queryWork(filter: {sold: {eq: $v}}) { title } }',
      'mutation($v: [AddBookInput!]!) { addBook(input: $v) { numUids } }',
      'mutation($v: UpdateBookInput!) { updateBook(input: $v) { numUids } }',
      'query($v: BookFilter) { queryReader { shelf(filter: {bookFilter: $v}) { __typename } } }',
    ];
    const keys = fc.constantFrom(
      'isbn',
      'title',
      'and',
      'or',
      'not',
      'has',
      'eq',
      'in',
      'between',
      'filter',
      'set',
      'id',
    );
    const more = fc.constantFrom('remove', 'authors', 'name', 'pages', 'sold', 'min', 'max', '__proto__', 'seat', 'x');
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom(null, true, 0, -1, 1.5, 1e300, '', 'a', '0x1', 'title', 'NOVEL'),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keys, more), tie('value'), { maxKeys: 3, noNullPrototype: true }),
      ),
    }));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...queries), value, (query, v) => judge({ query, variables: { v } })),
      { numRuns: runs(2000) },
    );
  });

  it('of any words get an answer', async () => {
    const words = fc.constantFrom(
      ...[
        '{',
        '}',
        '(',
        ')',
        '[',
        ']',
        ':',
        '$v',
        '!',
        '...',
        'on',
        'Work',
        'Book',
        '@skip',
        '@cascade',
        'if',
        'query',
      ],
      ...['queryWork', 'title', 'filter', 'mutation', 'addBook', 'input', '"a"', '1', 'null', 'fragment', 'F', '...F'],
    );
    await fc.assert(
      fc.asyncProperty(fc.array(words, { maxLength: 25 }), (parts) => judge({ query: parts.join(' ') })),
      { numRuns: runs(2000) },
    );
  });

  it('that are nested deeply are refused', async () => {
    for (const open of ['{ a ', '{ queryWork(filter: ' + '{ not: '.repeat(1), '{ queryWork(filter: { and: [']) {
      const query = open + '{ a: [ '.repeat(20_000);
      const { errors } = await api.execute({ query }, backend());
      expect(errors![0]!.message).toMatch(/nested more than 500 levels deep/);
    }
  });

  it('that end early after long comments are refused quickly', async () => {
    for (const comment of ['#', '# ', ' ,', '\n#\n']) {
      const query = `${comment.repeat(20_000)}\nquery ($v: Int = `;
      const took = await cpuTime(async () => {
        const { errors } = await api.execute({ query }, backend());
        expect(errors![0]!.message).toContain('<EOF>');
      });
      expect(took).toBeLessThan(2000);
    }
    const { errors } = await api.execute({ query: '# nothing\n#at all' }, backend());
    expect(errors![0]!.message).not.toContain('<EOF>');
  });

  it('with deeply nested variables are refused', async () => {
    let v: unknown = { title: { eq: 'a' } };
    for (let i = 0; i < 5000; i++) v = { not: v };
    const query = 'query($v: WorkFilter) { queryWork(filter: $v) { title } }';
    const { errors } = await api.execute({ query, variables: { v } }, backend());
    expect(errors![0]!.message).toMatch(/nested more than/);
  });
});
