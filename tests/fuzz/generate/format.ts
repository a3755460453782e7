/** A textual format as a source of inputs: seeds, a grammar, and mutations of both. */
import { expand, type Grammar } from './grammar';
import { mutateBytes, mutateText, type Material } from './mutate';
import type { Random } from './random';

export interface Format extends Material {
  readonly name: string;
  /** Valid inputs. */
  readonly seeds: () => readonly string[];
  readonly grammar?: Grammar;
  /** Further valid inputs, made by the repository's own printers. */
  readonly make?: (random: Random) => string;
}

/** An input without damage. */
export function valid(random: Random, format: Format): string {
  const { seeds, grammar, make } = format;
  const sources: (readonly [number, () => string])[] = [[4, () => random.pick(seeds())]];
  if (grammar) sources.push([4, () => expand(random, grammar, 'start')]);
  if (make) sources.push([3, () => make(random)]);
  return random.weighted(sources)();
}

/** An input: valid, damaged in places, or damaged in bytes. */
export function generate(random: Random, format: Format): string {
  const text = valid(random, format);
  return random.weighted<() => string>([
    [5, () => text],
    [12, () => mutateText(random, text, format, () => valid(random, format))],
    [1, () => mutateBytes(random, Buffer.from(text)).toString('latin1')],
    [1, () => mutateBytes(random, Buffer.from(text)).toString('utf8')],
  ])();
}

/** A text of about `size` characters that repeats a part of a valid one, or nests it: for bounds of time. */
export function large(random: Random, format: Format, size: number): string {
  const text = valid(random, format);
  if (format.nests && format.nests.length > 0 && random.chance(0.3)) {
    const [open, middle, close] = random.pick(format.nests);
    const depth = Math.max(1, Math.floor(size / (open.length + close.length)));
    return random.chance(0.5) ? open.repeat(depth) : open.repeat(depth) + middle + close.repeat(depth);
  }
  const start = random.below(text.length);
  const range = text.slice(start, start + random.between(1, 60)) || ' ';
  return text.slice(0, start) + range.repeat(Math.ceil(size / range.length)) + text.slice(start);
}
