/** Quads → Turtle or N-Triples, by the n3 package. */
import { DataFactory, Writer } from 'n3';
import { safeLabel } from './document';
import type { Iri, QuadDocument, Term } from './quads';

/** Output syntaxes. */
export const WRITTEN_SYNTAXES = ['text/turtle', 'application/n-triples'] as const;
export type WrittenSyntax = (typeof WRITTEN_SYNTAXES)[number];

/** Prints the statements in their order, without duplicates. */
export function writeRdf({ quads, prefixes }: Pick<QuadDocument, 'quads' | 'prefixes'>, syntax: WrittenSyntax): string {
  const isTurtle = syntax === 'text/turtle';
  const writer = new Writer({ format: isTurtle ? 'Turtle' : 'N-Triples', prefixes: isTurtle ? usable(prefixes) : {} });
  for (const { subject, predicate, object } of quads) {
    writer.addQuad(
      DataFactory.quad(
        node(subject),
        DataFactory.namedNode(predicate),
        typeof object === 'string' ? node(object) : value(object),
      ),
    );
  }
  let text = '';
  writer.end((error: Error | null, result: string) => {
    if (error) throw error;
    text = result;
  });
  return text;
}

const node = (term: string) =>
  term.startsWith('_:') ? DataFactory.blankNode(safeLabel(term.slice(2))) : DataFactory.namedNode(term);

function value({ value: text, datatype, lang }: Exclude<Term, string>) {
  return DataFactory.literal(text, lang ?? DataFactory.namedNode(datatype));
}

/** Returns the prefixes whose names are valid in Turtle. */
function usable(prefixes: ReadonlyMap<string, Iri>): Record<string, Iri> {
  return Object.fromEntries([...prefixes].filter(([prefix]) => /^([A-Za-z][\w-]*)?$/.test(prefix)));
}
