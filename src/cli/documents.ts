/** The files of a command as one document. */
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { OwlgateError } from '../errors';
import { isLiteral, mergeDocuments, owl, rdf, readRdf } from '../rdf';
import type { Iri, Position, QuadDocument } from '../rdf';
import { STANDARD_INPUT, UsageError } from './command';
import { readFileOrInput } from './input';
import type { ReasonArguments } from './options';

export interface Documents {
  readonly merged: QuadDocument;
  /** Where something stands, for people: file and line. */
  readonly place: (position: Position) => string;
  /** Ontologies that are to be imported and were not given. */
  readonly missingImports: readonly Iri[];
}

/** @throws UsageError where a file cannot be read or its syntax is wrong */
export async function readDocuments({ files, format, base }: ReasonArguments, stdin: Readable): Promise<Documents> {
  const read: { name: string; document: QuadDocument }[] = [];
  for (const file of files) {
    const source = await readFileOrInput(file, stdin);
    const isFile = file !== STANDARD_INPUT;
    const its = base ?? (isFile ? pathToFileURL(file).href : undefined);
    read.push({
      name: nameOf(file, read.length, files),
      document: await syntax(file, () =>
        readRdf(source, {
          ...(isFile && { name: file }),
          ...(format !== undefined && { mediaType: format }),
          ...(its !== undefined && { base: its }),
        }),
      ),
    });
  }
  const [only] = read;
  return {
    // Positions in one document need no name; of several, each has its own.
    merged: read.length === 1 ? only!.document : mergeDocuments(NOTHING, read),
    place: ({ line, document }) => `${document ?? only!.name} line ${line}`,
    missingImports: missingImports(read.map(({ document }) => document)),
  };
}

const NOTHING: QuadDocument = { quads: [], prefixes: new Map() };

/** A file that is given twice is two documents, whose blank nodes are not the same. */
function nameOf(file: string, index: number, files: readonly string[]): string {
  const name = file === STANDARD_INPUT ? 'standard input' : file;
  return files.indexOf(file) === index ? name : `${name} (${index + 1})`;
}

async function syntax(file: string, read: () => Promise<QuadDocument>): Promise<QuadDocument> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof OwlgateError)) throw error;
    const { line, column, reason } = error.details as { line?: number; column?: number; reason?: string };
    if (line === undefined || reason === undefined) throw new UsageError(`${file}: ${error.message}`);
    const plain = reason.replace(` (in ${file})`, '');
    throw new UsageError(`${file}: line ${line}, column ${column ?? 1}: ${plain}`);
  }
}

function missingImports(documents: readonly QuadDocument[]): readonly Iri[] {
  const given = new Set<Iri>();
  const wanted = new Set<Iri>();
  for (const { quads } of documents) {
    for (const { subject, predicate, object } of quads) {
      if (isLiteral(object)) continue;
      if (predicate === rdf.type && object === owl.Ontology) given.add(subject);
      else if (predicate === owl.versionIRI) given.add(object);
      else if (predicate === owl.imports) wanted.add(object);
    }
  }
  return [...wanted].filter((iri) => !given.has(iri));
}
