/** The registry as `owlgate ontology repair` sees it: every text is read, and what stands in the way of a start is told. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { silent } from '../../util/log';
import { Registry, type VersionTexts } from './registry';
import type { Inspection } from './registry-check';
import { damage, type Damage } from './registry-damage';
import { checkText } from './registry-graphql';
import { inspectRegistry, type ReadAt } from './registry-inspection';
import { MOST_VERSION } from './registry-rows';
import type { Seal } from './registry-seal';
import { LOCKED, type StoredVersion } from './registry-versions';

/** A version with the checksums of its texts as they were read; undefined where they could not be. */
export interface SurveyedVersion extends StoredVersion {
  readonly read: Pick<VersionTexts, 'sourceChecksum' | 'namesChecksum'> | undefined;
}

export interface Survey extends Omit<Inspection, 'versions'> {
  readonly versions: readonly SurveyedVersion[];
  /** Of the SDL beside the ontology; undefined where there is none, or none that can be read. */
  readonly sdl: string | undefined;
  /** Tells whether there is GraphQL beside the ontology, or was, and it cannot be kept: damaged, gone, or turned back. */
  readonly isGraphqlLost: boolean;
  readonly at: ReadAt | undefined;
}

export interface SurveyOptions {
  readonly credentials?: Credentials | undefined;
  /** Opens a transaction, for a mutation in it. */
  readonly isOpen?: boolean;
}

/** @throws as Engine does */
export async function surveyRegistry(engine: Engine, seal: Seal, options: SurveyOptions = {}): Promise<Survey> {
  const inspection = await inspectRegistry(engine, seal, options);
  const registry = new Registry(engine, silent, seal);
  const found: Damage[] = [];
  const versions: SurveyedVersion[] = [];
  for (const stored of inspection.versions) {
    const { version, problem } = await readable(stored, registry, options.credentials);
    versions.push(version);
    if (problem) found.push(problem);
  }
  const { extension } = inspection;
  let sdl: string | undefined;
  let ofText: Damage | undefined;
  if (extension) {
    try {
      sdl = await registry.extension.textOf(extension, options.credentials);
      ofText = checkText(extension, sdl, seal);
    } catch (error) {
      ofText = damageOf(error);
    }
  }
  const known = new Set(inspection.damages.map(({ what, reason }) => `${what} ${reason}`));
  const damages = [...inspection.damages, ...found, ...(ofText ? [ofText] : [])].filter(
    ({ what, reason }, i) => i < inspection.damages.length || !known.has(`${what} ${reason}`),
  );
  const isReadable = extension !== undefined && (ofText === undefined || ofText.remedy === 'sign');
  const least = leastGraphql({ versions });
  const isExpected = least > 0 || inspection.nodes.some(({ key }) => key === 'graphql');
  const isGraphqlLost = isExpected && !(isReadable && extension.version >= least);
  return { ...inspection, damages, versions, sdl, isGraphqlLost };
}

/** Version of the GraphQL beside the ontology that loads have known; 0 where none has. */
export const leastGraphql = ({ versions }: Pick<Survey, 'versions'>): number =>
  Math.max(0, ...versions.map(({ kind, graphql = 0 }) => (kind === 'damaged' ? 0 : graphql)));

async function readable(
  stored: StoredVersion,
  registry: Registry,
  credentials: Credentials | undefined,
): Promise<{ readonly version: SurveyedVersion; readonly problem?: Damage }> {
  const unread = { ...stored, read: undefined };
  if (stored.kind === 'damaged') return { version: unread };
  try {
    const { sourceChecksum, namesChecksum } = await registry.readTexts(stored, credentials);
    return { version: { ...stored, read: { sourceChecksum, namesChecksum } } };
  } catch (error) {
    const problem = damageOf(error);
    return { version: { ...unread, kind: 'damaged', problem }, problem };
  }
}

/** @throws the error, where it is not about damage */
function damageOf(error: unknown): Damage {
  if (!(error instanceof OwlgateError) || error.code !== 'OntologyDamaged') throw error;
  const [first] = error.details['damages'] as readonly [{ readonly what: string; readonly reason: string }];
  return damage(first.what, first.reason);
}

/** Versions that can be put in force: with `sign`, unsigned ones too. Ascending. */
export const usableVersions = ({ versions }: Pick<Survey, 'versions'>, sign: boolean): readonly SurveyedVersion[] =>
  versions.filter(({ kind }) => kind === 'intact' || kind === 'unchained' || (sign && kind === 'unsigned'));

/** Damages that stay where everything unsigned is signed. */
export const besidesUnsigned = ({ damages }: Pick<Survey, 'damages'>): readonly Damage[] =>
  damages.filter(({ remedy }) => remedy !== 'sign');

/**
 * Number of the version that a repair makes: above every version that a gateway can have in force. A number far above all
 * that is sound is a forger's.
 *
 * @returns undefined where there is none left
 */
export function nextVersion({ versions, nodes }: Pick<Survey, 'versions' | 'nodes'>): number | undefined {
  const sound = versions.filter(({ kind }) => kind !== 'damaged').map(({ version }) => version!);
  const most = Math.max(0, ...sound);
  const near = nodes.flatMap(({ version, key }) =>
    version === undefined || key === 'graphql' || version > most + NEAR ? [] : [version],
  );
  const next = Math.max(most, ...near) + 1;
  return next <= MOST_VERSION ? next : undefined;
}

const NEAR = 1_000;

/** The way out, as options of `owlgate ontology repair`; undefined where nothing is to be done. */
export type Advice = '--sign' | '--latest-intact' | '--sign --latest-intact' | '--remove' | 'key';

export function adviceFor(survey: Survey, seal: Seal): Advice | undefined {
  const { damages } = survey;
  if (damages.length === 0) return undefined;
  if (damages.some(({ reason }) => reason === LOCKED)) return 'key';
  if (besidesUnsigned(survey).length === 0) return '--sign';
  if (usableVersions(survey, false).length > 0) return '--latest-intact';
  return seal.isKeyed && usableVersions(survey, true).length > 0 ? '--sign --latest-intact' : '--remove';
}
