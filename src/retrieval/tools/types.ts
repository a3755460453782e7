/** Tools that read documents and graph: for the agents of the gateway, and for those that come over MCP. */
import { UID_PATTERN } from '../../util/ajv';
import type { Logger } from '../../util/log';
import type { Evidence } from '../agents/evidence';
import type { Nodes } from '../knowledge/nodes';
import type { Pruning } from '../knowledge/pruning';
import type { Vocabulary } from '../knowledge/vocabulary';
import type { Corpus } from '../types';

/** Sources that a tool reads. */
export interface ReadContext {
  readonly corpus: Corpus;
  readonly nodes: Nodes;
  /** Undefined without an ontology. */
  readonly vocabulary: Vocabulary | undefined;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  /** Gives what a tool shows an id to cite; undefined for callers that cite nothing. */
  readonly evidence?: Evidence;
  /** Leaves out what cannot be of a class; undefined for callers that ask for what is known to be of it. */
  readonly pruning?: Pruning;
}

export interface ToolOutcome {
  /** JSON for the caller. */
  readonly result: object;
  /** One line for people. */
  readonly summary: string;
}

export interface ReadTool<Args> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schemas of the arguments. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  /** @throws OwlgateError, EngineFailure; the signal's reason */
  readonly run: (args: Args, context: ReadContext) => Promise<ToolOutcome>;
}

/** Argument that names a node. */
export const NODE = {
  type: 'string',
  pattern: UID_PATTERN,
  description: 'A uid, such as 0x1.',
} as const;
