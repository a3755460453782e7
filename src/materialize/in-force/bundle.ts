/**
 * Documents of an ontology: the loaded one and its imports, direct or indirect. A load stores all of them, so that any
 * gateway recovers the ontology without fetching an import again.
 */
import { isIri, mergeDocuments, owl, rdf, readRdf } from '../../rdf';
import type { ContextLoader, Iri, NamedDocument, QuadDocument } from '../../rdf';

/** Stored document. */
export interface StoredDocument {
  /** The first document has the role `ontology`; a `context` is a remote `@context` of JSON-LD. */
  readonly role: 'ontology' | 'import' | 'context';
  readonly mediaType: string;
  readonly source: string;
  /** Bytes as received, in Base64, if the UTF-8 of the source differs from them. */
  readonly bytes?: string;
  /** Unique name: file, address, or part of the request. */
  readonly name?: string;
  /** IRIs by which it is imported, or the address of a context. */
  readonly iris?: readonly Iri[];
  /** Base of relative IRIs, if the document declares none. */
  readonly base?: Iri;
}

/** Documents of an ontology; the ontology itself comes first. */
export type Bundle = readonly [StoredDocument, ...StoredDocument[]];

/** @throws OwlgateError OntologySyntax, only for a damaged registry */
export async function readBundle(bundle: Bundle): Promise<QuadDocument> {
  const contexts = new Map(
    bundle.filter(({ role }) => role === 'context').map(({ iris, source }) => [iris?.[0], source]),
  );
  const loadContext: ContextLoader = (url) => {
    const context = contexts.get(url);
    if (context === undefined) return Promise.reject(new Error(`the context ${url} is not stored`));
    return Promise.resolve(context);
  };
  const read: BundledDocument[] = [];
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

/** Document, its statements, and the IRIs by which it is imported. */
export interface BundledDocument {
  readonly stored: StoredDocument;
  readonly quads: QuadDocument;
  readonly iris: Set<Iri>;
}

/** @param read the ontology itself first */
export function mergeRead(read: readonly BundledDocument[]): QuadDocument {
  const [main, ...others] = read;
  const named: NamedDocument[] = others.map(({ stored, quads }, i) => ({
    name: stored.name ?? `#${i + 2}`,
    document: quads,
  }));
  const imported = new Set(read.flatMap(({ iris }) => [...iris]));
  return { ...mergeDocuments(main!.quads, named), imported };
}

/** Returns the IRIs by which an ontology can be imported: its own and that of its version. */
export function ontologyIris({ quads }: QuadDocument): Iri[] {
  const iris: Iri[] = [];
  for (const { subject, predicate, object } of quads) {
    if (predicate === rdf.type && object === owl.Ontology && isIri(subject)) iris.push(subject);
    else if (predicate === owl.versionIRI && isIri(object)) iris.push(object);
  }
  return iris;
}
