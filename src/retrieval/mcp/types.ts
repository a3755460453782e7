/** Types of the Model Context Protocol's server. */
import type { Credentials, Engine } from '../../dgraph';
import type { Logger } from '../../util/log';
import type { Retrieval } from '../retrieval';
import type { TrajectoryStep } from '../types';

/** Role that a tool requires; later ones include the earlier. */
type RequiredRole = 'read' | 'validate' | 'write' | 'admin';

/** Kinds of expensive work with a limit on concurrency. */
type Work = 'loads' | 'explanations' | 'retrievals';

/** One request of a client, with its permissions. */
export interface McpCall {
  readonly retrieval: Retrieval;
  /** Returns the client's credentials for an engine; undefined for an engine without access control. */
  readonly credentialsFor: (engine: Engine) => Credentials | undefined;
  /** Returns what identifies the client of an engine: its key with the role, and its user. */
  readonly ownerFor: (engine: Engine) => readonly string[];
  /** Secrets that the gateways of a cluster share, unknown to clients; may be empty. */
  readonly secrets: readonly string[];
  readonly allows: (requiredRole: RequiredRole) => boolean;
  /** @throws OwlgateError RoleMissing */
  readonly demand: (requiredRole: RequiredRole, operation: string) => void;
  /** Waits for a free slot for such work. @throws OwlgateError TooManyRequests */
  readonly begin: (work: Work) => Promise<void>;
  readonly logger: Logger;
  readonly requestId: string;
  /** Version of this program. */
  readonly version: string;
}

/** Context of a tool call. */
export interface ToolContext extends McpCall {
  /** Aborted when the client disconnects or cancels. */
  readonly signal: AbortSignal;
  /** Reports progress to a client that requested it. */
  readonly progress: (step: TrajectoryStep) => void;
}

export interface Tool<Arguments = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly requiredRole: RequiredRole;
  readonly work?: Work;
  /** True if the tool changes stored data; it may also delete some. */
  readonly writes: boolean;
  /** @returns result, sent as JSON @throws OwlgateError, EngineFailure */
  readonly run: (args: Arguments, context: ToolContext) => Promise<object>;
}

/** Argument of every tool. */
export const DATABASE = {
  type: 'string',
  description: 'Id of the database; "default" is the gateway\'s own engine. Default: "default".',
} as const;

export interface InDatabase {
  readonly database?: string;
}

/** Refusal with the message of the gateway's or the engine's answer. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';

  /** @param details `extensions` of the answer, with its code */
  constructor(
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}
