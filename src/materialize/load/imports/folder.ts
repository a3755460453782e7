/** Folder of ontologies: finds the file of an import by the ontology IRI in the file, or by its name. */
import { readdir } from 'node:fs/promises';
import * as path from 'node:path';
import { FILE_EXTENSIONS } from '../../../rdf/syntax';
import { isIri, owl, rdf, readRdf } from '../../../rdf';
import type { OntologyDocument } from '../types';
import { readCatalog } from './catalog';
import { ImportFailure, readDocumentFile } from './file';

const MAX_FILES = 1_000;
/** Name of the mapping that Protégé and the OWL API keep in a folder. */
const CATALOG = 'catalog-v001.xml';

export class Folder {
  private listed: Promise<readonly string[]> | undefined;
  private readonly indexed = new Map<string, Promise<readonly string[]>>();

  constructor(private readonly folder: string) {}

  /** Returns the mapping of the folder; empty if there is none. */
  async catalog(): Promise<ReadonlyMap<string, string>> {
    const names = await this.files().then(() => readdir(this.folder));
    return names.includes(CATALOG) ? readCatalog(path.join(this.folder, CATALOG)) : new Map<string, string>();
  }

  /** Finds a document; reads files whose name matches first, then the others. @throws ImportFailure */
  async find(iri: string): Promise<OntologyDocument | undefined> {
    const importIri = plain(iri);
    const stem = importIri.slice(
      Math.max(importIri.lastIndexOf('/'), importIri.lastIndexOf('#'), importIri.lastIndexOf(':')) + 1,
    );
    const names = await this.files();
    const alike = names.filter((name) =>
      [name, path.parse(name).name].some((n) => n.toLowerCase() === stem.toLowerCase()),
    );
    for (const name of [...alike, ...names.filter((other) => !alike.includes(other))]) {
      if ((await this.irisOf(name)).includes(importIri)) return this.read(name, iri);
    }
    // A file with a matching name counts only if it declares no ontology IRI of its own.
    for (const name of alike) if ((await this.irisOf(name)).length === 0) return this.read(name, iri);
    return undefined;
  }

  private read(name: string, iri: string): Promise<OntologyDocument> {
    return readDocumentFile(path.join(this.folder, name), iri);
  }

  private files(): Promise<readonly string[]> {
    this.listed ??= readdir(this.folder, { withFileTypes: true }).then(
      (entries) => {
        const names = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
        const documents = names.filter((name) => FILE_EXTENSIONS.includes(path.extname(name).slice(1).toLowerCase()));
        if (documents.length > MAX_FILES)
          throw new ImportFailure(`the folder of OWLGATE_IMPORTS has more than ${MAX_FILES} documents`);
        return documents.filter((name) => name !== CATALOG).sort();
      },
      (error: unknown) => {
        throw new ImportFailure(`the folder of OWLGATE_IMPORTS cannot be read: ${(error as Error).message}`);
      },
    );
    return this.listed;
  }

  /** Returns the ontology IRI and version IRI of a file; none for a file that cannot be read. */
  private irisOf(name: string): Promise<readonly string[]> {
    let iris = this.indexed.get(name);
    if (!iris) this.indexed.set(name, (iris = this.index(name).catch(() => [])));
    return iris;
  }

  private async index(name: string): Promise<readonly string[]> {
    const { source } = await this.read(name, name);
    const { quads } = await readRdf(source, { name });
    return quads.flatMap(({ subject, predicate, object }) => {
      if (predicate === rdf.type && object === owl.Ontology && isIri(subject)) return [plain(subject)];
      return predicate === owl.versionIRI && typeof object === 'string' && isIri(object) ? [plain(object)] : [];
    });
  }
}

const plain = (iri: string): string => iri.replace(/[#/]$/, '');
