/** GraphQL extension: checked, stored, and merged with the GraphQL that is generated from the ontology. */
import type { Credentials, Engine } from '../../dgraph';
import type { OntologyWarning } from '../../ontology';
import type { GraphqlMode } from '../../config';
import { diffSchema, ontologyApi, withExtension } from '../../schema';
import type { DocumentProcesses } from '../documents';
import type { ActiveOntology, Authority } from '../in-force/in-force';
import type { Registry } from '../in-force/registry';
import type { Extension } from '../in-force/registry-extension';
import { protectFromGraphql } from '../in-force/reserved-sdl';
import { applySchema } from '../load/load';
import { EngineSdl, storedSdl } from './engine-sdl';
import type { ExtensionReport, ExtensionState } from './types';
import type { ExtensionInput, MergedExtension } from './merge';

/** Maximum attempts to settle while the ontology or the extension changes. */
const ATTEMPTS = 3;

interface ExtensionsOptions {
  readonly mode: GraphqlMode;
  /** Address of the lambda server, if there is one. */
  readonly lambdaUrl: string | undefined;
}

/** Store of the GraphQL extension; merges it with the generated SDL, in loads and on its own. */
export class Extensions {
  /** SDL of the engine's owner, if there is one. */
  readonly engineSdl: EngineSdl;

  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly documents: DocumentProcesses,
    private readonly options: ExtensionsOptions,
  ) {
    this.engineSdl = new EngineSdl(engine);
  }

  /** True if /graphql is answered with the API of the ontology in force. @throws EngineFailure */
  isServed(): boolean | Promise<boolean> {
    const { mode } = this.options;
    if (this.authority.active === undefined || mode === 'off') return false;
    if (mode === 'ontology') return true;
    const isForeign = this.engineSdl.isForeign();
    return typeof isForeign === 'boolean' ? !isForeign : isForeign.then((each) => !each);
  }

  /** Returns the reason why the ontology's API is not served, as a warning. @throws EngineFailure */
  async obstacles(): Promise<readonly OntologyWarning[]> {
    const { mode } = this.options;
    this.engineSdl.forget();
    return mode === 'on' && (await this.engineSdl.isForeign()) ? [FOREIGN] : [];
  }

  /**
   * Returns the extension to merge with the GraphQL of an ontology that is loaded.
   *
   * @param posted SDL sent with the ontology; undefined: the stored extension
   * @throws OwlgateError ReservedPredicate
   */
  inputOf(posted: string | undefined): ExtensionInput | undefined {
    const { lambdaUrl } = this.options;
    if (posted !== undefined) protectFromGraphql(posted);
    const sdl = posted ?? this.registry.extension.current?.sdl;
    return sdl === undefined ? undefined : { sdl, isPosted: posted !== undefined, lambdaUrl };
  }

  /** Stored extension, as far as this gateway knows. */
  get current(): Extension | undefined {
    return this.registry.extension.current;
  }

  /** Version of the extension. A load notes it at its start, to merge an extension that was stored meanwhile. */
  get version(): number | undefined {
    return this.registry.extension.version;
  }

  /** Returns the user's SDL, the SDL generated from the ontology, and the SDL in force. */
  async state(): Promise<ExtensionState> {
    await this.authority.check();
    const { current } = this.registry.extension;
    const { active } = this.authority;
    const generated = active && ontologyApi(active.ontology).sdl.text();
    const extension = this.inputOf(undefined);
    if (!(await this.isServed())) return { extension: current, generated, inForce: await storedSdl(this.engine) };
    const merged = extension && (await this.merged(active, extension));
    return { extension: current, generated, inForce: merged?.sdl ?? generated };
  }

  /**
   * Checks an extension against the ontology in force, if there is one. Changes nothing.
   *
   * @throws OwlgateError GraphqlExtension with every problem, ReservedPredicate
   */
  async check(sdl: string): Promise<string | undefined> {
    return (await this.merged(this.authority.active, this.inputOf(sdl)!))?.sdl;
  }

  /** Stores the extension that a load has put in force. */
  async keep(sdl: string, credentials: Credentials | undefined): Promise<void> {
    await this.registry.extension.write(sdl, new Date().toISOString(), credentials);
  }

  /**
   * Stores an extension, or removes the stored one if `sdl` is undefined. With an ontology in force, puts both in force
   * at once.
   *
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, OntologyBusy; OntologySchemaConflict if stored data
   *   conflicts with it
   */
  async replace(sdl: string | undefined, credentials: Credentials | undefined): Promise<ExtensionReport> {
    const before = this.registry.extension.current;
    if (sdl !== undefined) await this.check(sdl);
    else if (!before) return { version: this.version, merged: false, warnings: [] };
    await this.registry.ensureSchema(credentials);
    const version = await this.registry.extension.write(sdl, new Date().toISOString(), credentials);
    try {
      return { version, ...(await this.settle(credentials)) };
    } catch (error) {
      // An extension that cannot be put in force is not stored either.
      await this.registry.extension.write(before?.sdl, before?.loadedAt ?? new Date().toISOString(), credentials);
      throw error;
    }
  }

  /** Puts in force the merger of the ontology in force and the stored extension. */
  async settle(
    credentials: Credentials | undefined,
  ): Promise<{ readonly merged: boolean; readonly warnings: readonly OntologyWarning[] }> {
    for (let attempt = 1; ; attempt++) {
      const { active } = this.authority;
      const { version } = this;
      const isOff = this.options.mode === 'off';
      const isIdle = isOff && this.registry.extension.current !== undefined;
      if (!active || isOff) return { merged: false, warnings: isIdle ? [OFF] : [] };
      const extension = this.inputOf(undefined);
      const merged = extension && (await this.merged(active, extension));
      await this.authority.refreshSchema();
      const schema = withExtension(active.ontology.compiled, merged?.stored);
      await applySchema(this.engine, diffSchema(schema, this.authority.schema.answer), credentials);
      await this.authority.check();
      const isSame = this.authority.active?.reasoning.version === active.reasoning.version && this.version === version;
      if (isSame || attempt >= ATTEMPTS) {
        await this.authority.refreshSchema();
        const warnings = await this.obstacles();
        return { merged: warnings.length === 0, warnings };
      }
    }
  }

  /** @throws OwlgateError GraphqlExtension, OntologyGraphqlConflict */
  private merged(active: ActiveOntology | undefined, extension: ExtensionInput): Promise<MergedExtension | undefined> {
    const { loaded, compiled, graphql } = active?.ontology ?? {};
    const sources = loaded && compiled && graphql && { loaded, compiled, graphql };
    return this.documents.run('merge', { sources, extension }, { lane: 'load', engine: this.engine });
  }
}

const OFF: OntologyWarning = {
  code: 'graphql-off',
  message: 'the extension is stored, but not in force: with OWLGATE_GRAPHQL=off, the engine alone answers /graphql',
};
const FOREIGN: OntologyWarning = {
  code: 'graphql-foreign',
  message:
    'the engine has a GraphQL schema of its own; that schema answers /graphql, without the classes of the ontology. ' +
    'Set OWLGATE_GRAPHQL=ontology to let the ontology answer',
};
