/** Steps 4 to 6 of a load: extends the schema, stores the ontology, and puts it in force. */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { compareWarnings } from '../../ontology';
import { diffSchema, nameTable } from '../../schema';
import { compiledPart } from '../documents';
import type { PlacedRules } from '../documents';
import type { PreparedOntology, PreparedSchema } from '../documents/load-tasks';
import { takeOutGenerated } from '../graphql/engine-sdl';
import type { Extensions } from '../graphql/extension';
import type { Authority } from '../in-force/in-force';
import { checksumOf } from '../in-force/registry';
import type { NewHistory, NewOntology, Registry, StagedOntology } from '../in-force/registry';
import type { RunningWork } from '../running-work';
import type { MaterializationRunner, RunOptions } from '../walk/materialization-runner';
import type { LoadLock } from '../write/load-lock';
import { isOpen } from '../write/outcome';
import { applySchema, extendSchema } from './load';
import type { Rest } from './load';
import type { LoadReport, LoadRequest } from './types';

interface SwitchParts {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly registry: Registry;
  readonly extensions: Extensions;
  readonly loadLock: LoadLock;
  readonly materializations: MaterializationRunner;
  readonly running: RunningWork;
}

type Stored = Pick<LoadReport, 'version' | 'diff' | 'warnings'>;

/** Results of the document process, after the schema. */
export interface LoadRest {
  readonly prepared: PreparedOntology;
  readonly history: NewHistory;
}

/** Ontology whose texts are stored, and which is not in force yet. */
interface StagedLoad {
  readonly prepared: PreparedOntology;
  readonly ontology: NewOntology;
  readonly staged: StagedOntology;
}

/** Ontology that can be put in force. */
interface ReadyLoad extends StagedLoad {
  readonly warnings: Stored['warnings'];
  readonly rules: PlacedRules;
}

/** Ontology after its load, before step 7. */
interface StoredLoad {
  readonly prepared: PreparedOntology;
  /** Types of its schema. */
  readonly types: ReadonlySet<string>;
  readonly run: RunOptions;
  /** Digest of the stored version. */
  readonly content: string;
  readonly stored: Stored;
}

/** Attempts at the schema step of a load. */
const SCHEMA_ATTEMPTS = 3;

export class LoadSwitch {
  constructor(
    private readonly parts: SwitchParts,
    private readonly servesGraphql: boolean,
  ) {}

  /**
   * Steps 4 to 6: extends the schema, stores the ontology, and puts it in force. Until the last step the previous
   * ontology is in force: a failure leaves only additions to the schema that this ontology does not use.
   *
   * @param rest work of the document process that only its limits refuse. A cluster changes the schema meanwhile; the
   *   embedded engine, which is part of this process, does so afterwards: both together would need more memory
   */
  async run(
    schema: PreparedSchema,
    rest: Promise<LoadRest>,
    request: LoadRequest,
    { isWhole, ...options }: RunOptions,
  ): Promise<StoredLoad> {
    const { engine, authority, registry, loadLock, materializations } = this.parts;
    const { credentials } = request;
    // After a failure of the schema step, nobody waits for the rest.
    rest.catch(() => undefined);
    if (engine.kind === 'embedded') await rest;
    const inForce = authority.active?.reasoning.version;
    let declare!: () => void;
    const declared = new Promise<void>((resolve) => (declare = resolve));
    const onAccepted = async (): Promise<void> => {
      await registry.ensureSchema(credentials);
      declare();
    };
    const extending = this.beforeSwitch(() => this.extend(schema, inForce !== undefined, onAccepted, credentials));
    const staging = this.stage(
      rest,
      engine.kind === 'cluster' ? Promise.race([declared, extending]) : extending,
      request,
    );
    const { diff, isSchemaDue, hasOwnValues, prepared, ontology, staged, warnings, rules } = await this.discarding(
      staging,
      async () => ({ ...(await extending), ...(await this.readied(staging, credentials)) }),
      credentials,
    );
    const run = { ...options, isSchemaDue, isWhole: isWhole || hasOwnValues };
    const { version, content } = await loadLock.alone(async () => {
      const cursor = materializations.firstCheckpoint(run);
      const head = await registry.putInForce(staged, inForce, credentials, cursor);
      authority.enforce(head, ontology, compiledPart(prepared), rules);
      return head;
    });
    const types = new Set(schema.schema.types.map(({ name }) => name));
    return { prepared, types, run, content, stored: { version, diff, warnings } };
  }

  /**
   * Stores the texts of the ontology, before a version consists of them. A cluster stores them while it changes its
   * schema.
   *
   * @param ready resolves when they may be stored
   */
  private async stage(
    rest: Promise<LoadRest>,
    ready: Promise<unknown>,
    { profile, credentials }: LoadRequest,
  ): Promise<StagedLoad> {
    const [{ prepared, history }] = await Promise.all([rest, ready]);
    const { loaded, graphql, bundle: documents } = prepared;
    const loadedAt = new Date().toISOString();
    const checksum = checksumOf(documents);
    const ontology = { documents, profile, names: nameTable(loaded, graphql), checksum, loadedAt };
    return { prepared, ontology, staged: await this.parts.registry.stage(ontology, history, credentials) };
  }

  /** Does what is left between the change of the schema and the switch. */
  private async readied(staging: Promise<StagedLoad>, credentials: Credentials | undefined): Promise<ReadyLoad> {
    const { engine, authority, extensions } = this.parts;
    // Texts and schema together would need more memory of the process tree that the embedded engine is part of.
    if (engine.kind === 'embedded') await staging;
    const [load, obstacles] = await Promise.all([
      staging,
      this.servesGraphql
        ? takeOutGenerated(engine, credentials).then(() => extensions.obstacles())
        : extensions.obstacles(),
      authority.refreshSchema(),
    ]);
    const warnings = [...load.prepared.warnings, ...obstacles].sort(compareWarnings);
    return { ...load, warnings, rules: await authority.place(load.prepared, credentials) };
  }

  /** Carries out a step of a load. After a failure, removes the texts that are stored by then or later. */
  private async discarding<T>(
    staging: Promise<StagedLoad>,
    step: () => Promise<T>,
    credentials: Credentials | undefined,
  ): Promise<T> {
    const { running, registry } = this.parts;
    staging.catch(() => undefined);
    try {
      return await step();
    } catch (error) {
      void running.track(() =>
        staging.then(
          ({ staged }) => registry.discard(staged, credentials),
          () => undefined,
        ),
      );
      throw error;
    }
  }

  /**
   * Applies the difference to the engine's schema. If an ontology is in force, applies only the part under which that
   * ontology continues to work. Others may change the schema between the requests, so a difference that the engine
   * refuses is computed again.
   *
   * @param onAccepted see extendSchema
   * @returns the first difference
   * @throws OwlgateError OntologySchemaConflict, EngineFailure
   */
  private async extend(
    { schema, former }: PreparedSchema,
    isInForce: boolean,
    onAccepted: () => Promise<void>,
    credentials: Credentials | undefined,
  ): Promise<Pick<Stored, 'diff'> & Rest> {
    const { engine, authority } = this.parts;
    let first: Stored['diff'] | undefined;
    for (let attempt = 1; ; attempt++) {
      await authority.refreshSchema();
      const diff = diffSchema(schema, authority.schema.answer, former);
      first ??= diff;
      try {
        if (isInForce) return { diff: first, ...(await extendSchema(engine, diff, credentials, onAccepted)) };
        await applySchema(engine, diff, credentials, onAccepted);
        return { diff: first, isSchemaDue: false, hasOwnValues: false };
      } catch (error) {
        if (!(error instanceof EngineFailure) || attempt === SCHEMA_ATTEMPTS) throw error;
      }
    }
  }

  /**
   * Runs a step whose lost answer does not matter: the ontology is not in force yet.
   *
   * @throws OwlgateError EngineUnreachable instead of OutcomeUnknown
   */
  private async beforeSwitch<T>(step: () => Promise<T>): Promise<T> {
    try {
      return await step();
    } catch (error) {
      if (!isOpen(error)) throw error;
      const { url } = this.parts.engine;
      throw new OwlgateError('EngineUnreachable', { url, reason: error.message }, {}, { cause: error });
    }
  }
}
