/** Resources of one request: the backend, and the services that fields of the schema name. */
import type { GraphqlBackend } from './backend';
import type { ServiceContext } from './custom/service';

export interface RequestBackend extends GraphqlBackend {
  readonly calling: ServiceContext;
}
