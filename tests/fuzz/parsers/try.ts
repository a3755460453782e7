/** One input through one reader: refusals pass, everything else is a failure, and so is time out of proportion. */
import { Random, type SeedPart } from '../generate/random';
import type { ParserTarget } from './target';

/** Processor time that any input may take, and what each of its characters adds. */
const BASE_MS = 250;
const PER_CHARACTER_US = 20;
/** One input among so many is large. */
const LARGE_EVERY = 16;
const LARGE_SIZES = [5_000, 50_000, 200_000];

/** The input at an index. */
export function inputAt(target: ParserTarget, seed: SeedPart, index: number): string {
  const random = Random.of(seed, target.name, index);
  if (target.makeLarge && index % LARGE_EVERY === LARGE_EVERY - 1)
    return target.makeLarge(random, random.pick(LARGE_SIZES));
  return target.make(random);
}

/** @returns what is wrong; undefined where the input was read or refused as it should be */
export async function tryInput(target: ParserTarget, input: string): Promise<string | undefined> {
  const allowedMs = BASE_MS + (input.length * (target.perCharacterUs ?? PER_CHARACTER_US)) / 1000;
  let leastMs = Infinity;
  // Collections and compilation take time that is not the input's: only what takes long every time counts.
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = process.cpuUsage();
    const fault = await readOnce(target, input);
    if (fault !== undefined) return fault;
    const { user, system } = process.cpuUsage(before);
    leastMs = Math.min(leastMs, (user + system) / 1000);
    if (leastMs <= allowedMs) return undefined;
  }
  return (
    `it takes ${Math.round(leastMs)} ms of processor time for ${input.length} characters; ` +
    `${Math.round(allowedMs)} ms are allowed`
  );
}

async function readOnce({ read, refusals }: ParserTarget, input: string): Promise<string | undefined> {
  try {
    await read(input);
    return undefined;
  } catch (error) {
    if (refusals.some((refusal) => refusal[Symbol.hasInstance](error))) return undefined;
    const stack = (error as Error | undefined)?.stack ?? String(error);
    return stack.split('\n').slice(0, 6).join('\n').slice(0, 2_000);
  }
}
