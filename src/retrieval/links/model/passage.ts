/** Passages for a model: their ambiguous mentions, and candidates for further links. */
import { createHash } from 'node:crypto';
import type { Mention } from '../../types';
import type { Near } from './near';

/** Chunk with the mentions found by labels. */
interface LabelledChunk {
  readonly heading: string;
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** Passage for the model. */
export interface Passage extends LabelledChunk {
  /** Indexes of ambiguous mentions. */
  readonly open: readonly number[];
  /** Candidate nodes for further links: nodes named in the passage or before it, and nodes with similar labels. */
  readonly uids: readonly string[];
  readonly classes: readonly string[];
}

/** Number of earlier chunks to whose nodes pronouns may refer. */
export const CHUNKS_BEFORE = 2;
const MAX_CONTEXT_NODES = 16;

/** True if a mention is ambiguous: several nodes, or a node and a class. */
const isOpen = ({ uids, classes }: Mention): boolean => uids.length + (uids.length > 0 ? classes.length : 0) > 1;

/**
 * @param before mentions of the earlier chunks, nearest first, then those of the title
 * @param near candidates by parts of labels
 * @returns undefined without anything to ask
 */
export function passageOf(chunk: LabelledChunk, before: readonly Mention[], near: Near): Passage | undefined {
  const open = chunk.mentions.flatMap((mention, i) => (isOpen(mention) ? [i] : []));
  const unambiguousUids = [...chunk.mentions, ...before].flatMap((mention) => (isOpen(mention) ? [] : mention.uids));
  const uids = [...new Set([...[...new Set(unambiguousUids)].slice(0, MAX_CONTEXT_NODES), ...near.uids])];
  const mentionedClasses = new Set(chunk.mentions.flatMap(({ classes }) => classes));
  const classes = near.classes.filter((name) => !mentionedClasses.has(name));
  if (open.length + uids.length + classes.length === 0) return undefined;
  return { ...chunk, open, uids, classes };
}

/** Version of the question's format. A new version asks about all passages again. */
const FORMAT = 1;

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

/** Digest of mentions, stored to detect changed labels. */
export const labelsMark = (mentions: readonly Mention[]): string =>
  hash(mentions.map(({ start, end, uids, classes }) => [start, end, uids, classes]));

/**
 * Digest of mentions and question, stored with a linked chunk to detect changes.
 *
 * @param passage undefined if there was nothing to ask
 */
export const askedMark = (model: string, mentions: readonly Mention[], passage: Passage | undefined): string =>
  `${labelsMark(mentions)}.${hash([FORMAT, model, passage && [passage.uids, passage.classes]])}`;
