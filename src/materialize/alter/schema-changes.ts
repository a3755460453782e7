/** Schema service: changes of the engine's schema by clients, and the gateway's state after them. */
import type { Credentials, Engine } from '../../dgraph';
import type { Extensions } from '../graphql/extension';
import type { Authority } from '../in-force/in-force';
import type { Registry } from '../in-force/registry';
import type { RunningWork } from '../running-work';
import { ForeseenSchema } from '../write/foreseen-schema';
import { RECEIPT_PREDICATE } from '../write/receipts';
import type { AlterNotice, SchemaChange, SchemaService } from './types';
import type { SchemaWall } from './wall';

export class SchemaChanges implements SchemaService {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly wall: SchemaWall,
    private readonly extensions: Extensions,
    private readonly running: RunningWork,
  ) {}

  async change<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T> {
    return this.running.track(() => this.wall.guard(change, credentials, send));
  }

  async declareLanguages(
    names: ReadonlyMap<string, readonly string[]>,
    credentials: Credentials | undefined,
  ): Promise<void> {
    return this.running.track(() => this.wall.declareLanguages(names, credentials));
  }

  async foresee(): Promise<ForeseenSchema> {
    const { authority } = this;
    // The engine declares predicates itself.
    await authority.refreshSchema();
    return new ForeseenSchema(() => authority.schema);
  }

  async altered(notice: AlterNotice): Promise<void> {
    const { authority } = this;
    this.extensions.engineSdl.forget();
    await authority.refreshSchema();
    // Tools that send a whole schema back leave out directives that they do not know.
    if (authority.schema.get(RECEIPT_PREDICATE)?.noconflict === false) await this.registry.ensureSchema();
    // Meanwhile another gateway may have loaded an ontology.
    if (notice !== 'schema' || this.engine.kind === 'cluster') await authority.check();
    await this.wall.settle();
  }
}
