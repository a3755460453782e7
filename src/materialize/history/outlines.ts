/** Outlines of stored versions: read from the registry, or made of the documents of a version without one. */
import type { Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { nameTable } from '../../schema';
import { LRUCache } from '../../util/lru';
import type { DocumentProcesses } from '../documents';
import { readingOf } from '../in-force/recover';
import type { NewOntology, Registry } from '../in-force/registry';
import type { StoredVersion } from '../in-force/registry-versions';
import type { InForce } from '../in-force/types';
import { NO_OUTLINE, type Outline } from './outline';

/** Errors of a registry that has not, or not whole, the version in force. */
const ABSENT: ReadonlySet<string> = new Set(['OntologyDamaged', 'UnknownVersion']);
/** Maximum cached outlines, and maximum characters of all. */
const MAX_CACHED = 8;
const MAX_CHARACTERS = 32 * 2 ** 20;

interface CachedOutline {
  readonly outline: Outline;
  readonly characters: number;
}

export class Outlines {
  /** Parsed outlines by the version's digest. */
  private readonly cached = new LRUCache<string, CachedOutline>({
    most: MAX_CACHED,
    weight: { most: MAX_CHARACTERS, of: (_, { characters }) => characters },
  });

  constructor(
    private readonly engine: Engine,
    private readonly registry: Registry,
    private readonly documents: DocumentProcesses,
  ) {}

  /** @param version undefined for none @throws OwlgateError UnknownVersion, OntologyDamaged */
  async ofNumber(version: number | undefined): Promise<Outline> {
    if (version === undefined) return NO_OUTLINE;
    return this.of(versionIn(await this.registry.versions(), version));
  }

  /** @throws OwlgateError OntologyDamaged */
  async of(stored: StoredVersion): Promise<Outline> {
    const key = stored.digest ?? stored.checksum;
    const cached = this.cached.get(key);
    if (cached) return cached.outline;
    const text = (await this.registry.readOutline(stored)) ?? (await this.made(stored));
    const outline = JSON.parse(text) as Outline;
    this.cached.set(key, { outline, characters: text.length });
    return outline;
  }

  /**
   * Returns the outline of the ontology in force. It is made of the documents in memory if the registry is damaged, or
   * was dropped at the engine.
   */
  async ofInForce(inForce: InForce | undefined): Promise<Outline> {
    try {
      return await this.ofNumber(inForce?.version);
    } catch (error) {
      const isAbsent = error instanceof OwlgateError && ABSENT.has(error.code);
      if (!inForce || !isAbsent) throw error;
      const { documents, profile, loaded, graphql } = inForce;
      return JSON.parse(await this.outline({ documents, profile, names: nameTable(loaded, graphql) })) as Outline;
    }
  }

  private async made(stored: StoredVersion): Promise<string> {
    const { documents, names } = await this.registry.readTexts(stored);
    return this.outline({ documents, profile: stored.profile, names });
  }

  private outline({
    documents,
    profile,
    names,
  }: Pick<NewOntology, 'documents' | 'profile' | 'names'>): Promise<string> {
    const reading = readingOf({ profile, names });
    const options = { lane: 'body', engine: this.engine, seconds: 'unlimited' } as const;
    return this.documents.run('outline', { stored: { documents, reading } }, options);
  }
}

/** @throws OwlgateError UnknownVersion */
export function versionIn(versions: readonly StoredVersion[], version: number): StoredVersion {
  const stored = versions.find((each) => each.version === version);
  if (stored) return stored;
  const [first, last] = [versions[0]?.version, versions.at(-1)?.version];
  const range = first === undefined ? 'no version is stored' : `versions ${first} to ${last} are stored`;
  throw new OwlgateError('UnknownVersion', { version, range });
}
