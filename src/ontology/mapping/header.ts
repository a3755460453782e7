/** Header of the ontology: IRI, version and imports. */
import type { Iri } from '../model';
import { isIri } from '../quads';
import type { Quad } from '../quads';
import { owl, rdf } from '../vocabulary';
import type { MappingContext } from './context';

/**
 * Reads the first owl:Ontology statement of the main document.
 *
 * @param imported IRIs by which the ontologies among the statements are imported
 */
export function readHeader(
  m: MappingContext,
  imported: ReadonlySet<Iri> = new Set(),
): { iri?: Iri; versionIri?: Iri; imports: Iri[] } {
  const headers = m.graph.quads.filter(({ predicate, object }) => predicate === rdf.type && object === owl.Ontology);
  const isMain = ({ position }: Quad): boolean => position.document === undefined;
  const [header, second] = headers.filter(isMain);
  if (second) {
    m.note('not-owl', second, 'a second owl:Ontology in one document', 'keep one, or load the documents one by one');
  }
  const imports: Iri[] = [];
  const versions: Iri[] = [];
  for (const quad of m.graph.quads) {
    if (quad.predicate === owl.versionIRI && isIri(quad.object) && isMain(quad)) versions.push(quad.object);
    if (quad.predicate === owl.imports && isIri(quad.object)) {
      if (isMain(quad)) imports.push(quad.object);
      if (!imported.has(quad.object)) {
        m.note(
          'imports',
          quad,
          'owl:imports is not followed',
          'send the imported ontology along, or merge the documents',
        );
      }
    }
    if (quad.predicate === owl.versionIRI || quad.predicate === owl.imports) m.graph.use(quad);
  }
  for (const quad of headers) m.graph.use(quad);
  const iri = header && isIri(header.subject) ? header.subject : undefined;
  return {
    ...(iri !== undefined && { iri }),
    ...(versions[0] !== undefined && { versionIri: versions[0] }),
    imports,
  };
}
