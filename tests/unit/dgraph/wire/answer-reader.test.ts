import fc from 'fast-check';
import { AnswerReader } from '../../../../src/dgraph/wire/answer-reader';

interface Read {
  status: number;
  body: string;
  ended: boolean;
  error: string | undefined;
}

/** Feeds the pieces, then ends the connection. */
function read(pieces: readonly Buffer[], method = 'GET'): Read {
  const result: Read = { status: 0, body: '', ended: false, error: undefined };
  const reader = new AnswerReader(method, {
    head: ({ status }) => {
      result.status = status;
    },
    data: (chunk) => {
      result.body += chunk.toString('latin1');
    },
    end: () => {
      result.ended = true;
    },
  });
  try {
    for (const piece of pieces) reader.feed(piece);
    reader.finish();
  } catch (error) {
    result.error = (error as { fault: string }).fault;
  }
  return result;
}

const oneChunk = (text: string): Buffer[] => [Buffer.from(text, 'latin1')];

const ANSWERS: readonly [string, string, string][] = [
  ['a length', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello', 'hello'],
  ['no body', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', ''],
  ['the end of the connection', 'HTTP/1.1 200 OK\r\n\r\nhello\r\n\r\n', 'hello\r\n\r\n'],
  [
    'chunks',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nA;x="y"\r\n0123456789\r\n0\r\n\r\n',
    'hello0123456789',
  ],
  ['chunks with a trailer', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n0\r\nX: y\r\n\r\n', '\n'],
  [
    'an interim answer before it',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nX: y\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!',
    '!',
  ],
];

describe('AnswerReader', () => {
  it.each(ANSWERS)('reads an answer with %s, in chunks of any size', (_, text, body) => {
    const expected = { status: 200, body, ended: true, error: undefined };
    expect(read(oneChunk(text))).toEqual(expected);
    expect(read(Array.from(text, (c) => Buffer.from(c, 'latin1')))).toEqual(expected);
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 6 }), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), text.length];
        const pieces = places.slice(1).map((end, i) => Buffer.from(text.slice(places[i], end), 'latin1'));
        expect(read(pieces)).toEqual(expected);
      }),
    );
  });

  it.each(ANSWERS.filter(([title]) => title !== 'the end of the connection'))(
    'reports every truncation of an answer with %s',
    (_, text) => {
      for (let end = 0; end < text.length; end++) {
        expect(read(oneChunk(text.slice(0, end)))).toMatchObject({ ended: false, error: 'closed' });
      }
    },
  );

  it('expects no body after HEAD', () => {
    expect(read(oneChunk('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n'), 'HEAD')).toMatchObject({
      ended: true,
      body: '',
    });
  });

  it.each([
    ['bytes after its end', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n!!'],
    ['a chunk without a size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n;x\r\n'],
    ['a negative size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n'],
    ['a size beyond all numbers', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${'f'.repeat(13)}\r\n`],
    ['a chunk longer than its size', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n'],
    ['an endless size line', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(9000)}`],
    ['an endless trailer', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n${'X: y\r\n'.repeat(101)}`],
    ['a head without end', `HTTP/1.1 200 OK\r\n${'X: y\r\n'.repeat(12_000)}`],
    ['a change of protocol', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['something else, before it ends', '\0\0\x12\x04\0\0\0'],
    ['something else, by its first letters', 'SSH-2.0'],
  ])('refuses %s', (_, text) => {
    expect(read(oneChunk(text)).error).toBe('malformed');
  });

  it('throws nothing but its own error on any bytes', () => {
    const start = fc.constantFrom('', 'HTTP/1.1 200 OK\r\n', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    fc.assert(
      fc.property(start, fc.array(fc.uint8Array({ maxLength: 40 })), (text, pieces) => {
        const { error } = read([Buffer.from(text), ...pieces.map((piece) => Buffer.from(piece))]);
        expect([undefined, 'closed', 'malformed']).toContain(error);
      }),
    );
  });
});
