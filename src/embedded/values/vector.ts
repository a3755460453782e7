/** Vectors of 32-bit floats as text. */
import { ValueError } from './errors';
import { formatFloat32F, parseFloat64 } from './numbers';
import { trimEndOf } from '../../util/text';

/**
 * Parses `[1.5, 2]` or `[1.5 2]`; an empty text is an empty vector.
 *
 * @throws ValueError `cannot convert … to vfloat`.
 */
export function parseVector(text: string): Float32Array {
  const trimmed = text.replace(/[\n\t]/g, ' ').trim();
  const refuse = (): ValueError => new ValueError(`cannot convert ${trimmed} to vfloat`);
  if (trimmed === '') return new Float32Array(0);
  if (!trimmed.startsWith('[') || !trimmed.endsWith(']')) throw refuse();
  const inner = trimEndOf(trimmed.slice(1), ']');
  if (inner === '') return new Float32Array(0);
  const parts = inner.includes(',')
    ? inner.split(',').map((part) => part.trim())
    : inner.split(' ').filter((part) => part !== '');
  return Float32Array.from(parts, (part) => {
    try {
      const value = Math.fround(parseFloat64(part));
      if (Number.isFinite(value) || /inf|nan/i.test(part)) return value;
    } catch {
      // The message names the whole vector rather than one element.
    }
    throw refuse();
  });
}

/** `[1.5,2]`. */
export function formatVector(vector: Float32Array): string {
  return `[${Array.from(vector, formatFloat32F).join(',')}]`;
}
