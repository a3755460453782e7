/** GraphQL of the embedded engine. What it needs is loaded when it is first asked for: most processes never are. */
import type { Engine } from '../engine';
import { storedSdl, type StoredSdl } from './stored';

export class GraphqlService {
  /** How often a schema was put in force since the start. */
  updates = 0;

  constructor(private readonly engine: Engine) {}

  /** The schema in force; undefined where there is none. */
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
    await updateSdl(this.engine, sdl);
    this.updates++;
    return this.schema!;
  }

  /** The whole API of a schema, as SDL. @throws GraphqlSchemaError */
  async generated(sdl: string): Promise<string> {
    const { generatedSchema } = await import('./schemas.js');
    return generatedSchema(sdl);
  }
}
