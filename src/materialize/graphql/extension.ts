/** The GraphQL that a user gives beside the ontology: checked, kept, and merged with what is made of the ontology. */
import type { DocumentNode } from 'graphql';
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { lambdaProblems } from '../../graphql/custom/lambda';
import { schemaProblems } from '../../graphql/sdl/check';
import { parseExtension } from '../../graphql/sdl/extend';
import { GraphqlSchemaError, type SchemaProblem } from '../../graphql/sdl/schema-error';
import { compareWarnings, type OntologyWarning } from '../../ontology';
import { compileGraphql, compileSchema, diffSchema } from '../../schema';
import type { CompiledGraphql, CompiledSchema } from '../../schema';
import { ruleProblems } from '../../graphql/auth/check';
import { extendGraphql } from '../../schema/graphql-extension';
import type { Authority } from '../in-force/in-force';
import type { Registry } from '../in-force/registry';
import { protectFromGraphql } from '../in-force/reserved-sdl';
import { graphqlChange } from '../load/graphql';
import { applySchema } from '../load/load';
import type { ExtensionReport, ExtensionState } from '../types';

/** How often it is begun again, when the ontology or the extension changes meanwhile. */
const ATTEMPTS = 3;

/** What a load and an extension have to do with each other: the extension is merged into whatever is made. */
export class Extensions {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    /** Whether loads put a GraphQL schema in force. */
    private readonly isOn: boolean,
    /** Of the lambda server, if there is one. */
    private readonly lambdaUrl: string | undefined,
  ) {}

  /**
   * What is made of an ontology, with an extension.
   *
   * @param posted along with the ontology; undefined: the extension that is kept
   * @throws OwlgateError OntologyGraphqlConflict where they do not fit: the ontology is not loaded then
   */
  async extended(
    made: CompiledGraphql,
    compiled: CompiledSchema,
    posted: string | undefined,
    credentials: Credentials | undefined,
  ): Promise<CompiledGraphql> {
    const extension = posted ?? this.registry.extension.current?.sdl;
    if (extension === undefined) return made;
    if (posted !== undefined) protectFromGraphql(posted);
    const { problems, sdl } = await this.merged(made, compiled, extension, credentials);
    if (problems.length === 0) return { ...made, sdl };
    if (posted !== undefined) throw refused(problems);
    throw new OwlgateError('OntologyGraphqlConflict', { reason: listed(problems) }, { problems });
  }

  /** The version of what a load has merged; another one since has to be merged, too. */
  get version(): number | undefined {
    return this.registry.extension.version;
  }

  /** The SDL of all three: the user's, the ontology's, and both as they are in force. */
  async state(credentials: Credentials | undefined): Promise<ExtensionState> {
    await this.authority.check();
    const { current } = this.registry.extension;
    const force = this.authority.force;
    const generated = force && compiled(force.inForce.loaded).graphql.sdl;
    const stored = await this.engine.graphqlSchema(credentials);
    return { extension: current, generated, inForce: stored };
  }

  /**
   * Checks an extension against the ontology in force, if there is one. Nothing is changed.
   *
   * @throws OwlgateError GraphqlExtension with every problem, ReservedPredicate
   */
  async check(sdl: string, credentials: Credentials | undefined): Promise<string | undefined> {
    protectFromGraphql(sdl);
    const force = this.authority.force;
    let problems: readonly SchemaProblem[];
    let whole: string | undefined;
    if (force) {
      const { schema, graphql } = compiled(force.inForce.loaded);
      ({ problems, sdl: whole } = await this.merged(graphql, schema, sdl, credentials));
    } else problems = problemsOf(() => void parseExtension(sdl));
    if (problems.length > 0) throw refused(problems);
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
      const isIdle = !this.isOn && this.registry.extension.current !== undefined;
      if (!force || !this.isOn) return { merged: false, warnings: isIdle ? [OFF] : [] };
      const { schema, graphql } = compiled(force.inForce.loaded);
      const whole = await this.extended(graphql, schema, undefined, credentials);
      const change = await graphqlChange(this.engine, whole, credentials);
      await this.authority.refreshSchema();
      const diff = diffSchema(schema, this.authority.schema.answer);
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

  private async merged(
    made: CompiledGraphql,
    schema: CompiledSchema,
    extension: string,
    credentials: Credentials | undefined,
  ): Promise<{ readonly problems: readonly SchemaProblem[]; readonly sdl: string }> {
    let sdl = made.sdl;
    let document: DocumentNode | undefined;
    let problems = problemsOf(() => {
      const extended = extendGraphql(made.sdl, schema, extension);
      ({ sdl, document } = extended);
      const lambdas = lambdaProblems(extended.document.definitions, this.lambdaUrl);
      const found = [...lambdas, ...ruleProblems(extended.model)];
      if (found.length > 0) throw new GraphqlSchemaError(found);
    });
    if (problems.length === 0) {
      const refusal = await this.engine.refusalOfGraphqlSchema(sdl, credentials);
      if (refusal !== undefined) {
        // The same checks are here, and know the places in what the user has written.
        const known = document ? schemaProblems(document) : [];
        problems = known.length > 0 ? known : [{ message: inWordsOf(refusal, sdl), line: 0, column: 0 }];
      }
    }
    return { problems, sdl };
  }
}

const OFF: OntologyWarning = {
  code: 'graphql-off',
  message: 'it is kept, and not in force: OWLGATE_GRAPHQL=off leaves the GraphQL schema as it is',
};

function compiled(loaded: Parameters<typeof compileSchema>[0]) {
  const schema = compileSchema(loaded);
  return { schema, graphql: compileGraphql(loaded, schema) };
}

const refused = (problems: readonly SchemaProblem[]): OwlgateError =>
  new OwlgateError('GraphqlExtension', { reason: listed(problems) }, { problems });

function problemsOf(work: () => void): readonly SchemaProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof GraphqlSchemaError) return error.problems;
    throw error;
  }
}

const listed = (problems: readonly SchemaProblem[]): string =>
  problems
    .map(({ message, line, column }) => (line > 0 ? `line ${line}, column ${column}: ${message}` : message))
    .join('; ');

/** The engine's lines are those of the merged schema, which nobody has seen: their text is told instead. */
const inWordsOf = (refusal: string, sdl: string): string =>
  `the engine refuses the merged schema: ${refusal
    .trim()
    .replace(/input:(\d+): ?/g, (_, line: string) => `at "${(sdl.split('\n')[Number(line) - 1] ?? '').trim()}": `)}`;
