/**
 * IRIs of what has a name in Dgraph and no term in the ontology, and of blank nodes that keep an identity.
 *
 *     https://owlgate.dev/graph/predicate/age     predicate `age`
 *     https://owlgate.dev/graph/type/My%20Type    type `My Type`
 *
 * A name that is an absolute IRI stands for itself. Exports write these IRIs, and statements with them are read as the
 * names that they encode.
 */

const GRAPH_NS = 'https://owlgate.dev/graph/';

/** Facet that names the graph of a statement, if an import keeps named graphs as facets. */
export const GRAPH_FACET = 'graph';
/** Named graph of inferred facts in an export. */
export const INFERRED_GRAPH = `${GRAPH_NS}inferred`;

type NameKind = 'predicate' | 'type';

/** Absolute IRI without characters that RDF excludes (RFC 3987). */
// oxlint-disable-next-line no-control-regex -- it is about these
const ABSOLUTE_IRI = /^[a-z][a-z0-9+.-]*:[^\u0000-\u0020<>"{}|^`\\\u007f-\u009f]+$/i;

/** Returns the IRI of a name; `nameOfIri` is the inverse. */
export function iriOfName(kind: NameKind, name: string): string {
  return ABSOLUTE_IRI.test(name) && !name.startsWith(GRAPH_NS)
    ? name
    : `${GRAPH_NS}${kind}/${encodeURIComponent(name)}`;
}

/** Returns the name that an IRI encodes; undefined for every other IRI. */
export function nameOfIri(kind: NameKind, iri: string): string | undefined {
  const prefix = `${GRAPH_NS}${kind}/`;
  if (!iri.startsWith(prefix)) return undefined;
  try {
    return decodeURIComponent(iri.slice(prefix.length)) || undefined;
  } catch {
    return undefined;
  }
}

/** Prefix of the IRIs of blank individuals in ontology documents: a later load finds the same nodes. */
export const BLANK_INDIVIDUAL = 'urn:owlgate:individual:';
/** Prefix of the IRIs of blank nodes in files: a second load of the file finds the same nodes (RDF 1.1, section 3.5). */
export const SKOLEM = 'https://owlgate.dev/.well-known/genid/';

/** Returns true for an IRI that stands for a blank node. */
export const isSkolemIri = (iri: string): boolean => iri.startsWith(SKOLEM) || iri.startsWith(BLANK_INDIVIDUAL);
