/** Head of the registry: cheap to read, since gateways poll it; checked against its version. */
import { damage, damagedError } from './registry-damage';
import { MAX_VERSION } from './registry-rows';
import { versionName } from './registry-versions';

export interface RegistryHead {
  readonly uid: string;
  readonly version: number;
  /** Undefined in a registry from before digests. */
  readonly digest: string | undefined;
  /** Uid of the version. */
  readonly current: string;
  /** True if the materialization of this version has ended. */
  readonly materialized: boolean;
}

/** Values as received from an engine: of any type. */
type Values = Readonly<Record<string, unknown>>;

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
    if (stored.length > 0) throw damaged('there is none, and versions are stored');
    return undefined;
  }
  if (more.length > 0) throw damaged('there is more than one of them');
  const { uid, version, digest, current } = head;
  const targets = (current === undefined ? [] : [current].flat()) as unknown as readonly Values[];
  const [target] = targets;
  if (!isVersion(version)) throw damaged('owlgate.version is no number of a version');
  if (!target || targets.length > 1) throw damaged('owlgate.current does not lead to one version');
  if (target['key'] !== `version/${version}` || target['version'] !== version) {
    throw damaged(`it names ${versionName(version)}, and leads to another node`);
  }
  if (digest !== target['digest'] || (digest !== undefined && typeof digest !== 'string')) {
    throw damaged(`its digest is not that of ${versionName(version)}`);
  }
  return {
    uid: String(uid),
    version,
    digest,
    current: String(target['uid']),
    materialized: target['materialized'] === true,
  };
}

const isVersion = (value: unknown): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= MAX_VERSION;

const damaged = (reason: string) => damagedError([damage('the head', reason)]);
