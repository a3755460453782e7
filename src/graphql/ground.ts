/** What one request is carried out on: the backend, and the services that fields of the schema name. */
import type { GraphqlBackend } from './backend';
import type { Calling } from './custom/service';

export interface Ground extends GraphqlBackend {
  readonly calling: Calling;
}
