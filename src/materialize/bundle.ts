/**
 * The documents of an ontology: the one that is loaded, and what it imports, directly or not. A load gathers them and keeps all
 * of them, so that any gateway recovers the ontology without asking again for an import.
 */
import { OwlgateError } from '../errors';
import type { OntologyWarning } from '../ontology';
import { detectSyntax, isIri, mergeDocuments, owl, rdf, readRdf } from '../rdf';
import type { ContextLoader, Iri, NamedDocument, Position, QuadDocument } from '../rdf';
import type { Logger } from '../util/log';
import { ImportFailure } from './imports';
import type { ImportSession, ImportSource } from './imports';
import type { OntologyDocument, Profile } from './types';

/** A document as it is kept. */
export interface StoredDocument {
  /** The first one is the ontology itself; a context is what a `@context` of JSON-LD names. */
  readonly role: 'ontology' | 'import' | 'context';
  readonly mediaType: string;
  readonly source: string;
  /** How it is told from the others: its file, its address, its part of the request. */
  readonly name?: string;
  /** By which IRIs it is imported, or the address of a context. */
  readonly iris?: readonly Iri[];
}

/** Never empty, and the ontology itself comes first. */
export type Bundle = readonly [StoredDocument, ...StoredDocument[]];

export interface Gathered {
  readonly bundle: Bundle;
  /** The statements of all documents. */
  readonly document: QuadDocument;
  readonly warnings: readonly OntologyWarning[];
}

const MAX_DOCUMENTS = 100;
/** Characters of all documents together: what the registry can keep. */
const MAX_CHARACTERS = 256 * 2 ** 20;
const CONTEXT_TYPE = 'application/json';

/** How an import may be given, for those who have not. */
const ADVICE =
  'send it along with the ontology (multipart/form-data), name a folder or a mapping with it in OWLGATE_IMPORTS, ' +
  'or load with ?profile=lenient to go without it';

/**
 * Reads an ontology and what it imports: out of the documents that were sent along, then as `imports` has it.
 *
 * @param profile with `lenient` an import that is not to be had is logged, and the ontology goes without it
 * @throws OwlgateError OntologySyntax, OntologyImport
 */
export async function gatherDocuments(
  main: OntologyDocument & { readonly along?: readonly OntologyDocument[] },
  profile: Profile,
  imports: ImportSource,
  logger: Logger,
): Promise<Gathered> {
  return new Gathering(profile, imports.open(), logger).run(main, main.along ?? []);
}

/** @throws OwlgateError OntologySyntax, which only a damaged registry makes it do */
export async function readBundle(bundle: Bundle): Promise<QuadDocument> {
  const contexts = new Map(
    bundle.filter(({ role }) => role === 'context').map(({ iris, source }) => [iris?.[0], source]),
  );
  const loadContext: ContextLoader = (url) => {
    const context = contexts.get(url);
    if (context === undefined) return Promise.reject(new Error(`the context ${url} is not stored`));
    return Promise.resolve(JSON.parse(context));
  };
  const read: Read[] = [];
  for (const stored of bundle) {
    if (stored.role === 'context') continue;
    const { source, mediaType, name } = stored;
    const quads = await readRdf(source, { mediaType, loadContext, ...(name !== undefined && { name }) });
    read.push({ stored, quads, iris: new Set(stored.iris) });
  }
  return merge(read);
}

/** A document, its statements, and by which IRIs it is imported. */
interface Read {
  readonly stored: StoredDocument;
  readonly quads: QuadDocument;
  readonly iris: Set<Iri>;
}

function merge(read: readonly Read[]): QuadDocument {
  const [main, ...others] = read;
  const named: NamedDocument[] = others.map(({ stored, quads }, i) => ({
    name: stored.name ?? `#${i + 2}`,
    document: quads,
  }));
  const imported = new Set(read.flatMap(({ iris }) => [...iris]));
  return { ...mergeDocuments(main!.quads, named), imported };
}

/** What an ontology can be imported by: its IRI and its version's. */
function ontologyIris({ quads }: QuadDocument): Iri[] {
  const iris: Iri[] = [];
  for (const { subject, predicate, object } of quads) {
    if (predicate === rdf.type && object === owl.Ontology && isIri(subject)) iris.push(subject);
    else if (predicate === owl.versionIRI && isIri(object)) iris.push(object);
  }
  return iris;
}

/** An IRI as importing takes it: what follows a last # or / says nothing. */
const plain = (iri: Iri): Iri => iri.replace(/[#/]$/, '');

class Gathering {
  private readonly read: Read[] = [];
  private readonly contexts = new Map<string, string>();
  /** By plain IRI; null for what is not to be had. */
  private readonly known = new Map<Iri, Read | null>();
  private characters = 0;

  constructor(
    private readonly profile: Profile,
    private readonly session: ImportSession,
    private readonly logger: Logger,
  ) {}

  async run(main: OntologyDocument, along: readonly OntologyDocument[]): Promise<Gathered> {
    const given = new Map<Iri, Read>();
    this.add(await this.readOne(main, 'ontology'), main.name);
    for (const document of along) {
      const read = await this.readOne(document, 'import');
      const iris = [...ontologyIris(read.quads).map(plain), ...(document.name === undefined ? [] : [document.name])];
      for (const iri of iris) if (!given.has(iri)) given.set(iri, read);
    }
    // The list grows while it is gone through.
    for (let i = 0; i < this.read.length; i++) await this.follow(this.read[i]!, given, i > 0);
    const contexts = [...this.contexts].map(([url, source]): StoredDocument => ({
      role: 'context',
      mediaType: CONTEXT_TYPE,
      source,
      iris: [url],
    }));
    const [first, ...others] = this.read.map(({ stored, iris }) =>
      iris.size > 0 ? { ...stored, iris: [...iris] } : stored,
    );
    return { bundle: [first!, ...others, ...contexts], document: merge(this.read), warnings: this.unused(along) };
  }

  /** The imports of one document. */
  private async follow({ stored, quads }: Read, given: ReadonlyMap<Iri, Read>, isImported: boolean): Promise<void> {
    for (const { predicate, object, position } of quads.quads) {
      if (predicate !== owl.imports || typeof object !== 'string' || !isIri(object)) continue;
      const iri = plain(object);
      let found = this.known.get(iri);
      if (found === null) continue;
      if (!found) {
        const place = isImported && stored.name !== undefined ? { ...position, document: stored.name } : position;
        found = given.get(iri) ?? given.get(object) ?? (await this.find(object, place)) ?? null;
        this.known.set(iri, found);
        if (!found) continue;
        if (!this.read.includes(found)) this.known.set(iri, (found = this.add(found, found.stored.name ?? object)));
        if (this.read.length > MAX_DOCUMENTS)
          throw importError(object, place, `more than ${MAX_DOCUMENTS} documents would be read`);
      }
      found.iris.add(object);
    }
  }

  private async find(iri: Iri, place: Position): Promise<Read | undefined> {
    let reason = 'none of the documents sent along is it';
    try {
      const found = await this.session.find(iri);
      if (found) return await this.readOne(found, 'import');
      if (this.session.isConfigured) reason += ', and the configuration has it nowhere';
    } catch (error) {
      if (!(error instanceof ImportFailure)) throw error;
      reason = error.message;
    }
    if (this.profile === 'strict') throw importError(iri, place, `${reason}; ${ADVICE}`);
    this.logger.warn('an import is left out', { iri, reason });
    return undefined;
  }

  private async readOne({ source, mediaType, name }: OntologyDocument, role: StoredDocument['role']): Promise<Read> {
    this.characters += source.length;
    if (this.characters > MAX_CHARACTERS) {
      throw new OwlgateError('BodyTooLarge', { limit: MAX_CHARACTERS });
    }
    const options = { ...(mediaType !== undefined && { mediaType }), ...(name !== undefined && { name }) };
    const quads = await readRdf(source, { ...options, ...(this.session.context && { loadContext: this.loadContext }) });
    const stored = { role, mediaType: detectSyntax(source, options), source, ...(name !== undefined && { name }) };
    return { stored, quads, iris: new Set() };
  }

  private readonly loadContext: ContextLoader = async (url) => {
    const known = this.contexts.get(url) ?? (await this.session.context!(url));
    this.contexts.set(url, known);
    this.characters += known.length;
    return JSON.parse(known) as unknown;
  };

  /** @param name by which it is told from the others; changed where another has it */
  private add(read: Read, name: string | undefined): Read {
    const stored = name === undefined ? read.stored : { ...read.stored, name: this.freeName(name) };
    const added = { ...read, stored };
    this.read.push(added);
    for (const iri of ontologyIris(read.quads)) if (!this.known.get(plain(iri))) this.known.set(plain(iri), added);
    return added;
  }

  private freeName(name: string): string {
    const taken = new Set(this.read.map(({ stored }) => stored.name));
    let free = name;
    for (let i = 2; taken.has(free); i++) free = `${name} (${i})`;
    return free;
  }

  private unused(along: readonly OntologyDocument[]): OntologyWarning[] {
    const used = new Set(this.read.map(({ stored }) => stored.source));
    const unused = along.filter(({ source }) => !used.has(source));
    return unused.map(({ name }, i) => ({
      code: 'unused-document',
      message: `the document ${name ?? i + 2} was sent along, and nothing imports it: it is left out; import it with owl:imports`,
    }));
  }
}

function importError(iri: Iri, place: Position, reason: string): OwlgateError {
  const { line, column, document } = place;
  const where = document === undefined ? '' : ` of ${document}`;
  const details = { line, column, iri, reason, ...(document !== undefined && { document }) };
  return new OwlgateError('OntologyImport', { line, column, where, iri, reason }, details);
}
