/** The SDL of an ontology, and the one that a user gives beside it: merged, and held against what the ontology stores. */
import { Kind, type DefinitionNode, type DocumentNode, type FieldDefinitionNode } from 'graphql';
import type { PredicateDeclaration } from '../dql/schema/ast';
import { TOKENIZERS } from '../dql/schema/indexes';
import { readAuthorization } from '../graphql/auth/authorization';
import { readSecrets } from '../graphql/custom/secrets';
import { extendSdl } from '../graphql/sdl/extend';
import type { GraphqlField, GraphqlModel, GraphqlType } from '../graphql/sdl/model';
import { readDocument } from '../graphql/sdl/read';
import { SEARCHES, searchName, STORED_AS } from '../graphql/sdl/scalars';
import { GraphqlSchemaError, problem, type SchemaProblem } from '../graphql/sdl/schema-error';
import type { CompiledSchema } from './compile';

export interface ExtendedGraphql {
  /** Both, as /admin/schema takes it. */
  readonly sdl: string;
  readonly model: GraphqlModel;
  readonly document: DocumentNode;
}

/**
 * Merges an extension with the SDL of an ontology.
 *
 * @param made what `compileGraphql` has made
 * @param compiled the schema of the same ontology
 * @throws GraphqlSchemaError with everything that stands against it, at its place in the extension
 */
export function extendGraphql(made: string, compiled: CompiledSchema, extension: string): ExtendedGraphql {
  const notes: SchemaProblem[] = [];
  const authorization = readAuthorization(extension, notes);
  readSecrets(extension, notes);
  if (notes.length > 0) throw new GraphqlSchemaError(notes);
  const { sdl, document, isOwn } = extendSdl(made, extension);
  const model: GraphqlModel = { ...readDocument(document), ...(authorization && { authorization }) };
  const check = new StoredCheck(model, compiled);
  for (const node of document.definitions) {
    if (!('fields' in node) || !isStored(node)) continue;
    const type = model.types.get(node.name.value);
    if (!type || type.remote) continue;
    if (isOwn(node)) check.type(type, node);
    for (const each of node.fields ?? []) {
      const field = isOwn(each) ? type.byName.get(each.name.value) : undefined;
      if (field) check.field(type, field, each);
    }
  }
  check.inverses(document.definitions, isOwn);
  if (check.problems.length > 0) throw new GraphqlSchemaError(check.problems);
  return { sdl, model, document };
}

const isStored = (node: DefinitionNode) =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;

type IsOwn = ReturnType<typeof extendSdl>['isOwn'];

/** Whether the user's types and fields leave to the ontology what is its. */
class StoredCheck {
  readonly problems: SchemaProblem[] = [];
  private readonly predicates: ReadonlyMap<string, PredicateDeclaration>;
  private readonly classes: ReadonlySet<string>;

  constructor(
    private readonly model: GraphqlModel,
    compiled: CompiledSchema,
  ) {
    this.predicates = new Map(compiled.predicates.map((predicate) => [predicate.name, predicate]));
    this.classes = new Set(compiled.types.map(({ name }) => name));
  }

  type({ name, dgraphName }: GraphqlType, node: DefinitionNode): void {
    if (!this.classes.has(dgraphName)) return;
    this.refuse(
      `${name} would be stored as the class "${dgraphName}"; write extend type for its type, or name it otherwise with @dgraph(type: …)`,
      node,
    );
  }

  field(type: GraphqlType, field: GraphqlField, node: FieldDefinitionNode): void {
    if (field.custom || field.declaredBy !== undefined || (field.type.name === 'ID' && !field.external)) return;
    const name = field.predicate.replace(/^<(.*)>$/, '$1').split('@', 1)[0]!;
    const isReverse = name.startsWith('~');
    const stored = this.predicates.get(isReverse ? name.slice(1) : name);
    if (!stored) return;
    const where = `${type.name}.${field.name} is stored as "${name}"`;
    const wanted = this.storedAs(field);
    if (isReverse) {
      const isEdge = stored.type === 'uid' && stored.reverse && wanted === 'uid' && field.type.list;
      if (!isEdge)
        this.refuse(`${where}, which can only be a list of nodes, the other way of an edge with @reverse`, node);
      return;
    }
    const isSame = wanted === stored.type && (field.type.list || field.embedding) === (stored.list || field.embedding);
    if (!isSame) {
      const type = stored.list ? `[${stored.type}]` : stored.type;
      this.refuse(
        `${where}, which the ontology has as ${type}; give it that type, or another predicate with @dgraph(pred: …)`,
        node,
      );
      return;
    }
    const indexes = new Set(stored.index.map(({ tokenizer }) => tokenizer));
    const lacking = field.indexes.find((search) => !indexes.has(SEARCHES.get(searchName(search))?.tokenizer ?? ''));
    if (lacking !== undefined) {
      this.refuse(
        `${where}, a predicate of the ontology without the index for @search(by: ${lacking}); indexes of properties are said in the ontology`,
        node,
      );
    }
    if (field.id && !(stored.upsert && [...indexes].some((each) => TOKENIZERS.get(each)))) {
      this.refuse(`${where}, a predicate of the ontology that is no key: @id can not be put on it`, node);
    }
  }

  /** What a property is the inverse of is said in the ontology. */
  inverses(definitions: readonly DefinitionNode[], isOwn: IsOwn): void {
    const made = new Set<string>();
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
      for (const field of node.fields ?? []) if (!isOwn(field)) made.add(`${node.name.value}.${field.name.value}`);
    }
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
      for (const field of node.fields ?? []) {
        const own = isOwn(field) ? this.model.types.get(node.name.value)?.byName.get(field.name.value) : undefined;
        if (own?.inverse === undefined) continue;
        const other = `${own.type.name}.${own.inverse}`;
        if (made.has(other))
          this.refuse(
            `${other} is a property of the ontology, which says what it is the inverse of; without @hasInverse, @dgraph(pred: "~…") reads an edge the other way`,
            field,
          );
      }
    }
  }

  private storedAs({ type, embedding }: GraphqlField): string {
    if (embedding) return 'float32vector';
    return STORED_AS.get(type.name) ?? (this.model.enums.has(type.name) ? 'string' : 'uid');
  }

  private refuse(message: string, node: DefinitionNode | FieldDefinitionNode): void {
    this.problems.push(problem(message, node));
  }
}
