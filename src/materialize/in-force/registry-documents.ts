/** Texts of a version: documents and name table in their stored form, checked when read. */
import type { NameTable, Naming } from '../../ontology';
import type { Bundle, StoredDocument } from './bundle';
import { sha256 } from './registry-seal';
import { DOCUMENTS_FORMAT } from './registry-versions';

const TURTLE = 'text/turtle';

/** Text that differs from the one written. `message` completes "its … ". */
export class TextDamage extends Error {}

/**
 * Returns the SHA-256 of the loaded documents, in UTF-8, hexadecimal. A single document is hashed as posted; several
 * are hashed in their stored form.
 */
export function checksumOf(documents: Bundle): string {
  return sha256(documents.length === 1 ? documents[0].source : JSON.stringify(documents));
}

/**
 * Returns true if the bundle is stored as plain text. Versions of owlgate that read only Turtle can read this form,
 * too.
 */
function isPlain([{ mediaType, name, iris, bytes }, ...others]: Bundle): boolean {
  const isBare = name === undefined && iris === undefined && bytes === undefined;
  return others.length === 0 && mediaType === TURTLE && isBare;
}

/** @returns text and format; the format is undefined for a single Turtle document */
export function printDocuments(documents: Bundle): { readonly text: string; readonly format: string | undefined } {
  return isPlain(documents)
    ? { text: documents[0].source, format: undefined }
    : { text: JSON.stringify(documents), format: DOCUMENTS_FORMAT };
}

/** Checksums of a version; the second is undefined for a version without a digest. */
interface Checksums {
  readonly checksum: string;
  readonly sourceChecksum: string | undefined;
}

/** @throws TextDamage */
export function readDocuments(text: string, format: string | undefined, expected: Checksums): Bundle {
  const { checksum, sourceChecksum = sha256(text) } = expected;
  const stored = sha256(text);
  if (stored !== sourceChecksum) throw new TextDamage(`source has the checksum ${stored}; expected ${sourceChecksum}`);
  const documents = format === undefined ? plain(text) : parseDocuments(text);
  const actual = checksumOf(documents);
  if (actual !== checksum) throw new TextDamage(`checksum is ${actual}; expected ${checksum}`);
  return documents;
}

const plain = (source: string): Bundle => [{ role: 'ontology', mediaType: TURTLE, source }];

function parseDocuments(text: string): Bundle {
  const documents = parsed(text);
  if (Array.isArray(documents) && documents.length > 0 && documents.every(isStoredDocument)) {
    return documents as unknown as Bundle;
  }
  throw new TextDamage('documents are invalid');
}

function isStoredDocument(value: unknown, place: number): value is StoredDocument {
  const { role, mediaType, source, name, iris, base, bytes } = (value ?? {}) as Record<string, unknown>;
  const isText = (each: unknown): boolean => typeof each === 'string';
  const isOptional = (each: unknown): boolean => each === undefined || isText(each);
  return (
    (place === 0 ? role === 'ontology' : role === 'import' || role === 'context') &&
    [mediaType, source].every(isText) &&
    [name, base, bytes].every(isOptional) &&
    (iris === undefined || (Array.isArray(iris) && iris.every(isText)))
  );
}

/**
 * Name without control characters and without characters that end a name in `<…>`: names occur in queries and schemas.
 */
// oxlint-disable-next-line no-control-regex -- it is about these
const NAME = /^[^\u0000-\u0020<>"{}|^`\\\u007f-\u009f]{1,1000}$/;

/** Returns the stored form of a name table. @throws TextDamage for one that `readNames` would refuse */
export function printNames(names: NameTable): string {
  checkedNames(names);
  return JSON.stringify(names);
}

/**
 * @param checksum undefined for a version without a digest
 * @throws TextDamage
 */
export function readNames(text: string, checksum: string | undefined): NameTable {
  const actual = sha256(text);
  if (checksum !== undefined && actual !== checksum) {
    throw new TextDamage(`name table has the checksum ${actual}; expected ${checksum}`);
  }
  return checkedNames(parsed(text));
}

function checkedNames(value: unknown): NameTable {
  const table = (value ?? {}) as Partial<Record<keyof NameTable, unknown>>;
  const { classes, properties, prefixes, naming, former, graphql } = table;
  const isNamed = isTable(classes, NAME) && isTable(properties, NAME) && isTable(prefixes, /(?:)/);
  if (!isNamed || !isNaming(naming) || !isFormer(former) || !isGraphql(graphql)) {
    throw new TextDamage('name table is invalid');
  }
  return {
    classes,
    properties,
    prefixes,
    ...(naming && { naming }),
    ...(former && { former }),
    ...(graphql && { graphql }),
  };
}

const isNaming = (value: unknown): value is Naming | undefined =>
  value === undefined || value === 'iri' || value === 'label';

function isFormer(value: unknown): value is NameTable['former'] {
  if (value === undefined) return true;
  const { classes, properties } = (value ?? {}) as Record<string, unknown>;
  return [classes, properties].every((table) => {
    if (typeof table !== 'object' || table === null) return false;
    return Object.values(table).every(
      (names) => Array.isArray(names) && isTable(Object.fromEntries(names.entries()), NAME),
    );
  });
}

function isGraphql(value: unknown): value is NameTable['graphql'] {
  if (value === undefined) return true;
  const { types, fields, common = {} } = (value ?? {}) as Record<string, unknown>;
  // ASCII spells a letter of another script with up to seven characters, so these names may be longer.
  return [types, fields, common].every((table) => isTable(table, /^[A-Za-z_][A-Za-z0-9_]*$/));
}

function isTable(value: unknown, form: RegExp): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.values(value).every((each) => typeof each === 'string' && form.test(each));
}

/** Returns undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
