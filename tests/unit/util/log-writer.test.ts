import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '../../../src/util/log';
import { requestScope } from '../../../src/util/requestScope';
import { createLogger } from '../../../src/util/log-writer';

async function logged(
  format: 'json' | 'text',
  write: (logger: Logger) => void,
  level: keyof Logger = 'debug',
): Promise<string[]> {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      text += chunk.toString();
      callback();
    },
  });
  write(createLogger({ level, format, stream }));
  await nextTurn();
  return text.split('\n').slice(0, -1);
}

describe('JSON log', () => {
  const one = async (write: (logger: Logger) => void): Promise<any> => JSON.parse((await logged('json', write))[0]!);

  it('has time, level, message and fields, one object per line', async () => {
    expect(await one((log) => log.info('hello', { a: 1, b: { c: [true] } }))).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: 'hello',
      a: 1,
      b: { c: [true] },
    });
    expect(await logged('json', (log) => log.info('two\nlines'))).toHaveLength(1);
  });

  it('protects its fixed members from fields', async () => {
    expect(await one((log) => log.warn('real', { message: 'field', level: 'field' }))).toMatchObject({
      message: 'real',
      level: 'warn',
    });
  });

  it('carries the request id, also after an await', async () => {
    const lines: string[] = [];
    await requestScope.run({ requestId: 'r1' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      lines.push(...(await logged('json', (log) => log.info('inside'))));
    });
    lines.push(...(await logged('json', (log) => log.info('outside'))));
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['r1', undefined]);
  });

  it('prints errors with their stack, bigints and cycles', async () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const { error, big } = await one((log) => log.error('x', { error: new TypeError('bad'), big: 10n ** 20n }));
    expect(error).toEqual({ name: 'TypeError', message: 'bad', stack: expect.stringContaining('log-writer.test') });
    expect(big).toBe('100000000000000000000');
    expect((await one((log) => log.error('x', { circular }))).message).toBe('x');
  });
});

describe('text log', () => {
  const one = async (write: (logger: Logger) => void): Promise<string> => (await logged('text', write))[0]!;

  it('prints one readable line', async () => {
    expect(await one((log) => log.info('hello', { a: 1, b: 'two words', c: 'x', d: '' }))).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} info {2}hello a=1 b="two words" c=x d=""$/,
    );
  });

  it('escapes line breaks of client input', async () => {
    const lines = await logged('text', (log) =>
      log.info('a\n12:00:00.000 info b\u2028', { path: '/x\r\ny\u001b[31m' }),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('a\\u000a12:00:00.000 info b\\u2028 path="/x\\r\\ny\\u001b[31m"');
  });
});

it('omits lines below its level', async () => {
  const write = (log: Logger): void => {
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e');
  };
  expect((await logged('text', write, 'warn')).map((line) => line.slice(13))).toEqual(['warn  w', 'error e']);
});

it('writes the lines of a turn in one piece, and warnings at once', async () => {
  const pieces: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      pieces.push(chunk.toString());
      callback();
    },
  });
  const log = createLogger({ level: 'info', format: 'text', stream });
  log.info('a');
  log.info('b');
  expect(pieces).toEqual([]);
  log.warn('c');
  expect(pieces.map((piece) => piece.split('\n').length - 1)).toEqual([3]);
  log.info('d');
  log.info('e');
  await nextTurn();
  expect(pieces.map((piece) => piece.split('\n').length - 1)).toEqual([3, 2]);
});
