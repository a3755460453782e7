/** The GraphQL that a user gives beside the ontology: checked, kept, and merged with what is made of the ontology. */
import type { Credentials, Engine } from '../../dgraph';
import { compareWarnings, type OntologyWarning } from '../../ontology';
import { diffSchema } from '../../schema';
import type { Documents } from '../documents';
import type { Authority, Force } from '../in-force/in-force';
import type { Registry } from '../in-force/registry';
import { protectFromGraphql } from '../in-force/reserved-sdl';
import { graphqlChange } from '../load/graphql';
import { applySchema } from '../load/load';
import type { ExtensionReport, ExtensionState } from '../types';
import type { ExtensionInput, MergedExtension } from './merge';

/** How often it is begun again, when the ontology or the extension changes meanwhile. */
const ATTEMPTS = 3;

export interface ExtensionsOptions {
  /** Tells whether loads put a GraphQL schema in force. */
  readonly isOn: boolean;
  /** Of the lambda server, if there is one. */
  readonly lambdaUrl: string | undefined;
}

/** What a load and an extension have to do with each other: the extension is merged into whatever is made. */
export class Extensions {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly documents: Documents,
    private readonly options: ExtensionsOptions,
  ) {}

  /**
   * The extension to be merged into what is made of an ontology that is loaded.
   *
   * @param posted along with the ontology; undefined: the extension that is kept
   * @throws OwlgateError ReservedPredicate
   */
  inputOf(posted: string | undefined): ExtensionInput | undefined {
    const { lambdaUrl } = this.options;
    if (posted !== undefined) protectFromGraphql(posted);
    const sdl = posted ?? this.registry.extension.current?.sdl;
    return sdl === undefined ? undefined : { sdl, isPosted: posted !== undefined, lambdaUrl };
  }

  /** The version of what a load has merged; another one since has to be merged, too. */
  get version(): number | undefined {
    return this.registry.extension.version;
  }

  /** The SDL of all three: the user's, the ontology's, and both as they are in force. */
  async state(credentials: Credentials | undefined): Promise<ExtensionState> {
    await this.authority.check();
    const { current } = this.registry.extension;
    const generated = this.authority.force?.ontology.graphql.sdl;
    const stored = await this.engine.graphqlSchema(credentials);
    return { extension: current, generated, inForce: stored };
  }

  /**
   * Checks an extension against the ontology in force, if there is one. Nothing is changed.
   *
   * @throws OwlgateError GraphqlExtension with every problem, ReservedPredicate
   */
  async check(sdl: string, credentials: Credentials | undefined): Promise<string | undefined> {
    const extension = this.inputOf(sdl)!;
    const { sdl: whole } = await this.merged(this.authority.force, extension, credentials);
    return whole;
  }

  /** Keeps what a load has put in force. */
  async keep(sdl: string, credentials: Credentials | undefined): Promise<void> {
    await this.registry.extension.write(sdl, new Date().toISOString(), credentials);
  }

  /**
   * Keeps an extension, or with undefined removes the one that is kept, and puts both in force at once where an ontology is.
   *
   * @throws OwlgateError GraphqlExtension, ReservedPredicate, OntologyBusy; OntologySchemaConflict where stored data stands against it
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
      // What can not be put in force is not kept either.
      await this.registry.extension.write(before?.sdl, before?.loadedAt ?? new Date().toISOString(), credentials);
      throw error;
    }
  }

  /** Puts in force what the ontology in force and the extension that is kept come to. */
  async settle(
    credentials: Credentials | undefined,
  ): Promise<{ readonly merged: boolean; readonly warnings: readonly OntologyWarning[] }> {
    for (let attempt = 1; ; attempt++) {
      const { force } = this.authority;
      const { version } = this;
      const isIdle = !this.options.isOn && this.registry.extension.current !== undefined;
      if (!force || !this.options.isOn) return { merged: false, warnings: isIdle ? [OFF] : [] };
      const { compiled, graphql } = force.ontology;
      const extension = this.inputOf(undefined);
      const { sdl = graphql.sdl } = extension ? await this.merged(force, extension, credentials) : {};
      const change = await graphqlChange(this.engine, { sdl }, credentials);
      await this.authority.refreshSchema();
      const diff = diffSchema(compiled, this.authority.schema.answer);
      const told = await applySchema(this.engine, diff, change.sdl, credentials);
      await this.authority.check();
      const isSame = this.authority.force?.reasoning.version === force.reasoning.version && this.version === version;
      if (isSame || attempt >= ATTEMPTS) {
        await this.authority.refreshSchema();
        const warnings = [...change.warnings, ...told].sort(compareWarnings);
        return { merged: warnings.length === 0, warnings };
      }
    }
  }

  /** @throws OwlgateError GraphqlExtension, OntologyGraphqlConflict */
  private merged(
    force: Force | undefined,
    extension: ExtensionInput,
    credentials: Credentials | undefined,
  ): Promise<MergedExtension> {
    const made = force && { graphql: force.ontology.graphql, compiled: force.ontology.compiled };
    return this.documents.run('merge', { made, extension, credentials }, { lane: 'load', engine: this.engine });
  }
}

const OFF: OntologyWarning = {
  code: 'graphql-off',
  message: 'it is kept, and not in force: OWLGATE_GRAPHQL=off leaves the GraphQL schema as it is',
};
