/** One request and its answer, on the routes of Dgraph. */
import type { IncomingMessage, ServerResponse } from 'node:http';

export class Exchange {
  /** Path and query string, as they are sent on. */
  readonly target: string;
  /** The path as the engine will read it, for finding the route. */
  readonly path: string;

  constructor(
    readonly request: IncomingMessage,
    readonly response: ServerResponse,
    readonly id: string,
  ) {
    this.target = originForm(request.url ?? '/');
    this.path = decodedPath(this.target);
  }

  get method(): string {
    return this.request.method ?? 'GET';
  }

  get parameters(): URLSearchParams {
    const question = this.target.indexOf('?');
    return new URLSearchParams(question < 0 ? '' : this.target.slice(question + 1));
  }

  /** The media type of the body in lower case, without parameters; '' for none. */
  get contentType(): string {
    return mediaType(this.request.headers['content-type']);
  }
}

export const mediaType = (header: string | undefined): string => (header ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** A request may name its target in full, as to a proxy (RFC 9112, section 3.2.2); servers take the path of it. */
function originForm(target: string): string {
  if (target.startsWith('/')) return target;
  const found = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*((?:[/?#].*)?)$/i.exec(target);
  const rest = found?.[1] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/**
 * Dgraph finds its route after undoing percent-encoding: `/%61lter` is /alter there, and has to be here, or whoever may
 * not administer would, and a write would pass the reasoner by.
 */
function decodedPath(target: string): string {
  const question = target.indexOf('?');
  const path = question < 0 ? target : target.slice(0, question);
  return path.includes('%')
    ? path.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
    : path;
}
