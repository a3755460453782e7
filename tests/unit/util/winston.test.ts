import { Writable } from 'node:stream';
import type { Logger } from '../../../src/util/log';
import { requestScope } from '../../../src/util/requestScope';
import { createLogger } from '../../../src/util/winston';

function logged(format: 'json' | 'text', write: (logger: Logger) => void, level: keyof Logger = 'debug'): string[] {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, callback) {
      text += chunk.toString();
      callback();
    },
  });
  write(createLogger({ level, format, stream }));
  return text.split('\n').slice(0, -1);
}

describe('JSON log', () => {
  const one = (write: (logger: Logger) => void): any => JSON.parse(logged('json', write)[0]!);

  it('has time, level, message and fields, one object per line', () => {
    expect(one((log) => log.info('hello', { a: 1, b: { c: [true] } }))).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      message: 'hello',
      a: 1,
      b: { c: [true] },
    });
    expect(logged('json', (log) => log.info('two\nlines'))).toHaveLength(1);
  });

  it('protects its fixed members from fields', () => {
    expect(one((log) => log.warn('real', { message: 'field', level: 'field' }))).toMatchObject({
      message: 'real',
      level: 'warn',
    });
  });

  it('carries the request id, also after an await', async () => {
    const lines: string[] = [];
    await requestScope.run({ requestId: 'r1' }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      lines.push(...logged('json', (log) => log.info('inside')));
    });
    lines.push(...logged('json', (log) => log.info('outside')));
    expect(lines.map((line) => JSON.parse(line).requestId)).toEqual(['r1', undefined]);
  });

  it('prints errors with their stack, bigints and cycles', () => {
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    const { error, big } = one((log) => log.error('x', { error: new TypeError('bad'), big: 10n ** 20n }));
    expect(error).toEqual({ name: 'TypeError', message: 'bad', stack: expect.stringContaining('winston.test') });
    expect(big).toBe('100000000000000000000');
    expect(one((log) => log.error('x', { circular })).message).toBe('x');
  });
});

describe('text log', () => {
  const one = (write: (logger: Logger) => void): string => logged('text', write)[0]!;

  it('prints one readable line', () => {
    expect(one((log) => log.info('hello', { a: 1, b: 'two words', c: 'x', d: '' }))).toMatch(
      /^\d\d:\d\d:\d\d\.\d{3} info {2}hello a=1 b="two words" c=x d=""$/,
    );
  });

  it('escapes line breaks of client input', () => {
    const lines = logged('text', (log) => log.info('a\n12:00:00.000 info b\u2028', { path: '/x\r\ny\u001b[31m' }));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('a\\u000a12:00:00.000 info b\\u2028 path="/x\\r\\ny\\u001b[31m"');
  });
});

it('omits lines below its level', () => {
  const write = (log: Logger): void => {
    log.debug('d');
    log.info('i');
    log.warn('w');
    log.error('e');
  };
  expect(logged('text', write, 'warn').map((line) => line.slice(13))).toEqual(['warn  w', 'error e']);
});
