/** Failures of a run, told apart by what is wrong and where, each with the command that repeats it. */
import type { FuzzCase } from '../wire/request';
import type { Complaint } from './case';

export interface Failure {
  readonly route: string;
  readonly seed: number | string;
  readonly index: number;
  readonly complaint: Complaint;
  /** Cases with the same complaint, this one included. */
  count: number;
}

const MAX_SHOWN = 4_000;

export class Failures {
  private readonly bySignature = new Map<string, Failure>();

  /** @returns whether it is the first of its kind */
  add({ route, seed, index }: Pick<FuzzCase, 'route' | 'seed' | 'index'>, complaint: Complaint): boolean {
    const key = `${route} ${signatureOf(complaint)}`;
    const before = this.bySignature.get(key);
    if (before) before.count++;
    else this.bySignature.set(key, { route, seed, index, complaint, count: 1 });
    return before === undefined;
  }

  get all(): readonly Failure[] {
    return [...this.bySignature.values()];
  }
}

/** The complaint without what differs from one case to the next: numbers, names, texts. */
export function signatureOf({ kind, text }: Complaint): string {
  const plain = text
    .replace(
      /^log: .*?"message":("(?:[^"\\]|\\.)*").*?"stack":"((?:[^"\\]|\\.)*)".*$/s,
      (_, message: string, stack: string) => {
        const frames = [...stack.matchAll(/\((?:[^()]*\/)?([\w.-]+:\d+):\d+\)/g)].slice(0, 2).map(([, place]) => place);
        return `log: ${message} ${frames.join(' ')}`;
      },
    )
    .replace(/"(?:[^"\\]|\\.)*"/g, '""')
    .replace(/[0-9a-f]{8,}|0x[0-9a-f]+|\d+/gi, '#');
  return `${kind}: ${plain.slice(0, 160)}`;
}

/** The line that repeats a case. */
export function commandOf({ route, seed, index }: Failure, engine: string): string {
  const on = engine === 'embedded' ? '' : ` --engine ${engine}`;
  return `npm run fuzz -- --seed ${seed} --only '${route}' --at ${index}${on}`;
}

/** For people: what is wrong, how to repeat it, and the request as text and as bytes. */
export function describeFailure(failure: Failure, engine: string): string {
  const { route, complaint, count } = failure;
  const { kind, text, bytes } = complaint;
  const lines = [`${route}: ${kind}: ${text}`, `  ${count} time(s); repeat it with`, `  ${commandOf(failure, engine)}`];
  if (bytes) {
    lines.push(`  request (${bytes.length} bytes): ${JSON.stringify(bytes.toString('latin1', 0, MAX_SHOWN))}`);
    if (bytes.length <= MAX_SHOWN) lines.push(`  npm run fuzz -- --send ${bytes.toString('base64')}`);
  }
  return lines.join('\n');
}
