/** `similar_to(embedding, 3, "[1, 2]")`: nearest vectors, by comparison with all of them. */
import { QueryError, similarArguments, type SimilarFunction } from '../../plan';
import type { UidList } from '../../storage/view';
import { parseVector } from '../../values';
import type { Context } from '../context';
import { intersect, NO_UIDS, toList } from '../uids';

type Distance = (a: Float32Array, b: Float32Array) => number;

export function findSimilar(
  ctx: Context,
  func: SimilarFunction,
  texts: readonly string[],
  src: UidList | undefined,
): UidList {
  const { predicate } = func;
  const [limit = '', target] = texts;
  if (!/^[+-]?\d+$/.test(limit)) throw new QueryError(`invalid value for number of neighbors: ${limit}`, func.span);
  if (target === undefined) throw new QueryError(similarArguments(texts), func.span);
  const targetVector = readTarget(ctx, func, target);
  // Dgraph's search returns at least one candidate, whatever the number.
  const limitCount = Math.max(1, Number(limit));
  if (!targetVector) return NO_UIDS;
  const distance = distanceOf(func);
  const maxDistance = readThreshold(func);
  const candidates: { uid: number; distance: number }[] = [];
  for (const uid of ctx.view.subjects(predicate.name, false)) {
    ctx.limits.step();
    const value = ctx.view.values(predicate.name, uid)[0]?.value;
    if (value?.type !== 'float32vector') continue;
    if (value.value.length !== targetVector.length) {
      throw new QueryError(': can not compute euclidean distance on vectors of different lengths', func.span);
    }
    candidates.push({ uid, distance: distance(targetVector, value.value) });
  }
  candidates.sort((a, b) => a.distance - b.distance || a.uid - b.uid);
  const nearest = toList(
    candidates
      .filter((f) => f.distance <= maxDistance)
      .slice(0, limitCount)
      .map((f) => f.uid),
  );
  return src ? intersect(nearest, src) : nearest;
}

/** Parses a vector, or reads that of the node with the given uid. */
function readTarget(ctx: Context, func: SimilarFunction, text: string): Float32Array | undefined {
  try {
    return parseVector(text);
  } catch {
    if (!/^(0[xX][0-9a-fA-F]+|\d+)$/.test(text)) {
      throw new QueryError(`Value ${JSON.stringify(text)} is not a uid or vector`, func.span);
    }
  }
  const value = ctx.view.values(func.predicate.name, Number(text))[0]?.value;
  return value?.type === 'float32vector' ? value.value : undefined;
}

function readThreshold({ options, span }: SimilarFunction): number {
  const text = options['distance_threshold'];
  const ef = options['ef'];
  if (ef !== undefined) {
    if (!/^[+-]?\d+$/.test(ef))
      throw new QueryError(`Invalid value for 'ef' in similar_to: ${JSON.stringify(ef)}`, span);
    if (Number(ef) <= 0) throw new QueryError(`Value for 'ef' must be positive, got: ${ef}`, span);
  }
  if (text === undefined) return Infinity;
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) {
    throw new QueryError(`Invalid value for 'distance_threshold' in similar_to: ${JSON.stringify(text)}`, span);
  }
  if (value < 0) throw new QueryError(`Value for 'distance_threshold' must be non-negative, got: ${text}`, span);
  return value;
}

function distanceOf(func: SimilarFunction): Distance {
  const spec = func.predicate.declaration!.index.find((index) => index.tokenizer === 'hnsw');
  const metric = spec?.options?.find((option) => option.key === 'metric')?.value ?? 'euclidean';
  switch (metric) {
    case 'cosine':
      return (a, b) => 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
    case 'dotproduct':
      return (a, b) => 1 - dot(a, b);
    default:
      return euclidean;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!;
  return sum;
}

function euclidean(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2;
  return Math.sqrt(sum);
}
