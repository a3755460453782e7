/** Survey of the registry for `owlgate ontology repair`: reads every text, and reports all that prevents a start. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { silent } from '../../util/log';
import { Registry, type VersionTexts } from './registry';
import type { Inspection } from './registry-check';
import { damage, type Damage } from './registry-damage';
import { checkText } from './registry-graphql';
import { inspectRegistry, type ReadAt } from './registry-inspection';
import { MAX_VERSION } from './registry-rows';
import type { Seal } from './registry-seal';
import { LOCKED, type StoredVersion } from './registry-versions';

/** Version with the checksums of its texts as read; undefined if they could not be read. */
export interface SurveyedVersion extends StoredVersion {
  readonly read: Pick<VersionTexts, 'sourceChecksum' | 'namesChecksum'> | undefined;
}

export interface Survey extends Omit<Inspection, 'versions'> {
  readonly versions: readonly SurveyedVersion[];
  /** SDL of the extension; undefined if there is no readable one. */
  readonly sdl: string | undefined;
  /** True if there is or was a GraphQL extension that cannot be kept: damaged, missing, or an older version. */
  readonly isGraphqlLost: boolean;
  readonly at: ReadAt | undefined;
}

interface SurveyOptions {
  readonly credentials?: Credentials | undefined;
  /** Opens a transaction, for a mutation in it. */
  readonly isOpen?: boolean;
}

/** @throws as Engine does */
export async function surveyRegistry(engine: Engine, seal: Seal, options: SurveyOptions = {}): Promise<Survey> {
  const inspection = await inspectRegistry(engine, seal, options);
  const registry = new Registry(engine, silent, seal);
  const textDamages: Damage[] = [];
  const versions: SurveyedVersion[] = [];
  for (const stored of inspection.versions) {
    const { version, problem } = await readable(stored, registry, options.credentials);
    versions.push(version);
    if (problem) textDamages.push(problem);
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
  const reported = new Set(inspection.damages.map(({ record, reason }) => `${record} ${reason}`));
  const damages = [...inspection.damages, ...textDamages, ...(ofText ? [ofText] : [])].filter(
    ({ record, reason }, i) => i < inspection.damages.length || !reported.has(`${record} ${reason}`),
  );
  const isReadable = extension !== undefined && (ofText === undefined || ofText.remedy === 'sign');
  const least = leastGraphql({ versions });
  const isExpected = least > 0 || inspection.nodes.some(({ key }) => key === 'graphql');
  const isGraphqlLost = isExpected && !(isReadable && extension.version >= least);
  return { ...inspection, damages, versions, sdl, isGraphqlLost };
}

/** Returns the greatest version of the GraphQL extension at the time of any load; 0 if there is none. */
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

/** @throws the error itself if it does not report damage */
function damageOf(error: unknown): Damage {
  if (!(error instanceof OwlgateError) || error.code !== 'OntologyDamaged') throw error;
  const [first] = error.details['damages'] as readonly [{ readonly what: string; readonly reason: string }];
  return damage(first.what, first.reason);
}

/** Returns versions that can be put in force, ascending; with `sign`, unsigned ones too. */
export const usableVersions = ({ versions }: Pick<Survey, 'versions'>, sign: boolean): readonly SurveyedVersion[] =>
  versions.filter(({ kind }) => kind === 'intact' || kind === 'unchained' || (sign && kind === 'unsigned'));

/** Returns damages that remain after a signature of everything unsigned. */
export const besidesUnsigned = ({ damages }: Pick<Survey, 'damages'>): readonly Damage[] =>
  damages.filter(({ remedy }) => remedy !== 'sign');

/**
 * Returns the number of the version that a repair creates: above every version that a gateway can have in force.
 * Numbers far above all sound ones are forged, and are ignored.
 *
 * @returns undefined if no number is left
 */
export function nextVersion({ versions, nodes }: Pick<Survey, 'versions' | 'nodes'>): number | undefined {
  const sound = versions.filter(({ kind }) => kind !== 'damaged').map(({ version }) => version!);
  const most = Math.max(0, ...sound);
  const near = nodes.flatMap(({ version, key }) =>
    version === undefined || key === 'graphql' || version > most + NEAR ? [] : [version],
  );
  const next = Math.max(most, ...near) + 1;
  return next <= MAX_VERSION ? next : undefined;
}

const NEAR = 1_000;

/** Recommended options of `owlgate ontology repair`; `key` if OWLGATE_REGISTRY_KEY has to be set first. */
export type Advice = '--sign' | '--latest-intact' | '--sign --latest-intact' | '--remove' | 'key';

export function adviceFor(survey: Survey, seal: Seal): Advice | undefined {
  const { damages } = survey;
  if (damages.length === 0) return undefined;
  if (damages.some(({ reason }) => reason === LOCKED)) return 'key';
  if (besidesUnsigned(survey).length === 0) return '--sign';
  if (usableVersions(survey, false).length > 0) return '--latest-intact';
  return seal.isKeyed && usableVersions(survey, true).length > 0 ? '--sign --latest-intact' : '--remove';
}
