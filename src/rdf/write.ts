/** Quads → text of a document. */
import type { QuadDocument } from './quads';
import { makeWriter, type WrittenSyntax } from './writers';

/**
 * Prints the statements, those of a subject together, without duplicates.
 *
 * @throws OwlgateError OntologyInexpressible for a statement that RDF/XML cannot have
 */
export function writeRdf({ quads, prefixes }: Pick<QuadDocument, 'quads' | 'prefixes'>, syntax: WrittenSyntax): string {
  const writer = makeWriter(syntax, prefixes);
  return writer.begin() + writer.write(quads) + writer.end();
}
