/** Merge of a GraphQL extension with the SDL of the ontology, and its check against the compiled schema. */
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
  /** Merged SDL in the syntax of /admin/schema. */
  readonly sdl: string;
  readonly model: GraphqlModel;
  readonly document: DocumentNode;
}

/**
 * Merges an extension with the SDL of an ontology.
 *
 * @param generated SDL of `compileGraphql`
 * @param compiled compiled schema of the same ontology
 * @throws GraphqlSchemaError with all problems and their positions in the extension
 */
export function extendGraphql(generated: string, compiled: CompiledSchema, extension: string): ExtendedGraphql {
  const notes: SchemaProblem[] = [];
  const authorization = readAuthorization(extension, notes);
  readSecrets(extension, notes);
  if (notes.length > 0) throw new GraphqlSchemaError(notes);
  const { sdl, document, isFromExtension } = extendSdl(generated, extension);
  const model: GraphqlModel = { ...readDocument(document), ...(authorization && { authorization }) };
  const check = new StoredCheck(model, compiled);
  for (const node of document.definitions) {
    if (!('fields' in node) || !isStored(node)) continue;
    const type = model.types.get(node.name.value);
    if (!type || type.remote) continue;
    if (isFromExtension(node)) check.type(type, node);
    for (const each of node.fields ?? []) {
      const field = isFromExtension(each) ? type.byName.get(each.name.value) : undefined;
      if (field) check.field(type, field, each);
    }
  }
  check.inverses(document.definitions, isFromExtension);
  if (check.problems.length > 0) throw new GraphqlSchemaError(check.problems);
  return { sdl, model, document };
}

const isStored = (node: DefinitionNode) =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION;

type IsFromExtension = ReturnType<typeof extendSdl>['isFromExtension'];

/** Check that the user's types and fields do not redefine classes and predicates of the ontology. */
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
      `${name} would be stored as the class "${dgraphName}"; extend the generated type, or choose another name with @dgraph(type: …)`,
      node,
    );
  }

  field(type: GraphqlType, field: GraphqlField, node: FieldDefinitionNode): void {
    if (field.custom || field.declaredBy !== undefined || (field.type.name === 'ID' && !field.external)) return;
    const name = field.predicate.replace(/^<(.*)>$/, '$1').split('@', 1)[0]!;
    const isReverse = name.startsWith('~');
    const stored = this.predicates.get(isReverse ? name.slice(1) : name);
    if (!stored) return;
    const prefix = `${type.name}.${field.name} is stored as "${name}"`;
    const storedType = this.storedAs(field);
    if (isReverse) {
      const isEdge = stored.type === 'uid' && stored.reverse && storedType === 'uid' && field.type.list;
      if (!isEdge)
        this.refuse(`${prefix}, a reverse edge; it must be a list of nodes, and the edge needs @reverse`, node);
      return;
    }
    const isSame =
      storedType === stored.type && (field.type.list || field.embedding) === (stored.list || field.embedding);
    if (!isSame) {
      const type = stored.list ? `[${stored.type}]` : stored.type;
      this.refuse(
        `${prefix}, which the ontology has as ${type}; give it that type, or another predicate with @dgraph(pred: …)`,
        node,
      );
      return;
    }
    const indexes = new Set(stored.index.map(({ tokenizer }) => tokenizer));
    const lacking = field.indexes.find((search) => !indexes.has(SEARCHES.get(searchName(search))?.tokenizer ?? ''));
    if (lacking !== undefined) {
      this.refuse(
        `${prefix}, a predicate of the ontology without the index for @search(by: ${lacking}); declare indexes of properties in the ontology`,
        node,
      );
    }
    if (field.id && !(stored.upsert && [...indexes].some((each) => TOKENIZERS.get(each)))) {
      this.refuse(`${prefix}, a predicate of the ontology that is not a key; it cannot have @id`, node);
    }
  }

  /** Refuses `@hasInverse` to a property of the ontology: only the ontology declares inverses of its properties. */
  inverses(definitions: readonly DefinitionNode[], isFromExtension: IsFromExtension): void {
    const generated = new Set<string>();
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
      for (const field of node.fields ?? [])
        if (!isFromExtension(field)) generated.add(`${node.name.value}.${field.name.value}`);
    }
    for (const node of definitions) {
      if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.INTERFACE_TYPE_DEFINITION) continue;
      for (const field of node.fields ?? []) {
        const userField = isFromExtension(field)
          ? this.model.types.get(node.name.value)?.byName.get(field.name.value)
          : undefined;
        if (userField?.inverse === undefined) continue;
        const inverse = `${userField.type.name}.${userField.inverse}`;
        if (generated.has(inverse))
          this.refuse(
            `${inverse} is a property of the ontology, and only the ontology declares its inverse; to read the reverse edge, use @dgraph(pred: "~…") without @hasInverse`,
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
