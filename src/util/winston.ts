/** Logger of the running program: winston on standard output, as JSON for machines or as text for people. */
import cluster from 'node:cluster';
import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import * as winston from 'winston';
import type { Logger } from './log';
import { requestScope } from './requestScope';

/** Property in which winston's transports expect the finished line. */
const MESSAGE = Symbol.for('message');

export interface LogOptions {
  readonly level: keyof Logger;
  readonly format: 'json' | 'text';
  /** Default: standard output. */
  readonly stream?: NodeJS.WritableStream;
}

interface Entry {
  readonly level: string;
  readonly message: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Creates the logger. Lines written for a request carry its `requestId`. */
export function createLogger({ level, format, stream = process.stdout }: LogOptions): Logger {
  const print = format === 'json' ? jsonLine : textLine;
  const lines = new Lines(stream);
  const logger = winston.createLogger({
    level,
    format: winston.format((info) => {
      info[MESSAGE] = print(info as unknown as Entry, new Date());
      return info;
    })(),
    transports: [new winston.transports.Stream({ stream: lines })],
  });
  // The fields are one object because winston would append a field "message" to the message.
  const write = (lineLevel: keyof Logger) => {
    const isWritten = logger.isLevelEnabled(lineLevel);
    return (message: string, fields?: Record<string, unknown>): void => {
      if (!isWritten) return;
      logger.log({ level: lineLevel, message, fields: { ...scopeFields(), ...fields } });
      if (lineLevel === 'warn' || lineLevel === 'error') lines.flush();
    };
  };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

/**
 * Maximum characters that wait for the end of a turn. Workers share a pipe, in which the lines of a larger piece could
 * be torn apart (PIPE_BUF).
 */
const MAX_WAITING = cluster.isWorker ? 4_096 : 64 * 1024;

/** Lines of one turn of the event loop, written at its end in one piece: a system call costs more than a line. */
class Lines extends Writable {
  private waiting = '';

  constructor(private readonly target: NodeJS.WritableStream) {
    super({ decodeStrings: false });
    if (target === process.stdout) process.on('exit', () => this.flush());
  }

  override _write(line: string | Buffer, _encoding: string, done: () => void): void {
    const text = String(line);
    if (this.waiting.length + text.length > MAX_WAITING) this.flush();
    if (this.waiting === '') setImmediate(() => this.flush());
    this.waiting += text;
    done();
  }

  flush(): void {
    if (this.waiting !== '') this.target.write(this.waiting);
    this.waiting = '';
  }
}

function scopeFields(): Record<string, string> {
  const scope = requestScope.getStore();
  return scope ? { requestId: scope.requestId } : {};
}

function jsonLine({ level, message, fields }: Entry, now: Date): string {
  const extraFields = withoutFixed(fields);
  const extra = json(extraFields) ?? JSON.stringify({ fields: inspect(extraFields) });
  const fixed = `{"time":"${now.toISOString()}","level":"${level}","message":${JSON.stringify(message)}`;
  return extra === '{}' ? `${fixed}}` : `${fixed},${extra.slice(1)}`;
}

/** Removes fields that would override the fixed members of a line. */
function withoutFixed(fields: Entry['fields']): Entry['fields'] {
  if (!('time' in fields || 'level' in fields || 'message' in fields)) return fields;
  const { time: _time, level: _level, message: _message, ...extraFields } = fields;
  return extraFields;
}

function textLine({ level, message, fields }: Entry, now: Date): string {
  const parts = Object.entries(fields).map(([key, value]) => `${key}=${textValue(value)}`);
  return [now.toISOString().slice(11, 23), level.padEnd(5), oneLine(message), ...parts].join(' ');
}

function textValue(value: unknown): string {
  if (value instanceof Error) return `\n${inspect(value)}`;
  const text = typeof value === 'string' ? value : (json(value) ?? inspect(value));
  return /^[^\s"=]+$/.test(text) ? text : JSON.stringify(text);
}

/** Escapes control characters: client input with line breaks must not look like several log lines. */
// oxlint-disable-next-line no-control-regex -- matches control characters on purpose
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, escaped);
const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Prints JSON; undefined for cycles and other unprintable values, because logging must not throw. */
function json(value: unknown): string | undefined {
  try {
    // Most lines are access lines with plain values only. A replacer would multiply their cost.
    return JSON.stringify(value, isFlat(value) ? undefined : plain);
  } catch {
    return undefined;
  }
}

function isFlat(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'bigint';
  return Object.values(value).every((field) => typeof field === 'string' || typeof field === 'number');
}

function plain(_key: string, value: unknown): unknown {
  if (value instanceof Error) {
    const { name, message, stack, cause } = value;
    return { name, message, stack, cause };
  }
  return typeof value === 'bigint' ? String(value) : value;
}
