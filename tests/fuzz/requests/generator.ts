/** Generators of requests, one or more for each route of the program. */
import type { Random } from '../generate/random';
import type { FuzzRequest } from '../wire/request';

/** Time that an answer may take, by what is asked for; in milliseconds, on a machine that has time. */
export const DEADLINES_MS = { quick: 10_000, work: 30_000, load: 90_000 } as const;

export interface Generator {
  /** `/path` of a route of Dgraph's, `METHOD /path` of one of owlgate's own, or a name for what is no route. */
  readonly route: string;
  /** Share among all requests. */
  readonly weight: number;
  readonly kind: keyof typeof DEADLINES_MS;
  /** Requests that follow one another. */
  readonly make: (random: Random) => readonly FuzzRequest[];
  /** Not on a real Dgraph, with the reason. */
  readonly embeddedOnly?: string;
}
