import fc from 'fast-check';
import { parseAnswerHead, printRequestHead } from '../../../../src/dgraph/wire/head';

const head = (...lines: string[]): string => lines.join('\r\n');

describe('the head of an answer', () => {
  it('keeps headers as received, without those of the connection', () => {
    const text = head(
      'HTTP/1.1 200 OK',
      'X-One: 1',
      'Set-Cookie: a=1',
      'set-cookie: b=2',
      'Connection: close, X-Private',
      'X-Private: p',
      'Keep-Alive: timeout=5',
      'Content-Length: 12',
      'Empty:',
      'Padded: \t x y \t',
    );
    expect(parseAnswerHead(text, 'GET')).toEqual({
      status: 200,
      reason: 'OK',
      rawHeaders: [
        'X-One',
        '1',
        'Set-Cookie',
        'a=1',
        'set-cookie',
        'b=2',
        'Content-Length',
        '12',
        'Empty',
        '',
        'Padded',
        'x y',
      ],
      framing: 'length',
      length: 12,
      keepAliveMs: 0,
    });
  });

  it.each([
    ['a length', ['Content-Length: 3'], 'GET', 200, 'length'],
    ['the same length twice', ['Content-Length: 3', 'Content-Length: 3'], 'GET', 200, 'length'],
    ['chunks', ['Transfer-Encoding: Chunked'], 'GET', 200, 'chunked'],
    ['neither', [], 'GET', 200, 'close'],
    ['HEAD', ['Content-Length: 3'], 'HEAD', 200, 'none'],
    ['204', [], 'POST', 204, 'none'],
    ['304', ['Content-Length: 3'], 'GET', 304, 'none'],
  ])('finds the end of the body by %s', (_, headers, method, status, framing) => {
    expect(parseAnswerHead(head(`HTTP/1.1 ${status} X`, ...headers), method).framing).toBe(framing);
  });

  it.each([
    ['HTTP/1.1 200 OK', ['Content-Length: 1', 'Keep-Alive: timeout=70'], 70_000],
    ['HTTP/1.1 200 OK', ['Content-Length: 1', 'Keep-Alive: max=5, timeout=7'], 7_000],
    ['HTTP/1.1 200 OK', ['Content-Length: 1', 'Keep-Alive: timeout=70', 'Connection: Close'], 0],
    ['HTTP/1.1 200 OK', ['Keep-Alive: timeout=70'], 0],
    ['HTTP/1.0 200 OK', ['Content-Length: 1', 'Keep-Alive: timeout=70'], 0],
    ['HTTP/1.1 200 OK', ['Content-Length: 1'], 0],
  ])('%s with %j promises to keep the connection for %i ms', (start, headers, ms) => {
    expect(parseAnswerHead(head(start, ...headers), 'GET').keepAliveMs).toBe(ms);
  });

  it.each([
    ['not HTTP', ['SSH-2.0-OpenSSH_9']],
    ['another version', ['HTTP/2 200']],
    ['no status', ['HTTP/1.1 OK']],
    ['a status out of range', ['HTTP/1.1 600 X']],
    ['two lengths', ['HTTP/1.1 200 OK', 'Content-Length: 3', 'Content-Length: 4']],
    ['a negative length', ['HTTP/1.1 200 OK', 'Content-Length: -3']],
    ['a length in hexadecimal', ['HTTP/1.1 200 OK', 'Content-Length: 0x3']],
    ['a length and chunks', ['HTTP/1.1 200 OK', 'Content-Length: 3', 'Transfer-Encoding: chunked']],
    ['another encoding', ['HTTP/1.1 200 OK', 'Transfer-Encoding: gzip, chunked']],
    ['two encodings', ['HTTP/1.1 200 OK', 'Transfer-Encoding: chunked', 'Transfer-Encoding: chunked']],
    ['no colon', ['HTTP/1.1 200 OK', 'nonsense']],
    ['a space before the colon', ['HTTP/1.1 200 OK', 'Content-Length : 3']],
    ['a folded line', ['HTTP/1.1 200 OK', 'X: 1', ' 2']],
    ['a lone line feed', ['HTTP/1.1 200 OK', 'X: 1\nY: 2']],
    ['a NUL', ['HTTP/1.1 200 OK', 'X: \0']],
  ])('refuses %s', (_, lines) => {
    expect(() => parseAnswerHead(head(...lines), 'GET')).toThrow(
      expect.objectContaining({ name: 'WireError', fault: 'malformed' }),
    );
  });

  it('has its length once, however often it is repeated', () => {
    const { rawHeaders } = parseAnswerHead(head('HTTP/1.1 200 OK', 'Content-Length: 3', 'content-length: 3'), 'GET');
    expect(rawHeaders).toEqual(['Content-Length', '3']);
  });

  it('throws nothing but its own error on any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, begins) => {
        try {
          parseAnswerHead(begins ? `HTTP/1.1 200 OK\r\n${text}` : text, 'GET');
        } catch (error) {
          expect((error as Error).name).toBe('WireError');
        }
      }),
    );
  });
});

describe('the head of a request', () => {
  it('is printed', () => {
    expect(printRequestHead('POST', '/query?ro=true', ['Host', 'h', 'X', 'y'])).toBe(
      'POST /query?ro=true HTTP/1.1\r\nHost: h\r\nX: y\r\n\r\n',
    );
  });

  it.each([
    ['/a b', []],
    ['/a\r\nX: y', []],
    ['query', []],
    ['/', ['X', 'a\r\nY: b']],
    ['/', ['X: a\r\nY', 'b']],
    ['/', ['', 'b']],
  ])('does not let %j with %j break out of its line', (target, flat) => {
    expect(() => printRequestHead('GET', target, flat)).toThrow(expect.objectContaining({ fault: 'unsendable' }));
  });
});
