/** History service: stored versions, compared by their outlines. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { documentFor, requireReadable } from '../access/views';
import type { DocumentProcesses } from '../documents';
import type { Authority } from '../in-force/in-force';
import { readingOf } from '../in-force/recover';
import type { Registry } from '../in-force/registry';
import type { StoredVersion } from '../in-force/registry-versions';
import { outlineDifference } from './difference';
import { mentioning, NO_OUTLINE, placedAxiom, rendererOf, termOf } from './outline';
import type { Outline } from './outline';
import { broughtBy } from './origins';
import { versionIn } from './outlines';
import type { Outlines } from './outlines';
import type {
  Blame,
  DifferenceRequest,
  HistoryService,
  OntologyPage,
  VersionDifference,
  VersionDocument,
  VersionEntry,
  VersionsPage,
  VersionsRequest,
} from './types';

export class Histories implements HistoryService {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly registry: Registry,
    private readonly documents: DocumentProcesses,
    private readonly outlines: Outlines,
  ) {}

  async versions({ limit, before = Infinity, credentials }: VersionsRequest): Promise<VersionsPage> {
    const { inForce, versions } = await this.open(credentials);
    const earlier = versions.filter(({ version }) => version! < before).reverse();
    const page = earlier.slice(0, limit);
    const entries = page.map((stored) => entryOf(stored, inForce));
    return { versions: entries, ...(earlier.length > page.length && { next: page.at(-1)!.version! }) };
  }

  async document(version: number, credentials?: Credentials): Promise<VersionDocument> {
    const { versions } = await this.open(credentials);
    const stored = versionIn(versions, version);
    await this.permitted(stored, credentials);
    const { documents } = await this.registry.readTexts(stored);
    const { profile, loadedAt, checksum } = stored;
    const [{ source, mediaType }] = documents;
    return { version, profile, loadedAt, checksum, source, mediaType, documents };
  }

  async difference({ from, to, credentials }: DifferenceRequest): Promise<VersionDifference> {
    const { inForce, versions } = await this.open(credentials);
    const later = versionIn(versions, to ?? inForce);
    const earlier = from === undefined ? versions[versions.indexOf(later) - 1] : versionIn(versions, from);
    const before = earlier ? await this.permitted(earlier, credentials) : NO_OUTLINE;
    const diff = outlineDifference(before, await this.permitted(later, credentials));
    return { from: earlier?.version ?? null, to: later.version!, diff };
  }

  async blame(term: string, credentials?: Credentials): Promise<Blame> {
    const { inForce, versions } = await this.open(credentials);
    const latest = versions.findIndex(({ version }) => version === inForce);
    const outline = await this.permitted(versionIn(versions, inForce), credentials);
    const iri = termOf(outline, term);
    if (iri === undefined) throw new OwlgateError('UnknownTerm', { term: term.slice(0, 200) });
    const numbers = mentioning(outline, iri);
    const origins = await broughtBy(numbers, versions.slice(0, latest + 1), (each) => this.outlines.of(each));
    const renderer = rendererOf(outline);
    const axioms = numbers.map((number) => {
      const { version, loadedAt, history } = origins.get(number)!;
      const { by, message } = history ?? {};
      const origin = { ...(by !== undefined && { by }), ...(message !== undefined && { message }) };
      return { ...placedAxiom(outline, number, renderer), version: version!, loadedAt, ...origin };
    });
    return { term: iri, version: inForce, axioms, oldest: versions[0]!.version! };
  }

  async page(number: number | undefined, credentials?: Credentials): Promise<OntologyPage> {
    const { inForce, versions } = await this.open(credentials);
    const stored = versionIn(versions, number ?? inForce);
    await this.permitted(stored, credentials);
    const { documents, names } = await this.registry.readTexts(stored);
    const { version, profile, loadedAt, checksum } = stored;
    const subtitle = `Version ${version!}, loaded ${loadedAt.slice(0, 10)}`;
    const reading = readingOf({ profile, names });
    const options = { lane: 'body', engine: this.engine } as const;
    const html = await this.documents.run('page', { stored: { documents, reading }, subtitle }, options);
    return { version: version!, checksum, html };
  }

  async again(version: number): ReturnType<HistoryService['again']> {
    const stored = versionIn(await this.registry.versions(), version);
    const { documents, names } = await this.registry.readTexts(stored);
    const { naming } = names;
    const [{ source, mediaType }] = documents;
    return { stored: documents, source, mediaType, profile: stored.profile, ...(naming && { naming }) };
  }

  /** Reads the stored versions, ascending, for a client that may read the ontology in force. */
  private async open(
    credentials: Credentials | undefined,
  ): Promise<{ readonly inForce: number; readonly versions: readonly StoredVersion[] }> {
    await this.authority.checkIfStale();
    const inForce = this.authority.active?.inForce;
    const { version } = await documentFor({ engine: this.engine, materializer: { inForce }, credentials });
    return { inForce: version, versions: await this.registry.versions() };
  }

  /** Returns the outline of a version that a client may read. @throws OwlgateError AccessDenied */
  private async permitted(stored: StoredVersion, credentials: Credentials | undefined): Promise<Outline> {
    const outline = await this.outlines.of(stored);
    await requireReadable({ engine: this.engine, credentials }, outline);
    return outline;
  }
}

function entryOf(
  { version, loadedAt, profile, checksum, materialized, history }: StoredVersion,
  inForce: number,
): VersionEntry {
  const { by, from, message, changes } = history ?? {};
  return {
    ...{ version: version!, inForce: version === inForce, loadedAt },
    ...(by !== undefined && { by }),
    ...(from !== undefined && { from }),
    ...(message !== undefined && { message }),
    ...(changes !== undefined && { changes }),
    ...{ profile, checksum, materialized },
  };
}
