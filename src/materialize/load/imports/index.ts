/** Sources of imported ontologies: a folder, a mapping, and, if permitted, the network. */
import { stat } from 'node:fs/promises';
import { FetchHosts } from '../../../util/fetchHosts';
import type { OntologyDocument } from '../types';
import { readCatalog } from './catalog';
import { fetchDocument, FETCH_TIMEOUT_MS } from './fetch';
import { ImportFailure, MAX_IMPORT_BYTES, readDocumentFile } from './file';
import { Folder } from './folder';

export { ImportFailure };

export interface ImportSource {
  /** Settings of the source; a source without them cannot be opened in another process. */
  readonly settings?: ImportSettings;
  /**
   * Opens the source for one load, which reads each file of a folder once.
   *
   * @param mayFetch true if this load may fetch from the hosts in the settings
   */
  open(options: { readonly mayFetch: boolean }): ImportSession;
}

export interface ImportSession {
  /** True if any source is configured. */
  readonly isConfigured: boolean;
  /** @returns undefined if no source has it @throws ImportFailure if a source has it, but it cannot be read */
  find(iri: string): Promise<OntologyDocument | undefined>;
  /** Returns the JSON text of a remote `@context`; absent if no source is configured. @throws ImportFailure */
  readonly context?: (url: string) => Promise<string>;
}

export interface ImportSettings {
  /** Folder, or file of a mapping: JSON (IRI → file or address) or an XML catalog. */
  readonly location?: string | undefined;
  /** Hosts that documents may be fetched from: see FetchHosts. */
  readonly fetch?: readonly string[];
}

/** Source that resolves nothing: imports must be sent with the ontology. */
export const NO_IMPORTS: ImportSource = {
  settings: {},
  open: () => ({ isConfigured: false, find: () => Promise.resolve(undefined) }),
};

/** @throws Error of one line if the location does not exist, is not a mapping, or an entry is not a host */
export async function openImports(settings: ImportSettings): Promise<ImportSource> {
  const { location, fetch = [] } = settings;
  const hosts = new FetchHosts(fetch);
  if (location === undefined && hosts.isEmpty) return NO_IMPORTS;
  let isFolder = false;
  if (location !== undefined) {
    isFolder = (await stat(location)).isDirectory();
    // Reports an invalid mapping at the start of the gateway.
    if (!isFolder) await readCatalog(location);
  }
  const [folder, file] = isFolder ? [location, undefined] : [undefined, location];
  return {
    settings,
    open: ({ mayFetch }) => new Session(folder, file, mayFetch ? hosts : new FetchHosts([]), hosts.isEmpty),
  };
}

const CONTEXT_TYPES = 'application/ld+json, application/json;q=0.9';
const NO_CONTEXT = 'map it to a file in OWLGATE_IMPORTS, or include the context in the document';
/** Maximum requests of one load to the network, and their total time. */
const MAX_FETCHES = 50;
const FETCHING_MS = 120_000;
const MAX_CONTEXT_BYTES = 4 * 2 ** 20;

const isAddress = (location: string): boolean => /^https?:/i.test(location);

class Session implements ImportSession {
  readonly isConfigured = true;
  private readonly folder: Folder | undefined;
  private mapping: Promise<ReadonlyMap<string, string>> | undefined;
  private fetches = 0;
  private fetchingMs = 0;

  /** @param isOff true if the settings permit no host, for any caller */
  constructor(
    folder: string | undefined,
    private readonly file: string | undefined,
    private readonly hosts: FetchHosts,
    private readonly isOff: boolean,
  ) {
    if (folder !== undefined) this.folder = new Folder(folder);
  }

  async find(iri: string): Promise<OntologyDocument | undefined> {
    const mapped = (await this.mapped()).get(iri.replace(/[#/]$/, ''));
    if (mapped !== undefined) return this.read(mapped, iri);
    const inFolder = await this.folder?.find(iri);
    if (inFolder) return inFolder;
    return this.hosts.isEmpty || !isAddress(iri) ? undefined : this.fetch(iri);
  }

  readonly context = async (url: string): Promise<string> => {
    const mapped = (await this.mapped()).get(url.replace(/[#/]$/, ''));
    // Only the mapping may lead to a file; an address in a document may not.
    if (mapped !== undefined && !isAddress(mapped))
      return (await readDocumentFile(mapped, url, MAX_CONTEXT_BYTES)).source;
    const address = mapped ?? url;
    if (!isAddress(address)) throw new ImportFailure(`the @context ${url} is not an http(s) address; ${NO_CONTEXT}`);
    if (this.hosts.isEmpty)
      throw new ImportFailure(`the remote @context ${url} is not fetched: ${this.whyNot}; ${NO_CONTEXT}`);
    return (await this.fetch(address, { accept: CONTEXT_TYPES, maxBytes: MAX_CONTEXT_BYTES })).source;
  };

  private get whyNot(): string {
    return this.isOff
      ? 'OWLGATE_IMPORTS_FETCH names no host'
      : 'this request may not fetch; only loads, and validations by clients that may load, fetch documents';
  }

  /** Returns the mapping: IRIs, without a # or / at their end, to files or addresses. */
  private mapped(): Promise<ReadonlyMap<string, string>> {
    this.mapping ??= this.readMapping().catch((error: unknown) => {
      if (error instanceof ImportFailure) throw error;
      throw new ImportFailure(`the mapping of OWLGATE_IMPORTS cannot be read: ${(error as Error).message}`);
    });
    return this.mapping;
  }

  private async readMapping(): Promise<ReadonlyMap<string, string>> {
    return this.file === undefined
      ? ((await this.folder?.catalog()) ?? new Map<string, string>())
      : readCatalog(this.file);
  }

  private async read(location: string, iri: string): Promise<OntologyDocument> {
    if (!isAddress(location)) return readDocumentFile(location, iri);
    if (!this.hosts.isEmpty) return this.fetch(location);
    throw new ImportFailure(`it is mapped to ${location}, which may not be fetched: ${this.whyNot}`);
  }

  private async fetch(
    address: string,
    { accept, maxBytes = MAX_IMPORT_BYTES }: { readonly accept?: string; readonly maxBytes?: number } = {},
  ): Promise<OntologyDocument> {
    if (++this.fetches > MAX_FETCHES) {
      throw new ImportFailure(`${address} is not fetched: more than ${MAX_FETCHES} documents are fetched for one load`);
    }
    const leftMs = FETCHING_MS - this.fetchingMs;
    if (leftMs <= 0) {
      throw new ImportFailure(
        `${address} is not fetched: the load has reached its limit of ${FETCHING_MS / 1000} s for fetches`,
      );
    }
    const began = performance.now();
    try {
      const timeoutMs = Math.min(leftMs, FETCH_TIMEOUT_MS);
      return await fetchDocument(address, { hosts: this.hosts, maxBytes, accept, timeoutMs });
    } finally {
      this.fetchingMs += performance.now() - began;
    }
  }
}
