/** Checks of a schema change: reserved names, type changes that the data does not allow, unknown fields. */
import { validateSchema, type PredicateDeclaration, type SchemaDocument, type TypeDeclaration } from '../../dql';
import { nameProblem, isPreDefinedPredicate, isPreDefinedType, isReservedName } from '../mutate';
import type { Catalog } from '../storage';
import { AlterError } from './errors';
import { preDefinedPredicate, preDefinedType } from './initial-schema';

/** Maximum bytes of a name beside the eight of its namespace. */
const MAX_NAME_BYTES = 65_535 - 8;

/**
 * @param hasData true if a predicate of the catalog has data
 * @throws AlterError, and DqlSyntaxError for faults of the document itself
 */
export function checkSchema(document: SchemaDocument, catalog: Catalog, hasData: (name: string) => boolean): void {
  for (const declaration of document.predicates) checkName(declaration);
  for (const declaration of document.types) checkTypeName(declaration);
  const requested = new Set(document.predicates.map(({ name }) => name));
  for (const declaration of document.types) checkFields(declaration, requested, catalog);
  // Checked before the document as a whole: for predicates that are unique already, Dgraph has other refusals.
  for (const declaration of document.predicates) {
    const before = catalog.predicate(declaration.name);
    if (before) checkUnique(before, declaration);
  }
  validateSchema(document);
  for (const declaration of document.predicates) {
    const before = catalog.predicate(declaration.name);
    if (before) checkChange(before, declaration, hasData);
  }
}

const reserved = (kind: string, name: string): AlterError =>
  new AlterError(
    `Can't alter ${kind} \`${name}\` as it is prefixed with \`dgraph.\` ` +
      "which is reserved as the namespace for dgraph's internal types/predicates.",
  );

function checkName(declaration: PredicateDeclaration): void {
  const { name } = declaration;
  const problem = nameProblem(name, MAX_NAME_BYTES);
  if (problem !== undefined) throw new AlterError(problem);
  if (isPreDefinedPredicate(name)) {
    const original = preDefinedPredicate(name);
    if (!original || !samePredicate(original, declaration)) {
      throw new AlterError(`predicate ${name} is pre-defined and is not allowed to be modified`);
    }
  } else if (isReservedName(name)) throw reserved('predicate', name);
}

function checkTypeName({ name, fields }: TypeDeclaration): void {
  if (isPreDefinedType(name)) {
    const original = preDefinedType(name);
    if (original?.fields.join('\n') !== fields.join('\n')) {
      throw new AlterError(`type ${name} is pre-defined and is not allowed to be modified`);
    }
  } else if (isReservedName(name)) throw reserved('type', name);
}

function checkFields({ name, fields }: TypeDeclaration, requested: ReadonlySet<string>, catalog: Catalog): void {
  for (const field of fields) {
    const predicate = field.startsWith('~') ? field.slice(1) : field;
    if (requested.has(predicate) || catalog.predicate(predicate)) continue;
    // Dgraph shows the number of the namespace; always 0 here.
    throw new AlterError(`Schema does not contain a matching predicate for field 0-${field} in type 0-${name}`);
  }
}

function checkUnique(before: PredicateDeclaration, after: PredicateDeclaration): void {
  if (!after.unique) return;
  if (before.upsert && !after.upsert) {
    throw new AlterError(`could not drop @upsert from [${after.name}] predicate when @unique directive specified`);
  }
  const exact = after.index.some(({ tokenizer }) => ['hash', 'exact', 'int'].includes(tokenizer));
  if (before.unique && !exact) {
    const tokenizers = before.index.map(({ tokenizer }) => tokenizer).join(' ');
    throw new AlterError(
      `could not drop index [${tokenizers}] from [${after.name}] predicate when @unique directive specified`,
    );
  }
}

/** Dgraph's uppercase type names in messages. */
const shown = (type: string): string => (type === 'float32vector' ? 'VFLOAT' : type.toUpperCase());

function checkChange(
  before: PredicateDeclaration,
  after: PredicateDeclaration,
  hasData: (name: string) => boolean,
): void {
  const { name } = after;
  const wasUid = before.type === 'uid';
  if (!wasUid && (before.type === 'password') !== (after.type === 'password')) {
    throw new AlterError(`Schema change not allowed from ${shown(before.type)} to ${shown(after.type)}`);
  }
  if (wasUid !== (after.type === 'uid')) {
    if (hasData(name)) {
      throw new AlterError(
        `Schema change not allowed from scalar to uid or vice versa while there is data for pred: ${name}`,
      );
    }
  } else if (before.list && !after.list && hasData(name)) {
    throw new AlterError(
      `Schema change not allowed from [${before.type}] => ${after.type} without deleting pred: ${name}`,
    );
  }
  if (before.list && !after.list) {
    throw new AlterError(`Type can't be changed from list to scalar for attr: [${name}] without dropping it first.`);
  }
}

/** True if the declarations differ in nothing but their position in the document. */
function samePredicate(a: PredicateDeclaration, b: PredicateDeclaration): boolean {
  const text = ({ span: _span, index, ...rest }: PredicateDeclaration): string => {
    const plain = Object.entries(rest).sort(([x], [y]) => (x < y ? -1 : 1));
    return JSON.stringify([plain, index.map(({ tokenizer, options = [] }) => [tokenizer, options])]);
  };
  return text(a) === text(b);
}
