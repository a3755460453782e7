/** Batches of an import: consecutive statements, cut between nodes as far as the document groups them. */
import { createHash, type Hash } from 'node:crypto';
import { nodeKey, type NQuad } from '../dql';
import type { StreamedQuad } from '../rdf/stream';

/** Consecutive statements of one source, each with the quad that states it. */
export interface ImportBatch {
  readonly source: string;
  readonly statements: readonly NQuad[];
  readonly quads: readonly StreamedQuad[];
}

/** Number of the next statement to write: sources before, and statements of this one. */
export interface Position {
  readonly source: number;
  readonly statements: number;
  /** Digest of these statements; absent for none. */
  readonly digest?: string;
}

/** Characters of a hash, of six bits each. */
const HASH_CHARACTERS = 16;

/** Place and content of a batch: another run of the import may cut its document in other places. */
export interface BatchPlace {
  /** Position after the batch. */
  readonly end: Position;
  readonly hash: string;
}

/** Hashes of the statements of a source: of each batch, and of all that were read. */
export class Trail {
  private readonly whole = createHash('sha256');
  private parts: string[] = [];

  add(quad: StreamedQuad): void {
    addText(quad, this.parts);
  }

  /** Ends a batch. @returns the hash of its statements, and the digest of all statements so far */
  cut(): { readonly hash: string; readonly digest: string } {
    const bytes = Buffer.from(this.parts.join(''));
    this.parts = [];
    this.whole.update(bytes);
    return { hash: hashOf(bytes), digest: printed(this.whole.copy()) };
  }
}

/** Returns the place of a part of a batch. */
export function placeOf({ quads }: Pick<ImportBatch, 'quads'>, end: Position): BatchPlace {
  const parts: string[] = [];
  for (const quad of quads) addText(quad, parts);
  return { end, hash: hashOf(parts.join('')) };
}

/** Adds the text of a statement, in parts. */
function addText({ subject, predicate, object, graph }: StreamedQuad, parts: string[]): void {
  parts.push(subject, '\t', predicate, '\t');
  if (typeof object === 'string') parts.push(object);
  else parts.push(object.value, '\t', object.datatype, '\t', object.lang ?? '');
  parts.push('\t', graph, '\n');
}

const hashOf = (content: string | Buffer): string => printed(createHash('sha256').update(content));
const printed = (hash: Hash): string => hash.digest('base64url').slice(0, HASH_CHARACTERS);

/** Splits a batch into two, between nodes. @returns undefined for the statements of one node */
export function halves({ source, statements, quads }: ImportBatch): readonly [ImportBatch, ImportBatch] | undefined {
  const order = byNode(statements);
  const nodes = order.filter((at, i) => i === 0 || keyAt(statements, at) !== keyAt(statements, order[i - 1]!)).length;
  if (nodes < 2) return undefined;
  let seen = 0;
  const middle = order.findIndex((at, i) => {
    if (i === 0 || keyAt(statements, at) !== keyAt(statements, order[i - 1]!)) seen++;
    return seen > nodes >> 1;
  });
  const part = (indices: readonly number[]): ImportBatch => ({
    source,
    statements: indices.map((at) => statements[at]!),
    quads: indices.map((at) => quads[at]!),
  });
  return [part(order.slice(0, middle)), part(order.slice(middle))];
}

/** Returns the first statements of a batch. */
export const firstOf = ({ source, statements, quads }: ImportBatch, count: number): ImportBatch => ({
  source,
  statements: statements.slice(0, count),
  quads: quads.slice(0, count),
});

const keyAt = (statements: readonly NQuad[], at: number): string => nodeKey(statements[at]!.subject);

/** Returns the indices of statements by node, nodes in order of their first statement. */
function byNode(statements: readonly NQuad[]): number[] {
  const groups = new Map<string, number[]>();
  statements.forEach(({ subject }, at) => {
    const key = nodeKey(subject);
    const group = groups.get(key);
    if (group) group.push(at);
    else groups.set(key, [at]);
  });
  return [...groups.values()].flat();
}
