/** A question as it is given to the reader. */
import type { Node, Nodes } from '../knowledge/nodes';
import type { Word } from '../language/words';
import type { Names } from './names';

/** Span of a question that names nodes. */
export interface NamedSpan {
  readonly start: number;
  readonly end: number;
  readonly nodes: readonly Node[];
}

/** People and things that pronouns may stand for. */
export interface Mentioned {
  readonly someone: readonly Node[];
  readonly something: readonly Node[];
}

export interface Asked {
  readonly question: string;
  readonly words: readonly Word[];
  readonly named: readonly NamedSpan[];
  readonly pronouns: Mentioned;
  readonly names: Names;
  readonly nodes: Nodes;
}
