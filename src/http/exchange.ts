/** One request and its answer, on the routes of Dgraph. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PARAMETERS, printEngineParameters, readEngineParameters, type ParameterTable } from './engine-parameters';
import { printPath, readTarget } from './target';

export class Exchange {
  /** Percent-decoded and clean: the path that routing, roles and the engine have in common. */
  readonly path: string;
  /** The query string without its question mark, as it came. */
  readonly search: string;
  /** Those that the route has, each once and in one spelling. */
  parameters = NO_PARAMETERS;
  private sentTo: string;

  /** @throws OwlgateError InvalidPath */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly id: string,
  ) {
    ({ path: this.path, search: this.search } = readTarget(request.url ?? '/'));
    this.sentTo = printPath(this.path);
  }

  /**
   * Settles what an engine is asked for.
   *
   * @param path the route's own, for one that stands for everything below it too
   * @throws OwlgateError InvalidRequest, ParameterError
   */
  settle(path: string, table: ParameterTable): void {
    this.parameters = readEngineParameters(this.search, table);
    this.sentTo = printPath(path) + printEngineParameters(this.parameters, table);
  }

  /** Path and query string that an engine is asked for: composed, whatever the client's spelling. */
  get target(): string {
    return this.sentTo;
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }
}

/** The media type in lower case, without parameters; '' for none. */
export const mediaType = (header: string | undefined): string => (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
