/** Merge of a GraphQL extension with the SDL of the ontology, and its check against the compiled schema. */
import { Kind, type DefinitionNode, type DocumentNode, type FieldDefinitionNode } from 'graphql';
import { TOKENIZERS, type PredicateDeclaration, type SchemaDocument } from '../dql';
import {
  extendSdl,
  GraphqlSchemaError,
  problem,
  readAuthorization,
  readDocument,
  readSecrets,
  SEARCHES,
  searchName,
  STORED_AS,
  storedDocument,
  type GraphqlField,
  type GraphqlModel,
  type GraphqlType,
  type SchemaProblem,
} from '../graphql/sdl';
import type { CompiledSchema } from './compile';
import type { ApiOfOntology } from './graphql-api';
import { graphqlClasses } from './graphql-classes';
import { withCommon } from './graphql-model';

interface ExtendedGraphql {
  readonly model: GraphqlModel;
  /** Predicates and types of the extension, beside those of the ontology. */
  readonly stored: SchemaDocument;
  /** Returns the merged SDL in the syntax of /admin/schema. */
  readonly sdl: () => string;
  /** Returns the merged document. */
  readonly mergeDocuments: () => DocumentNode;
}

/**
 * Merges an extension with the API of an ontology.
 *
 * @throws GraphqlSchemaError with all problems and their positions in the extension
 */
export function extendGraphql(api: ApiOfOntology, extension: string): ExtendedGraphql {
  const { compiled, loaded } = api;
  const problems: SchemaProblem[] = [];
  const authorization = readAuthorization(extension, problems);
  const secrets = readSecrets(extension, problems);
  if (problems.length > 0) throw new GraphqlSchemaError(problems);
  const { sdl, document, mergeDocuments, isFromExtension } = extendSdl(api.sdl, extension);
  const kindOf = (name: string): Kind | undefined => {
    if (!api.sdl.has(name)) return undefined;
    return api.model.unions.has(name) ? Kind.UNION_TYPE_DEFINITION : Kind.OBJECT_TYPE_DEFINITION;
  };
  const read = readDocument(document, kindOf);
  const touched = { ...read, types: withCommon(read.types, api.model) };
  const merged: GraphqlModel = {
    ...api.model,
    ...touched,
    order: [...new Set([...api.model.order, ...touched.order])],
    types: new Map([...api.model.types, ...touched.types]),
    unions: new Map([...api.model.unions, ...touched.unions]),
    secrets,
    ...(authorization && { authorization }),
  };
  const model = { ...merged, classes: graphqlClasses(merged, loaded) };
  const check = new StoredCheck(model, compiled);
  const addedFields = new Map<string, GraphqlField[]>();
  for (const node of document.definitions) {
    if (!('fields' in node) || !isStored(node)) continue;
    const type = touched.types.get(node.name.value);
    if (!type || type.remote) continue;
    if (isFromExtension(node)) check.type(type, node);
    for (const each of node.fields ?? []) {
      const field = isFromExtension(each) ? type.byName.get(each.name.value) : undefined;
      if (!field) continue;
      check.field(type, field, each);
      addedFields.set(type.name, [...(addedFields.get(type.name) ?? []), field]);
    }
  }
  check.inverses(document.definitions, isFromExtension);
  check.commonType(document.definitions);
  if (check.problems.length > 0) throw new GraphqlSchemaError(check.problems);
  return { model, stored: storedBeside(compiled, touched, addedFields), sdl, mergeDocuments };
}

/** Predicates and types that the fields of an extension need, without those of the ontology. */
function storedBeside(
  compiled: CompiledSchema,
  touched: GraphqlModel,
  addedFields: ReadonlyMap<string, readonly GraphqlField[]>,
): SchemaDocument {
  const ofOntology = new Set(compiled.predicates.map(({ name }) => name));
  const classes = new Set(compiled.types.map(({ name }) => name));
  const types = [...touched.types.values()].map((type): [string, GraphqlType] => {
    if (!classes.has(type.dgraphName)) return [type.name, type];
    return [type.name, { ...type, fields: addedFields.get(type.name) ?? [] }];
  });
  const { predicates, types: declared } = storedDocument({ ...touched, types: new Map(types) });
  return {
    predicates: predicates.filter(({ name }) => !ofOntology.has(name)),
    types: declared.filter(({ fields }) => fields.length > 0),
  };
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
      `${name} would be stored as the class "${dgraphName}"; extend the generated type, or choose another ` +
        'name with @dgraph(type: …)',
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
        `${prefix}, a predicate of the ontology without the index for @search(by: ${lacking}); declare ` +
          'indexes of properties in the ontology',
        node,
      );
    }
    if (field.id && !(stored.upsert && [...indexes].some((each) => TOKENIZERS.get(each)))) {
      this.refuse(`${prefix}, a predicate of the ontology that is not a key; it cannot have @id`, node);
    }
  }

  /** Refuses a definition with the name of the common type. */
  commonType(definitions: readonly DefinitionNode[]): void {
    const { common } = this.model;
    for (const node of definitions) {
      if (common === undefined || !('name' in node) || node.name?.value !== common) continue;
      this.refuse(`the API of the ontology has a type ${common}; choose another name`, node);
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
            `${inverse} is a property of the ontology, and only the ontology declares its inverse; to read ` +
              'the reverse edge, use @dgraph(pred: "~…") without @hasInverse',
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
