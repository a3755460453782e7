/** Head of the registry: cheap to read, since gateways poll it; checked against its version. */
import { damage, damagedError } from './registry-damage';
import { MAX_VERSION, parseRecord } from './registry-rows';
import { versionName } from './registry-versions';

export interface RegistryHead {
  readonly uid: string;
  readonly version: number;
  /** Undefined in a registry that was written before digests existed. */
  readonly digest: string | undefined;
  /** Uid of the version. */
  readonly current: string;
  /** True if the materialization of this version has ended. */
  readonly materialized: boolean;
  /** True until the engine's schema fits this version; no write of the predicates under conversion begins before. */
  readonly isSchemaDue: boolean;
  /** Steps of the conversion that are left, one for each predicate; undefined before their number is known. */
  readonly unconverted?: number | undefined;
  /** Gateway that converts them. */
  readonly owner?: string | undefined;
}

/** Values as received from an engine: of any type. */
type Values = Readonly<Record<string, unknown>>;

/** Blocks of a query that reads the head, with the version that it leads to. */
export const HEAD_BLOCKS = `heads(func: eq(owlgate.key, "head"), first: 2) {
    uid record: owlgate.record
    current: owlgate.link (first: 2) { uid key: owlgate.key record: owlgate.record progress: owlgate.progress }
  }
  stored(func: has(owlgate.progress), first: 1) { uid }`;

export interface HeadAnswer {
  readonly heads?: readonly Values[];
  /** Any version, with or without a head that leads to it. */
  readonly stored?: readonly unknown[];
  readonly extension?: readonly Values[];
}

/** @throws OwlgateError OntologyDamaged */
export function readHead({ heads = [], stored = [] }: HeadAnswer): RegistryHead | undefined {
  const [head, ...more] = heads;
  if (!head) {
    if (stored.length > 0) throw damaged('it is missing, but versions are stored');
    return undefined;
  }
  if (more.length > 0) throw damaged('several nodes have its key');
  const { uid, current: links } = head;
  const { version, digest } = parseRecord(head['record']) ?? {};
  const targets = (links === undefined ? [] : [links].flat()) as unknown as readonly Values[];
  const [target] = targets;
  if (!isVersion(version)) throw damaged('it has no valid version');
  if (!target || targets.length > 1) throw damaged('it does not lead to one version');
  const record = parseRecord(target['record']) ?? {};
  if (target['key'] !== `version/${version}` || record['version'] !== version) {
    throw damaged(`it names ${versionName(version)}, but leads to another node`);
  }
  if (digest !== record['digest'] || (digest !== undefined && typeof digest !== 'string')) {
    throw damaged(`its digest differs from that of ${versionName(version)}`);
  }
  const progress = parseRecord(target['progress']);
  const materialized = progress?.['materialized'] === true;
  const cursor = progress?.['cursor'];
  const isSchemaDue = !materialized && isSchemaDueIn(cursor);
  const conversion = isSchemaDue ? conversionIn(cursor) : { unconverted: undefined, owner: undefined };
  const current = String(target['uid']);
  return { uid: String(uid), version, digest, current, materialized, isSchemaDue, ...conversion };
}

/** Returns true for the progress of a version whose schema is not in the engine yet. */
export const isSchemaDueIn = (cursor: unknown): boolean => parseRecord(cursor)?.['isSchemaDue'] === true;

function conversionIn(cursor: unknown): Pick<RegistryHead, 'unconverted' | 'owner'> {
  const { unconverted, owner } = parseRecord(cursor) ?? {};
  return {
    unconverted: Number.isSafeInteger(unconverted) ? (unconverted as number) : undefined,
    owner: typeof owner === 'string' ? owner : undefined,
  };
}

const isVersion = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_VERSION;

const damaged = (reason: string) => damagedError([damage('the head', reason)]);
