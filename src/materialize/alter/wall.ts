/**
 * Schema wall: guard of the engine's schema against changes by clients. No change may alter the registry's predicates,
 * or take from those that the ontology in force needs. Changes and the schema steps of a load exclude each other.
 */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import { printSchema, type PredicateDeclaration } from '../../dql';
import { diffSchema } from '../../schema';
import type { Logger } from '../../util/log';
import { alteringOf, requireAlterable } from '../access/alter-rights';
import { Rights } from '../access/rights';
import type { Authority } from '../in-force/in-force';
import type { DocumentProcesses } from '../documents';
import { convertSchema, type Conversion } from '../load/convert';
import { applySchema, vacate } from '../load/load';
import { isForeign, requireGuardian } from '../write/access';
import { LoadLock } from '../write/load-lock';
import { takesLanguages } from './languages';
import { lacksNeeded, lossesByAlter, lossesByGraphql, type Loss, type StoredSchema } from './losses';
import { needsOf, type Needs } from './needs';
import { schemaInUse } from './refusal';
import { protectRegistry } from './registry';
import { alteredPredicates, readLongTexts, requestedChange } from './requested';
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
    private readonly documents: DocumentProcesses,
    private readonly logger: Logger,
  ) {}

  /**
   * Runs a change unless it causes a loss.
   *
   * @param send hands the change to the engine
   * @throws OwlgateError SchemaInUse, ReservedPredicate, InvalidRequest, OntologyBusy, AccessDenied; DqlSyntaxError
   */
  async guard<T>(change: SchemaChange, credentials: Credentials | undefined, send: () => Promise<T>): Promise<T> {
    const judge = await this.judgeOf(change, credentials);
    const guarded = async (): Promise<T> => {
      await this.refuseLosses(judge, change, credentials);
      const result = await send();
      // A GraphQL schema drops indexes as a side effect, which its author does not intend.
      if (change.kind === 'graphql') await this.putBack();
      return result;
    };
    return this.gate.shared(guarded, CHANGE_PATIENCE_MS);
  }

  /** See SchemaService. */
  async declareLanguages(
    names: ReadonlyMap<string, readonly string[]>,
    credentials: Credentials | undefined,
  ): Promise<void> {
    const { authority, engine } = this;
    const isClient = Rights.on(engine).apply(credentials);
    const declare = async (): Promise<void> => {
      await authority.refreshSchema();
      const ofGateway = new Set<string>();
      for (const [own, above] of names) {
        if (!isClient) ofGateway.add(own);
        else if (!(await this.alterAs(credentials, this.tagged([own])))) continue;
        for (const name of above) ofGateway.add(name);
      }
      const predicates = this.tagged([...ofGateway]);
      if (predicates.length > 0) await engine.alter(printSchema({ predicates, types: [] }), undefined);
      if (predicates.length > 0 || isClient) await authority.refreshSchema();
    };
    await this.gate.shared(declare, CHANGE_PATIENCE_MS);
  }

  /** Returns declarations with `@lang` for those of the predicates that lack it and can have it. */
  private tagged(names: readonly string[]): readonly PredicateDeclaration[] {
    return names
      .flatMap((name) => this.authority.schema.get(name) ?? [])
      .filter(takesLanguages)
      .map((predicate) => ({ ...predicate, lang: true }));
  }

  /** Declares predicates in a client's name. @returns false if the client may not */
  private async alterAs(credentials: Credentials, predicates: readonly PredicateDeclaration[]): Promise<boolean> {
    if (predicates.length === 0) return true;
    try {
      await this.engine.alter(printSchema({ predicates, types: [] }), credentials);
      return true;
    } catch (error) {
      if (error instanceof EngineFailure && error.isFinal) return false;
      throw error;
    }
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
   * @param hasOwnValues true if values that only the version before brought have to go first
   * @throws OwlgateError OntologySchemaConflict, OntologyBusy; EngineFailure; as the conversion's `confirm`
   */
  async complete(hasOwnValues: boolean, conversion: Conversion): Promise<void> {
    const { authority } = this;
    await authority.refreshSchema();
    const { compiled } = needsOf(authority.active!.inForce);
    const diff = diffSchema(compiled, authority.schema.answer);
    // A predicate whose values go first is two steps.
    const onProgress = (left: number): void => conversion.onProgress(left + diff.late.length);
    if (hasOwnValues) await vacate(authority.context(), diff, onProgress);
    await this.gate.alone(() => convertSchema(this.engine, diff, compiled, conversion), LOAD_PATIENCE_MS);
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

  /** @throws OwlgateError ReservedPredicate, InvalidRequest, DocumentTooCostly, DocumentsBusy; DqlSyntaxError */
  private async judgeOf(change: SchemaChange, credentials: Credentials | undefined): Promise<Judge> {
    const { engine, documents, authority } = this;
    const needs = authority.active && needsOf(authority.active.inForce);
    const needed = needs ? [...needs.predicates.keys(), ...needs.types.keys()] : [];
    const names = Rights.on(engine).apply(credentials) ? undefined : needed;
    const requested = requestedChange(change);
    const read = await readLongTexts(requested, names, (input) =>
      documents.run('readSchema', input, { lane: 'body', engine }),
    );
    if (requested.kind === 'alter') protectRegistry(requested.operation, read);
    return {
      version: needs?.version,
      altered: () => (requested.kind === 'alter' ? alteredPredicates(requested.operation, read) : []),
      losses: (current, stored) =>
        requested.kind === 'alter'
          ? lossesByAlter(requested.operation, current, stored, read)
          : requested.texts.flatMap((text) => lossesByGraphql(text, current, stored, read)),
    };
  }

  private async refuseLosses(before: Judge, change: SchemaChange, credentials: Credentials | undefined): Promise<void> {
    if (isForeign(this.engine, credentials)) return;
    const { authority } = this;
    await authority.checkIfStale();
    if (!authority.active) return;
    if (await this.isLeftToEngine(before, change, credentials)) return;
    const needs = needsOf(authority.active.inForce);
    const judge = before.version === needs.version ? before : await this.judgeOf(change, credentials);
    if (judge.losses(needs, asNeeded(needs)).length === 0) return;
    // The engine may lack the declaration already: then nothing is lost.
    await authority.refreshSchema();
    const losses = judge.losses(needs, authority.schema);
    if (losses.length === 0) return;
    await requireGuardian(this.engine, credentials, 'may see which parts of the schema the ontology in force needs');
    throw schemaInUse(losses, needs.version);
  }

  /**
   * Returns true if the engine refuses the change whatever it is: the refusal then tells nothing of the ontology. The
   * verdict holds as long as the token, which names its groups.
   *
   * @throws EngineFailure for a client that may not alter all of the predicates
   */
  private async isLeftToEngine(
    { altered }: Judge,
    { kind }: SchemaChange,
    credentials: Credentials | undefined,
  ): Promise<boolean> {
    const altering = await alteringOf(this.engine, credentials);
    if (altering !== 'some') return altering === 'unknown';
    if (kind === 'alter') await requireAlterable(this.engine, credentials, altered());
    // Only guardians set a GraphQL schema.
    return kind === 'graphql';
  }
}

/** Reader of one change, for the names that a version of the ontology needs. */
interface Judge {
  /** Undefined without an ontology in force. */
  readonly version: number | undefined;
  /** Returns the predicates that an operation on /alter changes. @throws DqlSyntaxError */
  readonly altered: () => readonly string[];
  losses(needs: Needs, stored: StoredSchema): readonly Loss[];
}

/** Returns a stored schema with exactly the needs of the ontology. */
const asNeeded = ({ predicates, types }: Needs): StoredSchema => ({
  get: (name) => predicates.get(name),
  fieldsOf: (name) => types.get(name)?.fields ?? [],
});
