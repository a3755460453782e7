/** Files of `owlgate reason`, merged into one document. */
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
  /** Prints a position: file and line. */
  readonly place: (position: Position) => string;
  /** Imported ontologies that are not among the files. */
  readonly missingImports: readonly Iri[];
}

/** @throws UsageError for a file that cannot be read or parsed */
export async function readDocuments({ files, format, base }: ReasonArguments, stdin: Readable): Promise<Documents> {
  const read: { name: string; document: QuadDocument }[] = [];
  for (const file of files) {
    const source = await readFileOrInput(file, stdin);
    const isFile = file !== STANDARD_INPUT;
    const fileBase = base ?? (isFile ? pathToFileURL(file).href : undefined);
    read.push({
      name: nameOf(file, read.length, files),
      document: await syntax(file, () =>
        readRdf(source, {
          ...(isFile && { name: file }),
          ...(format !== undefined && { mediaType: format }),
          ...(fileBase !== undefined && { base: fileBase }),
        }),
      ),
    });
  }
  const [only] = read;
  return {
    // Positions need a document's name only if there are several.
    merged: read.length === 1 ? only!.document : mergeDocuments(NOTHING, read),
    place: ({ line, document }) => `${document ?? only!.name} line ${line}`,
    missingImports: missingImports(read.map(({ document }) => document)),
  };
}

const NOTHING: QuadDocument = { quads: [], prefixes: new Map() };

/** Returns a unique name: a repeated file is a separate document with its own blank nodes. */
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
  const present = new Set<Iri>();
  const imported = new Set<Iri>();
  for (const { quads } of documents) {
    for (const { subject, predicate, object } of quads) {
      if (isLiteral(object)) continue;
      if (predicate === rdf.type && object === owl.Ontology) present.add(subject);
      else if (predicate === owl.versionIRI) present.add(object);
      else if (predicate === owl.imports) imported.add(object);
    }
  }
  return [...imported].filter((iri) => !present.has(iri));
}
