/** Input of a load: an ontology and its imports, either sent along or found in the configured places. */
import { OwlgateError } from '../../errors';
import { checkProfile, mapToOntology } from '../../ontology';
import type { OntologyWarning } from '../../ontology';
import { detectSyntax, isIri, owl, readRdf } from '../../rdf';
import type { ContextLoader, Iri, Position, QuadDocument } from '../../rdf';
import type { Logger } from '../../util/log';
import { mergeRead, ontologyIris } from '../in-force/bundle';
import type { Bundle, BundledDocument, StoredDocument } from '../in-force/bundle';
import { ImportFailure } from './imports';
import type { ImportSession, ImportSource } from './imports';
import type { Profile } from '../in-force/types';
import type { OntologyDocument } from './types';

interface Gathered {
  readonly bundle: Bundle;
  /** Statements of all documents. */
  readonly document: QuadDocument;
  readonly warnings: readonly OntologyWarning[];
}

/** Import that is not available, with the place of its owl:imports. */
interface MissingImport extends Position {
  readonly iri: Iri;
  readonly reason: string;
}

const MAX_DOCUMENTS = 1000;
/** Maximum characters of all documents together, as many as the registry can store. */
const MAX_CHARACTERS = 256 * 2 ** 20;
const CONTEXT_TYPE = 'application/json';

/** Advice for an import that was not found. */
const ADVICE =
  'send it with the ontology (multipart/form-data), add it to the folder or mapping of OWLGATE_IMPORTS, ' +
  'or load without it by ?profile=lenient';

/**
 * Reads an ontology and its imports: first from the documents sent along, then from `imports`.
 *
 * @param mayFetch true if this client may have documents fetched from the network
 * @param profile with `lenient`, missing imports are logged and omitted
 * @throws OwlgateError OntologySyntax, UnsupportedSyntax, OntologyImport with all missing imports
 */
export async function gatherDocuments(
  main: OntologyDocument & { readonly along?: readonly OntologyDocument[] },
  profile: Profile,
  { imports, mayFetch }: { readonly imports: ImportSource; readonly mayFetch: boolean },
  logger: Logger,
): Promise<Gathered> {
  return new Gathering(profile, imports.open({ mayFetch }), logger).run(main, main.along ?? []);
}

/** Returns an IRI in the form in which imports are compared: without a # or / at its end. */
const plain = (iri: Iri): Iri => iri.replace(/[#/]$/, '');

class Gathering {
  private readonly read: BundledDocument[] = [];
  private readonly contexts = new Map<string, string>();
  /** Documents by plain IRI; null for an import that is not available. */
  private readonly documentsByIri = new Map<Iri, BundledDocument | null>();
  private readonly missing: MissingImport[] = [];
  private characters = 0;

  constructor(
    private readonly profile: Profile,
    private readonly session: ImportSession,
    private readonly logger: Logger,
  ) {}

  async run(main: OntologyDocument, along: readonly OntologyDocument[]): Promise<Gathered> {
    const sentDocuments = new Map<Iri, BundledDocument>();
    this.add(await this.readOne(main, 'ontology'), main.name);
    for (const document of along) {
      const read = await this.readOne(document, 'import');
      const iris = [...ontologyIris(read.quads).map(plain), ...(document.name === undefined ? [] : [document.name])];
      for (const iri of iris) if (!sentDocuments.has(iri)) sentDocuments.set(iri, read);
    }
    // `follow` appends to the list during the loop.
    for (let i = 0; i < this.read.length; i++) await this.follow(this.read[i]!, sentDocuments, i > 0);
    const contexts = [...this.contexts].map(([url, source]): StoredDocument => ({
      role: 'context',
      mediaType: CONTEXT_TYPE,
      source,
      iris: [url],
    }));
    const document = mergeRead(this.read);
    this.reportMissing(document);
    const [first, ...others] = this.read.map(({ stored, iris }) =>
      iris.size > 0 ? { ...stored, iris: [...iris] } : stored,
    );
    return { bundle: [first!, ...others, ...contexts], document, warnings: this.unused(along) };
  }

  /** Reads the imports of one document. */
  private async follow(
    { stored, quads }: BundledDocument,
    sentDocuments: ReadonlyMap<Iri, BundledDocument>,
    isImported: boolean,
  ): Promise<void> {
    for (const { predicate, object, position } of quads.quads) {
      if (predicate !== owl.imports || typeof object !== 'string' || !isIri(object)) continue;
      const iri = plain(object);
      let imported = this.documentsByIri.get(iri);
      if (imported === null) continue;
      if (!imported) {
        const place = isImported && stored.name !== undefined ? { ...position, document: stored.name } : position;
        imported = sentDocuments.get(iri) ?? sentDocuments.get(object) ?? (await this.find(object, place)) ?? null;
        this.documentsByIri.set(iri, imported);
        if (!imported) continue;
        imported = this.sameDocument(imported) ?? this.add(imported, imported.stored.name ?? object);
        this.documentsByIri.set(iri, imported);
        if (this.read.length > MAX_DOCUMENTS) {
          throw importError(object, place, `the ontology has more than ${MAX_DOCUMENTS} documents`);
        }
      }
      imported.iris.add(object);
    }
  }

  private async find(iri: Iri, place: Position): Promise<BundledDocument | undefined> {
    let reason = 'it is not among the documents sent';
    try {
      const imported = await this.session.find(iri);
      if (imported) return await this.readOne(imported, 'import', iri.split('#', 1)[0]);
      if (this.session.isConfigured) reason += ', nor in the configured sources';
    } catch (error) {
      if (!(error instanceof ImportFailure)) throw error;
      reason = error.message;
    }
    this.missing.push({ iri, ...place, reason });
    return undefined;
  }

  /** @throws OwlgateError OntologyImport in strict mode, with the violations of the documents that were found */
  private reportMissing(document: QuadDocument): void {
    const [first, ...others] = this.missing;
    if (!first) return;
    if (this.profile === 'lenient') {
      return this.logger.warn('imports were omitted', { count: this.missing.length, first: first.iri });
    }
    const { violations } = checkProfile(mapToOntology(document));
    const more = [
      ...(others.length > 0 ? [`${others.length} more imports cannot be resolved`] : []),
      ...(violations.length > 0
        ? [`the documents at hand are not in OWL 2 RL: ${violations.length} violation(s)`]
        : []),
    ];
    throw importError(first.iri, first, [`${first.reason}; ${ADVICE}`, ...more].join('; '), {
      ...(others.length > 0 && { imports: this.missing }),
      ...(violations.length > 0 && { violations }),
    });
  }

  private async readOne(
    { source, mediaType, name, bytes }: OntologyDocument,
    role: StoredDocument['role'],
    base?: Iri,
  ): Promise<BundledDocument> {
    this.count(source);
    const documentInfo = { ...(name !== undefined && { name }), ...(base !== undefined && { base }) };
    const options = { ...documentInfo, ...(mediaType !== undefined && { mediaType }) };
    const quads = await readRdf(source, { ...options, ...(this.session.context && { loadContext: this.loadContext }) });
    const stored = {
      role,
      mediaType: detectSyntax(source, options),
      source,
      ...documentInfo,
      ...(bytes !== undefined && { bytes }),
    };
    return { stored, quads, iris: new Set() };
  }

  private count({ length }: string): void {
    this.characters += length;
    if (this.characters > MAX_CHARACTERS) throw new OwlgateError('BodyTooLarge', { limit: MAX_CHARACTERS });
  }

  /** Returns the document with the same text, if read before. Two IRIs may lead to one document. */
  private sameDocument({ stored }: BundledDocument): BundledDocument | undefined {
    return this.read.find((read) => read.stored.source === stored.source && read.stored.mediaType === stored.mediaType);
  }

  private readonly loadContext: ContextLoader = async (url) => {
    let context = this.contexts.get(url);
    if (context === undefined) {
      context = await this.session.context!(url);
      this.count(context);
      this.contexts.set(url, context);
    }
    return context;
  };

  /** @param name name of the document; gets a number if another document has it */
  private add(read: BundledDocument, name: string | undefined): BundledDocument {
    const stored = name === undefined ? read.stored : { ...read.stored, name: this.freeName(name) };
    const added = { ...read, stored };
    this.read.push(added);
    for (const iri of ontologyIris(read.quads))
      if (!this.documentsByIri.get(plain(iri))) this.documentsByIri.set(plain(iri), added);
    return added;
  }

  private freeName(name: string): string {
    const takenNames = new Set(this.read.map(({ stored }) => stored.name));
    let free = name;
    for (let i = 2; takenNames.has(free); i++) free = `${name} (${i})`;
    return free;
  }

  private unused(along: readonly OntologyDocument[]): OntologyWarning[] {
    const used = new Set(this.read.map(({ stored }) => stored.source));
    const unused = along.filter(({ source }) => !used.has(source));
    return unused.map(({ name }, i) => ({
      code: 'unused-document',
      message: `no document imports ${name ?? `document ${i + 2}`}; it was omitted. Import it with owl:imports`,
    }));
  }
}

function importError(
  iri: Iri,
  place: Position,
  reason: string,
  more: Readonly<Record<string, unknown>> = {},
): OwlgateError {
  const { line, column, document } = place;
  const importer = document === undefined ? '' : ` of ${document}`;
  const details = { line, column, iri, reason, ...(document !== undefined && { document }), ...more };
  return new OwlgateError('OntologyImport', { line, column, where: importer, iri, reason }, details);
}
