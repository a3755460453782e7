/** The logger of the running program: winston, as JSON for machines or as text for people, on standard output. */
import { inspect } from 'node:util';
import * as winston from 'winston';
import type { Logger } from './log';
import { requestScope } from './requestScope';

/** Where winston's transports look for the finished line. */
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

/** Lines carry `requestId` where they are written on behalf of a request. */
export function createLogger({ level, format, stream }: LogOptions): Logger {
  const print = format === 'json' ? jsonLine : textLine;
  const logger = winston.createLogger({
    level,
    format: winston.format((info) => {
      info[MESSAGE] = print(info as unknown as Entry, new Date());
      return info;
    })(),
    // eslint-disable-next-line @typescript-eslint/no-unsafe-class-instance-assignment -- winston's types have no such class
    transports: [stream ? new winston.transports.Stream({ stream }) : new winston.transports.Console()],
  });
  // One object, because winston would join a field called "message" to the message.
  const write =
    (at: keyof Logger) =>
    (message: string, fields?: Record<string, unknown>): void => {
      if (!logger.isLevelEnabled(at)) return;
      logger.log({ level: at, message, fields: { ...requestScope.getStore(), ...fields } });
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}

function jsonLine({ level, message, fields }: Entry, now: Date): string {
  const own = withoutFixed(fields);
  const rest = json(own) ?? JSON.stringify({ fields: inspect(own) });
  const fixed = `{"time":"${now.toISOString()}","level":"${level}","message":${JSON.stringify(message)}`;
  return rest === '{}' ? `${fixed}}` : `${fixed},${rest.slice(1)}`;
}

/** No field takes the place of what every line has. */
function withoutFixed(fields: Entry['fields']): Entry['fields'] {
  if (!('time' in fields || 'level' in fields || 'message' in fields)) return fields;
  const { time: _time, level: _level, message: _message, ...others } = fields;
  return others;
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

/** Line breaks in what a client sent must not look like lines of the log. */
// eslint-disable-next-line no-control-regex -- control characters are what is looked for
const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]/g, escaped);
const escaped = (c: string): string => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Undefined for what has no end or no form in JSON: a log line must not be what fails. */
function json(value: unknown): string | undefined {
  try {
    // Access lines are most of a log and have nothing but plain values: a replacer would cost more than all the rest.
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
