/** Where imported ontologies come from: a folder, a mapping, and, where that is allowed, the network. */
import { stat } from 'node:fs/promises';
import type { OntologyDocument } from '../../types';
import { readCatalog } from './catalog';
import { fetchDocument } from './fetch';
import { ImportFailure, MAX_IMPORT_BYTES, readDocumentFile } from './file';
import { Folder } from './folder';

export { ImportFailure };

export interface ImportSource {
  /** Settings that it was opened with; a source without them cannot be opened in another process. */
  readonly settings?: ImportSettings;
  /**
   * Opens it for one load: what is read of a folder is read once.
   *
   * @param mayFetch whether this load may fetch what the settings allow
   */
  open(options: { readonly mayFetch: boolean }): ImportSession;
}

export interface ImportSession {
  /** Whether there is any place to look in. */
  readonly isConfigured: boolean;
  /** @returns undefined where no place knows it @throws ImportFailure where one does, and it cannot be had */
  find(iri: string): Promise<OntologyDocument | undefined>;
  /** The JSON of a remote `@context`; absent where there is no place to look in. @throws ImportFailure */
  readonly context?: (url: string) => Promise<string>;
}

export interface ImportSettings {
  /** A folder, or the file of a mapping: JSON (IRI → file or address) or an XML catalog. */
  readonly location?: string | undefined;
  /** Whether http(s) addresses may be fetched. */
  readonly mayFetch?: boolean;
}

/** What resolves nothing: imports have to be sent along. */
export const NO_IMPORTS: ImportSource = {
  settings: {},
  open: () => ({ isConfigured: false, find: () => Promise.resolve(undefined) }),
};

/** @throws Error in one line where the location is not there, or is no mapping */
export async function openImports({ location, mayFetch = false }: ImportSettings): Promise<ImportSource> {
  if (location === undefined && !mayFetch) return NO_IMPORTS;
  let isFolder = false;
  if (location !== undefined) {
    isFolder = (await stat(location)).isDirectory();
    // What is wrong with a mapping is said at the start.
    if (!isFolder) await readCatalog(location);
  }
  const [folder, file] = isFolder ? [location, undefined] : [undefined, location];
  return {
    settings: { ...(location !== undefined && { location }), mayFetch },
    open: (options) => new Session(folder, file, mayFetch && options.mayFetch),
  };
}

const CONTEXT_TYPES = 'application/ld+json, application/json;q=0.9';
const NO_CONTEXT = 'map it to a file in OWLGATE_IMPORTS, or write the context out in the document';

const isAddress = (location: string): boolean => /^https?:/i.test(location);

class Session implements ImportSession {
  readonly isConfigured = true;
  private readonly folder: Folder | undefined;
  private mapping: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    folder: string | undefined,
    private readonly file: string | undefined,
    private readonly mayFetch: boolean,
  ) {
    if (folder !== undefined) this.folder = new Folder(folder);
  }

  async find(iri: string): Promise<OntologyDocument | undefined> {
    const mapped = (await this.mapped()).get(iri.replace(/[#/]$/, ''));
    if (mapped !== undefined) return this.read(mapped, iri);
    const inFolder = await this.folder?.find(iri);
    if (inFolder) return inFolder;
    return this.mayFetch && isAddress(iri) ? this.fetch(iri) : undefined;
  }

  readonly context = async (url: string): Promise<string> => {
    const mapped = (await this.mapped()).get(url.replace(/[#/]$/, '')) ?? url;
    if (this.mayFetch && isAddress(mapped)) return (await this.fetch(mapped, CONTEXT_TYPES)).source;
    if (!isAddress(mapped)) return (await readDocumentFile(mapped, url)).source;
    throw new ImportFailure(
      `the remote @context ${url} is not fetched unless OWLGATE_IMPORTS_FETCH=true; ${NO_CONTEXT}`,
    );
  };

  /** IRIs, without a # or / at their end, and the files or addresses that hold them. */
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
    if (isAddress(location)) {
      if (this.mayFetch) return this.fetch(location);
      throw new ImportFailure(`it is mapped to ${location}, and nothing is fetched unless OWLGATE_IMPORTS_FETCH=true`);
    }
    return readDocumentFile(location, iri);
  }

  private async fetch(address: string, accept?: string): Promise<OntologyDocument> {
    return fetchDocument(address, { maxBytes: MAX_IMPORT_BYTES, ...(accept !== undefined && { accept }) });
  }
}
