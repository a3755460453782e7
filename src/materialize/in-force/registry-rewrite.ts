/**
 * Rewrite of the registry: usable versions stay, with a new chain and new seals; everything else is removed.
 *
 * A version that is put in force again becomes the next version, with its own head: every running gateway sees a
 * new head and follows it. The version is not materialized, since data may have been written meanwhile.
 */
import { EngineFailure, type Credentials, type Engine } from '../../dgraph';
import { silent } from '../../util/log';
import { compileRules } from './reasoning';
import { recoverOntology } from './recover';
import { Registry, type VersionTexts } from './registry';
import { isHead, MAX_VERSIONS } from './registry-check';
import { GRAPHQL_RECORD } from './registry-damage';
import { printDocuments, printNames } from './registry-documents';
import { FINDING_PREDICATES, isOfValues } from './registry-inspection';
import { Parts } from './registry-parts';
import { sha256, type Seal } from './registry-seal';
import {
  deletePart,
  deleteRecord,
  extensionStatement,
  headStatement,
  keyStatement,
  newVersionStatements,
  versionStatement,
} from './registry-statements';
import {
  besidesUnsigned,
  leastGraphql,
  nextVersion,
  surveyRegistry,
  usableVersions,
  type Survey,
  type SurveyedVersion,
} from './registry-survey';
import { versionName } from './registry-versions';

export interface RestoreRepair {
  readonly kind: 'restore';
  /** `latest`: the latest usable version. */
  readonly version: number | 'latest';
  /** Permits unsigned versions as well, and signs them. */
  readonly sign: boolean;
  /** Removes the GraphQL extension. */
  readonly withoutGraphql: boolean;
}

/** Repair that is not possible, with the reason. Nothing has been changed. */
export class RepairRefused extends Error {}

export interface Rewritten {
  /** Steps taken, one sentence each; empty if nothing was to be done. */
  readonly actions: readonly string[];
  /** Former heads. */
  readonly heads: readonly string[];
}

const NOTHING: Rewritten = { actions: [], heads: [] };

export class RegistryRewrite {
  private readonly registry: Registry;
  private readonly parts: Parts;

  constructor(
    private readonly engine: Engine,
    private readonly seal: Seal,
    private readonly credentials: Credentials | undefined,
  ) {
    this.registry = new Registry(engine, silent, seal);
    this.parts = new Parts(engine, silent);
  }

  /**
   * Makes one attempt, in one transaction.
   *
   * @throws RepairRefused; as Engine does
   */
  async run(repair: RestoreRepair | { readonly kind: 'sign' }): Promise<Rewritten> {
    const { engine, seal, credentials } = this;
    const survey = await surveyRegistry(engine, seal, { credentials, isOpen: true });
    return repair.kind === 'sign' ? this.sign(survey) : this.restore(survey, repair);
  }

  private async sign(survey: Survey): Promise<Rewritten> {
    const [remaining] = besidesUnsigned(survey);
    if (remaining) {
      const hint = '--sign with --latest-intact or --to removes damaged versions';
      throw new RepairRefused(`${remaining.record} is damaged: ${remaining.reason}; ${hint}`);
    }
    const retained = usableVersions(survey, true);
    const { statements, digests } = this.resealed(retained, retained[0]?.previous);
    const extension = this.resealedExtension(survey);
    const { head } = survey;
    const digest = digests.at(-1);
    const isTurned = head !== undefined && digest !== undefined && head.digest !== digest;
    const set = [
      ...statements,
      ...extension,
      ...(isTurned ? [headStatement(`<${head.uid}>`, head.version, digest)] : []),
    ];
    if (set.length === 0) return NOTHING;
    await this.mutate(survey, `{ set { \n${set.join('\n')}\n } }`);
    const names = statements.length > 0 ? retained.map(({ version }) => versionName(version)) : [];
    if (extension.length > 0) names.push(GRAPHQL_RECORD);
    return { actions: [`signed ${names.join(', ')} with the first key`], heads: [] };
  }

  private async restore(survey: Survey, repair: RestoreRepair): Promise<Rewritten> {
    const { sign, withoutGraphql } = repair;
    const usable = usableVersions(survey, sign);
    const { target, texts } = await this.targetOf(survey, usable, repair);
    if (survey.isGraphqlLost && !withoutGraphql) throw new RepairRefused(GRAPHQL_LOST);
    const extension = withoutGraphql ? undefined : survey.extension;
    const removal = withoutGraphql ? this.graphqlRemoval(survey) : undefined;
    const remaining = sign ? besidesUnsigned(survey) : survey.damages;
    const isRemoved = withoutGraphql && (survey.isGraphqlLost || survey.extension?.source !== undefined);
    if (remaining.length === 0 && isInForce(target, survey) && !isRemoved) {
      return sign ? this.sign(survey) : NOTHING;
    }
    const version = nextVersion(survey);
    if (version === undefined) throw new RepairRefused('the version numbers are exhausted; use --remove');
    const retained = usable.slice(1 - MAX_VERSIONS);
    const newParts = { ...(await this.writeTexts(texts)), outline: [] };
    const { statements, digests } = this.resealed(retained, undefined);
    const { profile, checksum } = target;
    const record = {
      ...{ version, profile, checksum, ...newParts.record },
      loadedAt: new Date().toISOString(),
      graphql: extension?.version ?? removal?.version,
      previous: digests.at(-1),
      history: {
        ...{ by: 'command line', from: [], message: `repair: version ${target.version!} again` },
        oldest: retained[0]?.version ?? version,
      },
    };
    const digest = this.seal.ofVersion(record);
    const set = [
      ...statements,
      ...(extension ? this.resealedExtension(survey) : (removal?.statements ?? [])),
      keyStatement('_:head', 'head'),
      ...newVersionStatements('_:head', record, digest, newParts),
    ];
    const records = [...retained.map(({ uid }) => uid), ...(extension ? [extension.uid] : [])];
    const parts = [
      ...retained.flatMap(({ source, names, outline }) => [...source, ...names, ...outline]),
      ...(extension?.source ?? []),
    ];
    const numbers = [version, ...usable.map((each) => each.version!)];
    try {
      await this.mutate(survey, replacing({ set, records, parts, numbers }));
    } catch (error) {
      if (error instanceof EngineFailure)
        await this.parts.delete([...newParts.source, ...newParts.names], this.credentials);
      if (!isOfValues(error)) throw error;
      throw new RepairRefused(`the engine refuses the repair: ${(error as Error).message}; use --remove`);
    }
    const removed = survey.versions
      .filter(({ uid }) => !records.includes(uid))
      .map((each) => versionName(each.version));
    if (isRemoved) removed.push(GRAPHQL_RECORD);
    const actions = [`version ${target.version!} is in force again, as version ${version}`];
    if (removed.length > 0) actions.push(`removed: ${removed.join(', ')}`);
    return { actions, heads: survey.nodes.filter(isHead).map(({ uid }) => uid) };
  }

  /** Returns the version to put in force. @throws RepairRefused */
  private async targetOf(
    { versions }: Survey,
    usable: readonly SurveyedVersion[],
    { version, sign }: RestoreRepair,
  ): Promise<{ readonly target: SurveyedVersion; readonly texts: VersionTexts }> {
    const refused = (reason: string) => new RepairRefused(`version ${version} cannot be put in force: ${reason}`);
    const candidates = version === 'latest' ? [...usable].reverse() : usable.filter((each) => each.version === version);
    for (const target of candidates) {
      const texts = await this.registry.readTexts(target, this.credentials);
      const problem = await problemWith(target, texts);
      if (problem === undefined) return { target, texts };
      if (version !== 'latest') throw refused(problem);
    }
    if (version === 'latest') {
      throw new RepairRefused('no stored version can be put in force; use --remove, then load the ontology again');
    }
    const unusable = versions.find((each) => each.version === version);
    if (!unusable) throw new RepairRefused(`version ${version} is not stored`);
    throw refused(`${unusable.problem!.reason}${unusable.kind === 'unsigned' && !sign ? '; --sign adopts it' : ''}`);
  }

  /** Writes new parts: those of the old version are removed with it. */
  private async writeTexts({ documents, names }: VersionTexts) {
    const { text, format } = printDocuments(documents);
    const namesText = printNames(names);
    const record = { format, sourceChecksum: sha256(text), namesChecksum: sha256(namesText) };
    const source = await this.parts.write(text, this.credentials);
    return { record, source, names: await this.parts.write(namesText, this.credentials) };
  }

  /**
   * Returns statements that chain and seal versions, for those that need it.
   *
   * @param versions ascending
   * @param first digest of the version before the first one
   */
  private resealed(versions: readonly SurveyedVersion[], first: string | undefined) {
    const digests: string[] = [];
    const statements = versions.flatMap((stored) => {
      const { uid, version, format, profile, loadedAt, checksum, graphql, history, read } = stored;
      const previous = digests.at(-1) ?? first;
      const record = { version: version!, format, profile, loadedAt, checksum, ...read!, graphql, previous, history };
      const digest = this.seal.ofVersion(record);
      digests.push(digest);
      return digest === stored.digest ? [] : [versionStatement(`<${uid}>`, record, digest)];
    });
    return { statements, digests };
  }

  /**
   * Returns a later version of the GraphQL extension, without a text. Running gateways follow it; otherwise they would
   * conclude that the record was lost with the data, and store it again.
   *
   * @returns undefined if there never was one
   */
  private graphqlRemoval(survey: Survey) {
    const before = Math.max(leastGraphql(survey), survey.extension?.version ?? 0);
    if (before === 0 && !survey.isGraphqlLost) return undefined;
    const record = { version: before + 1, loadedAt: new Date().toISOString(), checksum: undefined };
    const statements = [
      keyStatement('_:graphql', 'graphql'),
      extensionStatement('_:graphql', record, this.seal.ofExtension(record)),
    ];
    return { version: record.version, statements };
  }

  private resealedExtension({ extension, sdl }: Survey): readonly string[] {
    if (!extension) return [];
    const { uid, version, loadedAt } = extension;
    const record = { version, loadedAt, checksum: sdl === undefined ? undefined : sha256(sdl) };
    const digest = this.seal.ofExtension(record);
    return digest === extension.digest ? [] : [extensionStatement(`<${uid}>`, record, digest)];
  }

  private async mutate({ at }: Survey, body: string): Promise<void> {
    const { credentials } = this;
    await this.engine.mutate(body, {
      contentType: 'application/rdf',
      commitNow: true,
      ...at,
      ...(credentials && { credentials }),
    });
  }
}

const GRAPHQL_LOST =
  'the GraphQL extension is damaged, and it may contain rules of access; --without-graphql removes it, and a POST to ' +
  '/ontology/graphql sets a new one';

/** Returns true if a version with the same contents is in force. */
function isInForce(target: SurveyedVersion, { head, versions }: Survey): boolean {
  const current = versions.find(({ uid }) => uid === head?.current.uid);
  const contents = (each: SurveyedVersion) => JSON.stringify([each.profile, each.checksum, each.read]);
  return current !== undefined && contents(current) === contents(target);
}

/**
 * Compiles the documents. Without a key anyone can compute valid digests: they do not prove that the documents are an
 * ontology.
 */
async function problemWith({ profile }: SurveyedVersion, texts: VersionTexts): Promise<string | undefined> {
  try {
    compileRules(await recoverOntology({ ...texts, profile }));
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

interface Replacement {
  readonly set: readonly string[];
  /** Uids of the records that stay. */
  readonly records: readonly string[];
  /** Uids of their parts. */
  readonly parts: readonly string[];
  /** Versions whose keys must be unique. */
  readonly numbers: readonly number[];
}

/** Returns an upsert that sets statements, and deletes every other record with its parts. */
function replacing({ set, records, parts, numbers }: Replacement): string {
  const keys = ['head', 'graphql', ...numbers.map((number) => `version/${number}`)];
  const roots = [`eq(owlgate.key, ${JSON.stringify(keys)})`, ...FINDING_PREDICATES.map((name) => `has(${name})`)];
  const but = (uids: readonly string[]): string => (uids.length === 0 ? '' : `@filter(NOT uid(${uids.join(', ')}))`);
  return `upsert {
    query {
      ${roots.map((root, i) => `r${i} as var(func: ${root})`).join('\n')}
      stale as var(func: uid(${roots.map((_, i) => `r${i}`).join(', ')})) ${but(records)} {
        l as owlgate.link @filter(has(owlgate.text))
      }
      parts as var(func: uid(l)) ${but(parts)}
    }
    mutation {
      set { \n${set.join('\n')}\n }
      delete { \n${[...deleteRecord('uid(stale)'), ...deletePart('uid(parts)')].join('\n')}\n }
    }
  }`;
}
