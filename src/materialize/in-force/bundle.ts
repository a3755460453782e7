/**
 * The documents of an ontology: the one that is loaded, and what it imports, directly or not. A load gathers them and keeps all
 * of them, so that any gateway recovers the ontology without asking again for an import.
 */
import { isIri, mergeDocuments, owl, rdf, readRdf } from '../../rdf';
import type { ContextLoader, Iri, NamedDocument, QuadDocument } from '../../rdf';

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
  /** What relative IRIs in it are resolved against, where it does not say so itself. */
  readonly base?: Iri;
}

/** Never empty, and the ontology itself comes first. */
export type Bundle = readonly [StoredDocument, ...StoredDocument[]];

/** @throws OwlgateError OntologySyntax, which only a damaged registry makes it do */
export async function readBundle(bundle: Bundle): Promise<QuadDocument> {
  const contexts = new Map(
    bundle.filter(({ role }) => role === 'context').map(({ iris, source }) => [iris?.[0], source]),
  );
  const loadContext: ContextLoader = (url) => {
    const context = contexts.get(url);
    if (context === undefined) return Promise.reject(new Error(`the context ${url} is not stored`));
    return Promise.resolve(context);
  };
  const read: Read[] = [];
  for (const stored of bundle) {
    if (stored.role === 'context') continue;
    const { source, mediaType, name, base } = stored;
    const options = {
      mediaType,
      loadContext,
      ...(name !== undefined && { name }),
      ...(base !== undefined && { base }),
    };
    const quads = await readRdf(source, options);
    read.push({ stored, quads, iris: new Set(stored.iris) });
  }
  return mergeRead(read);
}

/** A document, its statements, and by which IRIs it is imported. */
export interface Read {
  readonly stored: StoredDocument;
  readonly quads: QuadDocument;
  readonly iris: Set<Iri>;
}

/** @param read the ontology itself first */
export function mergeRead(read: readonly Read[]): QuadDocument {
  const [main, ...others] = read;
  const named: NamedDocument[] = others.map(({ stored, quads }, i) => ({
    name: stored.name ?? `#${i + 2}`,
    document: quads,
  }));
  const imported = new Set(read.flatMap(({ iris }) => [...iris]));
  return { ...mergeDocuments(main!.quads, named), imported };
}

/** What an ontology can be imported by: its IRI and its version's. */
export function ontologyIris({ quads }: QuadDocument): Iri[] {
  const iris: Iri[] = [];
  for (const { subject, predicate, object } of quads) {
    if (predicate === rdf.type && object === owl.Ontology && isIri(subject)) iris.push(subject);
    else if (predicate === owl.versionIRI && isIri(object)) iris.push(object);
  }
  return iris;
}
