/** GraphQL extension: checked, stored, and merged with the GraphQL that is generated from the ontology. */
import type { Credentials, Engine } from '../../dgraph';
import { compareWarnings, type OntologyWarning } from '../../ontology';
import { diffSchema } from '../../schema';
import type { Documents } from '../documents';
import type { Authority, ActiveOntology } from '../in-force/in-force';
import type { Registry } from '../in-force/registry';
import { protectFromGraphql } from '../in-force/reserved-sdl';
import { graphqlChange } from '../load/graphql';
import { applySchema } from '../load/load';
import type { ExtensionReport, ExtensionState } from './types';
import type { ExtensionInput, MergedExtension } from './merge';

/** Maximum attempts to settle while the ontology or the extension changes. */
const ATTEMPTS = 3;

export interface ExtensionsOptions {
  /** True if loads put a GraphQL schema in force. */
  readonly isOn: boolean;
  /** Address of the lambda server, if there is one. */
  readonly lambdaUrl: string | undefined;
}

/** Store of the GraphQL extension; merges it with the generated SDL, in loads and on its own. */
export class Extensions {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly documents: Documents,
    private readonly options: ExtensionsOptions,
  ) {}

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

  /** Version of the extension that a load merges. A load compares it afterwards, to merge an extension stored since. */
  get version(): number | undefined {
    return this.registry.extension.version;
  }

  /** Returns the user's SDL, the SDL generated from the ontology, and the SDL in force. */
  async state(credentials: Credentials | undefined): Promise<ExtensionState> {
    await this.authority.check();
    const { current } = this.registry.extension;
    const generated = this.authority.active?.ontology.graphql.sdl;
    const stored = await this.engine.graphqlSchema(credentials);
    return { extension: current, generated, inForce: stored };
  }

  /**
   * Checks an extension against the ontology in force, if there is one. Changes nothing.
   *
   * @throws OwlgateError GraphqlExtension with every problem, ReservedPredicate
   */
  async check(sdl: string, credentials: Credentials | undefined): Promise<string | undefined> {
    const extension = this.inputOf(sdl)!;
    const { sdl: whole } = await this.merged(this.authority.active, extension, credentials);
    return whole;
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
   *   stands against it
   */
  async replace(sdl: string | undefined, credentials: Credentials | undefined): Promise<ExtensionReport> {
    const before = this.registry.extension.current;
    if (sdl !== undefined) await this.check(sdl, credentials);
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
      const isIdle = !this.options.isOn && this.registry.extension.current !== undefined;
      if (!active || !this.options.isOn) return { merged: false, warnings: isIdle ? [OFF] : [] };
      const { compiled, graphql } = active.ontology;
      const extension = this.inputOf(undefined);
      const { sdl = graphql.sdl } = extension ? await this.merged(active, extension, credentials) : {};
      const change = await graphqlChange(this.engine, { sdl }, credentials);
      await this.authority.refreshSchema();
      const diff = diffSchema(compiled, this.authority.schema.answer);
      const schemaWarnings = await applySchema(this.engine, diff, change.sdl, credentials);
      await this.authority.check();
      const isSame = this.authority.active?.reasoning.version === active.reasoning.version && this.version === version;
      if (isSame || attempt >= ATTEMPTS) {
        await this.authority.refreshSchema();
        const warnings = [...change.warnings, ...schemaWarnings].sort(compareWarnings);
        return { merged: warnings.length === 0, warnings };
      }
    }
  }

  /** @throws OwlgateError GraphqlExtension, OntologyGraphqlConflict */
  private merged(
    force: ActiveOntology | undefined,
    extension: ExtensionInput,
    credentials: Credentials | undefined,
  ): Promise<MergedExtension> {
    const schemas = force && { graphql: force.ontology.graphql, compiled: force.ontology.compiled };
    return this.documents.run(
      'merge',
      { made: schemas, extension, credentials },
      { lane: 'load', engine: this.engine },
    );
  }
}

const OFF: OntologyWarning = {
  code: 'graphql-off',
  message: 'it is kept, and not in force: OWLGATE_GRAPHQL=off leaves the GraphQL schema as it is',
};
