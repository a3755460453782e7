/**
 * Schema wall: guard of the engine's schema against changes by clients. No change may alter the registry's predicates,
 * or take from those that the ontology in force needs. Changes and the schema steps of a load exclude each other.
 */
import type { Credentials, Engine } from '../../dgraph';
import { readAlter } from '../../dql';
import { diffSchema } from '../../schema';
import type { Logger } from '../../util/log';
import type { Authority } from '../in-force/in-force';
import { applySchema } from '../load/load';
import { isForeign, requireGuardian } from '../write/access';
import { LoadLock } from '../write/load-lock';
import { lacksNeeded, lossesByAlter, lossesByGraphql, type Loss, type StoredSchema } from './losses';
import { needsOf, type Needs } from './needs';
import { schemaInUse } from './refusal';
import { protectRegistry } from './registry';
import type { SchemaChange } from './types';

/** Maximum wait of a change for the schema steps of a load, in milliseconds. */
const CHANGE_PATIENCE_MS = 10_000;
/** Maximum wait of a load for changes that the engine carries out, such as building an index. */
const LOAD_PATIENCE_MS = 30_000;

export class SchemaWall {
  private readonly gate = new LoadLock();

  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs a change unless it causes a loss.
   *
   * @param send hands the change to the engine
   * @throws OwlgateError SchemaInUse, ReservedPredicate, InvalidRequest, OntologyBusy, AccessDenied; DqlSyntaxError
   */
  async guard<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T> {
    const judge = judgeOf(change);
    const guarded = async (): Promise<T> => {
      await this.refuseLosses(judge, credentials);
      const result = await send();
      // A GraphQL schema drops indexes as a side effect, which its author does not intend.
      if (change.kind === 'graphql') await this.putBack();
      return result;
    };
    return this.gate.shared(guarded, CHANGE_PATIENCE_MS);
  }

  /** Runs the schema steps of a load, until its ontology is in force. @throws OwlgateError OntologyBusy */
  duringLoad<T>(run: () => Promise<T>): Promise<T> {
    return this.gate.alone(run, LOAD_PATIENCE_MS);
  }

  /**
   * Restores the schema if it lacks something that no change may remove: another gateway may have altered the schema
   * under the previous version. Indexes that only serve search may be missing.
   */
  async settle(): Promise<void> {
    const { active, schema, isSchemaDue } = this.authority;
    if (active && !isSchemaDue && lacksNeeded(needsOf(active.inForce), schema)) await this.putBack();
  }

  /**
   * Applies all declarations of the ontology in force that the engine's schema lacks.
   *
   * @throws OwlgateError OntologySchemaConflict, OntologyBusy; EngineFailure
   */
  async complete(): Promise<void> {
    const { authority } = this;
    await authority.refreshSchema();
    const { compiled } = needsOf(authority.active!.inForce);
    const diff = diffSchema(compiled, authority.schema.answer);
    await this.gate.alone(() => applySchema(this.engine, diff, undefined), LOAD_PATIENCE_MS);
    await authority.refreshSchema();
  }

  /** Restores the schema after a load. The embedded engine has no other gateway that could have altered it. */
  async restoreSchema(): Promise<void> {
    if (this.engine.kind === 'embedded') return;
    await this.authority.refreshSchema();
    await this.settle();
  }

  /** Adds the declarations that the ontology in force needs, as far as the gateway knows the engine's schema. */
  private async putBack(): Promise<void> {
    const { authority } = this;
    if (!authority.active) return;
    const { compiled, version } = needsOf(authority.active.inForce);
    const diff = diffSchema(compiled, authority.schema.answer);
    if (diff.isEmpty) return;
    try {
      await applySchema(this.engine, diff, undefined);
      await authority.refreshSchema();
      const { predicates, types } = diff;
      const changed = [...predicates.changed, ...types.changed].map(({ name }) => name);
      const names = [...predicates.added, ...types.added, ...changed].slice(0, 20);
      this.logger.warn('the schema lacked declarations that the ontology needs; they were restored', {
        version,
        names,
      });
    } catch (error) {
      this.logger.error(
        'the schema lacks declarations that the ontology needs, and they cannot be restored; load the ontology again',
        {
          version,
          error,
        },
      );
    }
  }

  private async refuseLosses(judge: Judge, credentials: Credentials | undefined): Promise<void> {
    if (isForeign(this.engine, credentials)) return;
    const { authority } = this;
    await authority.checkIfStale();
    if (!authority.active) return;
    const needs = needsOf(authority.active.inForce);
    if (judge(needs, asNeeded(needs)).length === 0) return;
    // The engine may lack the declaration already: then nothing is lost.
    await authority.refreshSchema();
    const losses = judge(needs, authority.schema);
    if (losses.length === 0) return;
    await requireGuardian(this.engine, credentials, 'may see which parts of the schema the ontology in force needs');
    throw schemaInUse(losses, needs.version);
  }
}

type Judge = (needs: Needs, stored: StoredSchema) => readonly Loss[];

/** @throws OwlgateError ReservedPredicate, InvalidRequest; DqlSyntaxError */
function judgeOf(change: SchemaChange): Judge {
  if (change.kind === 'graphql') {
    return (needs, stored) => change.texts.flatMap((text) => lossesByGraphql(text, needs, stored));
  }
  const operation = readAlter(change.body);
  protectRegistry(operation);
  return (needs, stored) => lossesByAlter(operation, needs, stored);
}

/** Returns a stored schema with exactly the needs of the ontology. */
const asNeeded = ({ predicates, types }: Needs): StoredSchema => ({
  get: (name) => predicates.get(name),
  fieldsOf: (name) => types.get(name)?.fields ?? [],
});
