/** Load service: checks ontologies, and puts them in force in the seven steps of the service specification. */
import { EngineFailure } from '../../dgraph';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Naming, OntologyWarning } from '../../ontology';
import { nameTable } from '../../schema';
import type { Logger } from '../../util/log';
import type { SchemaWall } from '../alter/wall';
import { validationOf } from '../documents';
import type { CompiledStore, DocumentProcesses, PartSink, Session } from '../documents';
import type { PreparedOntology, PreparedSchema, PrepareInput } from '../documents/load-tasks';
import type { Extensions } from '../graphql/extension';
import type { Authority } from '../in-force/in-force';
import type { NewHistory, Registry } from '../in-force/registry';
import { REGISTRY_PREDICATES } from '../in-force/registry-schema';
import { axiomDifference, changesOf, outlineDifference, termDifference } from '../history/difference';
import { NO_OUTLINE, type Outline } from '../history/outline';
import { withOrigins } from '../history/origins';
import type { Outlines } from '../history/outlines';
import type { RunningWork } from '../running-work';
import type { EngineSchema } from '../store/engine-schema';
import { NOTHING_BEFORE } from '../walk/materialization-runner';
import type { MaterializationRunner, RunOptions } from '../walk/materialization-runner';
import { previewIn } from '../walk/preview-attempts';
import { Tally } from '../walk/tally';
import type { MaterializationReport } from '../walk/types';
import { requireGuardian } from '../write/access';
import type { LoadLock } from '../write/load-lock';
import { claimPredicates, prepareCluster } from './claims';
import { withCosts } from './cost';
import { LoadSwitch } from './switch';
import type { LoadRest } from './switch';
import { unknownTypes } from './unknown-types';
import type { UnknownType } from './unknown-types';
import type { ComparedValidation, LoadReport, LoadRequest, LoadService, PreviewRequest } from './types';

interface LoaderParts {
  readonly engine: Engine;
  readonly authority: Authority;
  readonly registry: Registry;
  readonly outlines: Outlines;
  readonly documents: DocumentProcesses;
  readonly compiledStore: CompiledStore | undefined;
  readonly extensions: Extensions;
  readonly wall: SchemaWall;
  readonly loadLock: LoadLock;
  readonly materializations: MaterializationRunner;
  readonly running: RunningWork;
  readonly logger: Logger;
}

interface LoaderOptions {
  /** True if ontologies infer equality of individuals. */
  readonly equality: boolean;
  /** Source of the names (OWLGATE_NAMES); undefined for that of the ontology in force, else the IRIs. */
  readonly naming: Naming | undefined;
  /** True if /graphql is answered with the API of the ontology. */
  readonly servesGraphql: boolean;
}

/** Errors after which the ontology of the load is no longer in force. */
const REPLACED: ReadonlySet<string> = new Set(['OntologySuperseded', 'OntologyReverted']);

export class Loader implements LoadService {
  private readonly switch: LoadSwitch;

  constructor(
    private readonly parts: LoaderParts,
    private readonly options: LoaderOptions,
  ) {
    this.switch = new LoadSwitch(parts, options.servesGraphql);
  }

  async validate(requested: LoadRequest, preview?: PreviewRequest, against?: number): Promise<ComparedValidation> {
    const { engine, documents, authority, outlines } = this.parts;
    const request = await this.asGuardian(requested, 'may read reports on stored data');
    const options = { lane: 'validate', engine, signal: request.signal } as const;
    const inForce = authority.active?.inForce;
    const { text, ...report } = await documents.session(options, async (session) => {
      const { seconds, credentials } = request;
      const validation = await session.run('validate', await this.inputOf(request), {
        ...(seconds !== undefined && { seconds: Math.min(seconds, documents.limits.seconds) }),
      });
      const outline = await session.run('outline', {});
      if (!preview) return { ...validation, text: outline };
      const previewed = await previewIn(session, preview, { authority, credentials });
      const { effect, preview: materialization } = previewed;
      const { diff } = validation;
      const conflicts = diff.conflicts.map((conflict) => ({ ...conflict, effect }));
      return { ...validation, diff: { ...diff, conflicts }, materialization, text: outline };
    });
    const after = JSON.parse(text) as Outline;
    if (against !== undefined) {
      return { ...report, compared: outlineDifference(await outlines.ofNumber(against), after) };
    }
    const before = await outlines.ofInForce(inForce);
    return { ...report, compared: { axioms: axiomDifference(before, after), ...termDifference(before, after) } };
  }

  async load(requested: LoadRequest): Promise<LoadReport> {
    const { authority, materializations, running } = this.parts;
    const request = await this.asGuardian(requested, 'load an ontology');
    if (materializations.isResuming) throw new OwlgateError('OntologyBusy');
    try {
      return await running.track(() => authority.runExclusively(() => this.loadNow(request)));
    } catch (error) {
      throw error instanceof EngineFailure && error.isAborted ? new OwlgateError('TransactionAborted') : error;
    }
  }

  private async loadNow(request: LoadRequest): Promise<LoadReport> {
    const { engine, authority, documents, compiledStore, extensions, wall, materializations, logger } = this.parts;
    const { credentials, signal } = request;
    const before = authority.active?.reasoning;
    const isComplete = await authority.isMaterialized(credentials);
    const { version: extensionVersion } = extensions;
    const previous = !before || isComplete ? (before ?? NOTHING_BEFORE) : await materializations.withEarlier(before);
    const options = { cause: 'load', before: previous, isWhole: !isComplete } as const;
    let schemaBefore = authority.schema;
    const work = (onPart?: PartSink) =>
      documents.session({ lane: 'load', engine, signal }, async (session) => {
        const schema = await this.prepare(session, request);
        const { predicates, types } = schema.schema;
        logger.debug('an ontology is prepared', { predicates: predicates.length, types: types.length });
        schemaBefore = authority.schema;
        return wall.duringLoad(() => this.switch.run(schema, this.rest(session, request, onPart), request, options));
      });
    const { prepared, types, run, stored } = await (compiledStore ? compiledStore.record(work) : work());
    const { version, warnings } = stored;
    logger.info('ontology loaded', { version, ...prepared.loaded.counts, warnings: warnings.length });
    // From here on the ontology is in force, and no failure refuses the load.
    const withCosts = this.withCosts(prepared, warnings, schemaBefore, credentials);
    const materialization = await this.afterwards(
      async () => {
        if (request.extension !== undefined) await extensions.keep(request.extension, credentials);
        else if (!run.isSchemaDue && extensions.version !== extensionVersion) await extensions.settle(credentials);
      },
      run,
      version,
    );
    const unknown = await this.unknownTypes(types, credentials);
    return {
      ...validationOf(prepared),
      ...stored,
      warnings: await withCosts,
      materialization,
      unknownTypes: unknown,
    };
  }

  /** Carries out steps 1 to 3. A cluster assigns new predicates to its groups meanwhile. */
  private async prepare(session: Session, request: LoadRequest): Promise<PreparedSchema> {
    const { engine, authority, logger } = this.parts;
    const { credentials } = request;
    const input = await this.inputOf(request);
    const isNew = engine.kind === 'cluster' && !authority.active;
    const preparing = isNew ? prepareCluster(engine, credentials, logger) : undefined;
    const claims: Promise<void>[] = [];
    const claim = (names: readonly string[]) => claims.push(claimPredicates(engine, names, credentials, logger));
    try {
      const likely = await session.run('gather', input);
      claim(isNew ? [...REGISTRY_PREDICATES, ...likely] : likely);
      const claimed = new Set(likely);
      claim((await session.run('read', {})).filter((name) => !claimed.has(name)));
      return await session.run('prepare', {});
    } finally {
      // The schema step would meet their transactions.
      await Promise.all([preparing, ...claims]);
    }
  }

  /** Lets the document process do the rest of its work, whether the client waits or not. */
  private async rest(session: Session, request: LoadRequest, onPart: PartSink | undefined): Promise<LoadRest> {
    const outline = await session.run('outline', {}, { isDetached: true });
    const prepared = await session.run('prepared', {}, { onPart, isFinal: true, isDetached: true });
    return { prepared, history: await this.historyOf(request, prepared, outline) };
  }

  /** Returns the origin and the effect of a load. A version before that cannot be compared does not affect the load. */
  private async historyOf(
    { account, name }: LoadRequest,
    { bundle }: PreparedOntology,
    outline: string,
  ): Promise<NewHistory> {
    const { authority, outlines, logger } = this.parts;
    const { by = 'gateway', from = name === undefined ? [] : [name], message } = account ?? {};
    const imports = bundle.flatMap((each) => (each.role === 'import' && each.name !== undefined ? [each.name] : []));
    const whole = { by, from: [...from, ...imports], ...(message !== undefined && { message }) };
    try {
      const version = authority.active?.reasoning.version;
      const before = version === undefined ? undefined : await outlines.ofNumber(version);
      const after = withOrigins(JSON.parse(outline) as Outline, (version ?? 0) + 1, before);
      return { account: whole, changes: changesOf(before ?? NO_OUTLINE, after), outline: JSON.stringify(after) };
    } catch (error) {
      logger.warn('the load cannot be compared with the version before', { error });
      return { account: whole, outline };
    }
  }

  /** Adds warnings of costs, with estimates on the data before the materialization. A failure is only logged. */
  private async withCosts(
    { costly, loaded: { names } }: PreparedOntology,
    warnings: readonly OntologyWarning[],
    schema: EngineSchema,
    credentials: Credentials | undefined,
  ): Promise<readonly OntologyWarning[]> {
    const { engine, logger } = this.parts;
    try {
      return await withCosts(warnings, costly, { engine, schema, names, credentials });
    } catch (error) {
      logger.warn('costs cannot be estimated', { error });
      return warnings;
    }
  }

  /** Returns the types of stored nodes that the ontology does not have. A failure does not affect the load. */
  private async unknownTypes(
    types: ReadonlySet<string>,
    credentials: LoadRequest['credentials'],
  ): Promise<readonly UnknownType[]> {
    const { engine, authority, logger } = this.parts;
    try {
      return await unknownTypes(engine, authority.schema, types, credentials);
    } catch (error) {
      logger.warn('types that the ontology does not have cannot be listed', { error });
      return [];
    }
  }

  /**
   * Step 7. A failure leaves the work to the gateway that resumes it.
   *
   * @throws OwlgateError OntologySuperseded, OntologyReverted
   */
  private async afterwards(
    settle: () => Promise<void>,
    run: RunOptions,
    version: number,
  ): Promise<MaterializationReport> {
    try {
      await settle();
      const { authority } = this.parts;
      await authority.check();
      if (authority.active?.reasoning.version !== version) throw new OwlgateError('OntologySuperseded', { version });
      return await this.parts.materializations.run(run);
    } catch (error) {
      if (error instanceof OwlgateError && REPLACED.has(error.code)) throw error;
      const interrupted = error instanceof Error ? error.message : String(error);
      this.parts.logger.warn('the materialization was interrupted; it is resumed', { reason: interrupted });
      return { ...new Tally().report, interrupted };
    }
  }

  private async inputOf(request: LoadRequest): Promise<PrepareInput> {
    const { authority, extensions } = this.parts;
    await authority.refreshSchema();
    const { profile, credentials, mayFetch = false, source, mediaType, name, bytes, along, stored } = request;
    const { equality, servesGraphql } = this.options;
    const { inForce } = authority.active ?? {};
    const previousNames = inForce && nameTable(inForce.loaded, inForce.graphql);
    const naming = request.naming ?? this.options.naming ?? previousNames?.naming ?? 'iri';
    return {
      main: stored ?? {
        source,
        ...(bytes !== undefined && { bytes }),
        ...(mediaType !== undefined && { mediaType }),
        ...(name !== undefined && { name }),
        along: along ?? [],
      },
      reading: { profile, equality, naming, ...(previousNames && { previousNames }) },
      mayFetch,
      schema: authority.schema.answer,
      extension: extensions.inputOf(request.extension),
      servesGraphql,
      credentials,
    };
  }

  /** @throws OwlgateError AccessDenied */
  private async asGuardian(request: LoadRequest, action: string): Promise<LoadRequest> {
    return { ...request, credentials: await requireGuardian(this.parts.engine, request.credentials, action) };
  }
}
