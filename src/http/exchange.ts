/** Exchange of one request and its answer. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { NO_PARAMETERS, printEngineParameters, readEngineParameters, type ParameterTable } from './engine-parameters';
import { printPath, readTarget } from './target';

export class Exchange {
  /** Path, percent-decoded and cleaned: the one that routing, roles and the engine share. */
  readonly path: string;
  /** The same path, percent-encoded. */
  readonly printedPath: string;
  /** Query string as received, without its question mark. */
  readonly search: string;
  /** Parameters for the engine, each once and in one spelling. */
  parameters = NO_PARAMETERS;
  private engineTarget: string;

  /** @throws OwlgateError InvalidPath */
  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly id: string,
  ) {
    ({ path: this.path, search: this.search } = readTarget(request.url ?? '/'));
    this.printedPath = printPath(this.path);
    this.engineTarget = this.printedPath;
  }

  /**
   * Sets the path and parameters to request from the engine.
   *
   * @param path percent-decoded
   * @throws OwlgateError InvalidRequest, ParameterError
   */
  retarget(path: string, table: ParameterTable): void {
    this.parameters = readEngineParameters(this.search, table);
    this.engineTarget = printPath(path) + printEngineParameters(this.parameters, table);
  }

  /** Path and query string for the engine, in one spelling. */
  get target(): string {
    return this.engineTarget;
  }

  /** Path in one spelling, and the query string as received. */
  get printedTarget(): string {
    return this.search === '' ? this.printedPath : `${this.printedPath}?${this.search}`;
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }
}

/** Returns the media type in lower case, without parameters; '' for none. */
export const mediaType = (header: string | undefined): string => (header ?? '').split(';', 1)[0]!.trim().toLowerCase();
