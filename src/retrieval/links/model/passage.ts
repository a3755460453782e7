/** A part of a document as a model is asked about it: what its labels leave open, and what it may speak of besides. */
import { createHash } from 'node:crypto';
import type { Mention } from '../../types';
import type { Near } from './near';

/** A chunk with the links of its labels. */
export interface LabelledChunk {
  readonly heading: string;
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** What a model is asked about. */
export interface Passage extends LabelledChunk {
  /** Mentions, by their place among all, that mean one of several things. */
  readonly open: readonly number[];
  /** Nodes that it may speak of elsewhere: those named in and before it, and those with labels like its words. */
  readonly uids: readonly string[];
  readonly classes: readonly string[];
}

/** Chunks before, whose nodes pronouns may mean. */
export const CHUNKS_BEFORE = 2;
const MOST_FROM_CONTEXT = 16;

/** Whether a label says too little: several nodes have it, or a node and a class. */
export const isOpen = ({ uids, classes }: Mention): boolean => uids.length + (uids.length > 0 ? classes.length : 0) > 1;

/**
 * @param before mentions of the chunks before, the nearest first, then those of the title
 * @param near what the text has parts of labels of
 * @returns undefined where there is nothing to ask
 */
export function passageOf(chunk: LabelledChunk, before: readonly Mention[], near: Near): Passage | undefined {
  const open = chunk.mentions.flatMap((mention, i) => (isOpen(mention) ? [i] : []));
  const named = [...chunk.mentions, ...before].flatMap((mention) => (isOpen(mention) ? [] : mention.uids));
  const uids = [...new Set([...[...new Set(named)].slice(0, MOST_FROM_CONTEXT), ...near.uids])];
  const classesNamed = new Set(chunk.mentions.flatMap(({ classes }) => classes));
  const classes = near.classes.filter((name) => !classesNamed.has(name));
  if (open.length + uids.length + classes.length === 0) return undefined;
  return { ...chunk, open, uids, classes };
}

/** When the question is put in another way, passages are asked about again. */
const FORMAT = 1;

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);

/** What is kept of labels, so that it is known later whether they are the same. */
export const labelsMark = (mentions: readonly Mention[]): string =>
  hash(mentions.map(({ start, end, uids, classes }) => [start, end, uids, classes]));

/**
 * What is kept with a chunk that a model has been asked about: the same labels and the same question give the same mark.
 *
 * @param passage undefined where there was nothing to ask
 */
export const askedMark = (model: string, mentions: readonly Mention[], passage: Passage | undefined): string =>
  `${labelsMark(mentions)}.${hash([FORMAT, model, passage && [passage.uids, passage.classes]])}`;
