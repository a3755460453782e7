/** Request and answer on one of Dgraph's routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PARAMETERS, printEngineParameters, readEngineParameters, type ParameterTable } from './engine-parameters';
import { printPath, readTarget } from './target';

export class Exchange {
  /** Path, percent-decoded and cleaned: the one that routing, roles and the engine share. */
  readonly path: string;
  /** Query string as received, without its question mark. */
  readonly search: string;
  /** Parameters of the route, each once and in one spelling. */
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
   * Sets the path and parameters to request from the engine.
   *
   * @param path path of the route, if it stands for everything below it
   * @throws OwlgateError InvalidRequest, ParameterError
   */
  settle(path: string, table: ParameterTable): void {
    this.parameters = readEngineParameters(this.search, table);
    this.sentTo = printPath(path) + printEngineParameters(this.parameters, table);
  }

  /** Path and query string for the engine, composed regardless of the client's spelling. */
  get target(): string {
    return this.sentTo;
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }
}

/** Returns the media type in lower case, without parameters; '' for none. */
export const mediaType = (header: string | undefined): string => (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
