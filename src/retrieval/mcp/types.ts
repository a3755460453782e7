/** What the Model Context Protocol's server is made of. */
import type { Credentials, Engine } from '../../dgraph';
import type { Logger } from '../../util/log';
import type { Retrieval } from '../retrieval';
import type { TrajectoryStep } from '../types';

/** Roles of API keys, in the order of what they allow. */
export type Needed = 'read' | 'validate' | 'write' | 'admin';

/** Work that costs much, of which only so much is done at once. */
export type Work = 'loads' | 'explanations' | 'retrievals';

/** One request of a client, and who it is. */
export interface McpCall {
  readonly retrieval: Retrieval;
  /** Credentials of the client at an engine. Databases differ in whether they have access control. */
  readonly credentialsFor: (engine: Engine) => Credentials | undefined;
  readonly allows: (needed: Needed) => boolean;
  /** @throws OwlgateError RoleMissing */
  readonly demand: (needed: Needed, what: string) => void;
  /** Waits until such work may begin. @throws OwlgateError TooManyRequests */
  readonly begin: (work: Work) => Promise<void>;
  readonly logger: Logger;
  readonly requestId: string;
  /** Of this program. */
  readonly version: string;
}

/** What a tool is given besides its arguments. */
export interface ToolContext extends McpCall {
  /** Aborted when the client leaves or cancels. */
  readonly signal: AbortSignal;
  /** Tells the client what happens meanwhile, where it asks for that. */
  readonly progress: (step: TrajectoryStep) => void;
}

export interface Tool<Arguments = never> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly inputSchema: { readonly type: 'object'; readonly [key: string]: unknown };
  readonly needed: Needed;
  readonly work?: Work;
  /** Whether it changes stored data; and if so, whether it may take some away. */
  readonly writes: boolean;
  /** @returns an object that is told as JSON @throws OwlgateError, EngineFailure */
  readonly run: (given: Arguments, context: ToolContext) => Promise<object>;
}

/** An argument of every tool. */
export const DATABASE = {
  type: 'string',
  description: 'Id of the database; "default" is the gateway\'s own engine. Default: "default".',
} as const;

export interface InDatabase {
  readonly database?: string;
}

/** A refusal in the words of an answer that has been read. */
export class ToolRefusal extends Error {
  override readonly name = 'ToolRefusal';

  /** @param details as an answer's `extensions`, its code among them */
  constructor(
    message: string,
    readonly details: Readonly<Record<string, unknown>>,
  ) {
    super(message);
  }
}
