/** GraphQL of the embedded engine. Its modules load on first use: most processes never use it. */
import type { GraphqlRequest, HttpRequest, Subscriber } from '../../graphql/request';
import type { Engine } from '../engine';
import type { EmbeddedGraphql, GraphqlReply } from './api';
import { storedSdl, type StoredSdl } from './stored';

export class GraphqlService {
  /** Number of schema updates since the start. */
  updates = 0;
  private api: EmbeddedGraphql | undefined;

  constructor(
    private readonly engine: Engine,
    private readonly lambdaUrl?: string,
  ) {}

  /** Answers a request to /graphql. `accept`: the header. */
  async respond(request: HttpRequest, accept: string, signal: AbortSignal): Promise<GraphqlReply> {
    return (await this.loaded()).respond(request, accept, signal);
  }

  /** Starts a subscription. @throws RequestFailure */
  async subscribe(request: GraphqlRequest, subscriber: Subscriber): Promise<() => void> {
    return (await this.loaded()).subscribe(request, subscriber);
  }

  /** Names of the headers that the schema in force reads. */
  async headerNames(): Promise<readonly string[]> {
    return this.schema ? (await this.loaded()).headerNames() : [];
  }

  private async loaded(): Promise<EmbeddedGraphql> {
    const { EmbeddedGraphql: Api } = await import('./api.js');
    return (this.api ??= new Api(this.engine, this.lambdaUrl));
  }

  /** The schema in force; undefined if there is none. */
  get schema(): StoredSdl | undefined {
    return storedSdl((request) => this.engine.query(request));
  }

  /**
   * Puts a schema in force.
   *
   * @throws GraphqlSchemaError, AlterError
   */
  async update(sdl: string): Promise<StoredSdl> {
    const { updateSdl } = await import('./schemas.js');
    await updateSdl(this.engine, sdl, this.lambdaUrl);
    this.updates++;
    return this.schema!;
  }

  /** Returns the whole API of a schema, as SDL. @throws GraphqlSchemaError */
  async generated(sdl: string): Promise<string> {
    const { generatedSchema } = await import('./schemas.js');
    return generatedSchema(this.engine, sdl, this.lambdaUrl);
  }
}
