/** Merges a user's GraphQL extension with generated SDL into one document that keeps the origin of each part. */
import {
  GraphQLError,
  Kind,
  parse,
  print,
  Source,
  TokenKind,
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
  type TypeNode,
} from 'graphql';
import { didYouMean } from '../../util/didYouMean';
import { TOO_DEEP } from './read';
import { GraphqlSchemaError, GENERATED_SOURCE, problem, type SchemaProblem } from './schema-error';

/** Maximum tokens of an extension. */
const MAX_TOKENS = 200_000;

/** Directives that an extension may add to a generated type. */
const DIRECTIVES = new Set(['auth', 'generate', 'withSubscription', 'secret', 'lambdaOnMutate', 'key']);

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

/** Generated SDL, type by type. */
interface GeneratedSdl {
  readonly names: readonly string[];
  has(name: string): boolean;
  /** SDL of one type or union. */
  definition(name: string): string;
  /** @param replaced returns the text of an extended type */
  textWith(replaced: (name: string) => string | undefined): string;
}

interface Extended {
  /**
   * Definitions of the extension, and the generated types that it extends or has edges to. Nodes of the extension keep
   * their positions in it.
   */
  readonly document: DocumentNode;
  /** Text of the user's definitions except extended types, and of the comments that Dgraph reads. */
  readonly notes: string;
  /** Returns the merged SDL. */
  readonly sdl: () => string;
  /** Returns the merged document. */
  readonly mergeDocuments: () => DocumentNode;
  /** True if a node comes from the extension. */
  readonly isFromExtension: IsFromExtension;
}

type IsFromExtension = (node: { readonly loc?: { readonly source: Source } | undefined }) => boolean;

/** @throws GraphqlSchemaError for invalid SDL */
export function parseExtension(text: string): DocumentNode {
  try {
    return parse(new Source(text, 'extension'), { maxLexicalTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof RangeError) throw new GraphqlSchemaError([{ message: TOO_DEEP, line: 0, column: 0 }]);
    if (!(error instanceof GraphQLError)) throw error;
    // A document of comments is empty.
    if (/^Syntax Error: Unexpected <EOF>/.test(error.message) && isBlank(text)) return NOTHING;
    const [{ line, column } = { line: 0, column: 0 }] = error.locations ?? [];
    throw new GraphqlSchemaError([{ message: error.message, line, column }]);
  }
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

const isBlank = (text: string): boolean => text.split('\n').every((line) => /^\s*(#.*)?$/.test(line));

/**
 * Merges generated SDL and an extension.
 * @param generated used unchanged, except for extended types
 * @param extension the user's types, interfaces, enums, unions and inputs, `extend type` for generated types, `type
 * Query` and `type Mutation`, and comments that Dgraph reads (`# Dgraph.Authorization …`)
 * @throws GraphqlSchemaError with all faults, at their positions in the extension
 */
export function extendSdl(generated: GeneratedSdl, extension: string): Extended {
  const extensionDocument = parseExtension(extension);
  const merge = new Merge(generated);
  for (const node of extensionDocument.definitions) merge.define(node);
  for (const node of extensionDocument.definitions) merge.extend(node);
  if (merge.problems.length > 0) throw new GraphqlSchemaError(merge.problems);
  const definitions = [...merge.definitions.values()];
  const isFromExtension: IsFromExtension = (node) => node.loc?.source.name === 'extension';
  for (const node of definitions.flatMap(fieldsOf)) if (isFromExtension(node)) merge.touch(targetOf(node.type));
  const touched = [...merge.definitions.values()];
  const notes = notesOf(extension, extensionDocument).join('\n');
  return {
    document: { kind: Kind.DOCUMENT, definitions: touched },
    notes,
    sdl: () => {
      const extended = new Map(definitions.map((node) => [node.name.value, print(node)]));
      const added = definitions.filter(({ name }) => !generated.has(name.value)).map((node) => `\n${print(node)}\n`);
      return [generated.textWith((name) => extended.get(name)), ...added, notes].filter(Boolean).join('\n');
    },
    mergeDocuments: () => {
      const untouched = generated.names.filter((name) => !merge.definitions.has(name));
      return { kind: Kind.DOCUMENT, definitions: [...untouched.map((name) => parsed(generated, name)), ...touched] };
    },
    isFromExtension,
  };
}

/** Parses one generated type. */
const parsed = (generated: GeneratedSdl, name: string): TypeDefinitionNode =>
  parse(new Source(generated.definition(name), GENERATED_SOURCE)).definitions[0] as TypeDefinitionNode;

const fieldsOf = (node: TypeDefinitionNode): readonly FieldDefinitionNode[] =>
  node.kind === Kind.OBJECT_TYPE_DEFINITION || node.kind === Kind.INTERFACE_TYPE_DEFINITION ? (node.fields ?? []) : [];

const targetOf = (type: TypeNode): string => (type.kind === Kind.NAMED_TYPE ? type.name.value : targetOf(type.type));

class Merge {
  readonly problems: SchemaProblem[] = [];
  /** By name: those of the extension, and the generated ones that it needs. */
  readonly definitions = new Map<string, TypeDefinitionNode>();

  constructor(private readonly generated: GeneratedSdl) {}

  /** Returns the definition of a name; adds that of a generated type on first use. */
  touch(name: string): TypeDefinitionNode | undefined {
    const existing = this.definitions.get(name);
    if (existing ?? !this.generated.has(name)) return existing;
    const node = parsed(this.generated, name);
    this.definitions.set(name, node);
    return node;
  }

  define(node: DefinitionNode): void {
    if (isExtension(node)) {
      // As in Dgraph, `extend type Query` is `type Query`.
      if (ROOTS.has(node.name.value) && node.kind === Kind.OBJECT_TYPE_EXTENSION) this.root(node);
      return;
    }
    if (!isType(node) || node.kind === Kind.SCALAR_TYPE_DEFINITION) {
      this.refuse('only types, interfaces, enums, unions and inputs can be defined, and types extended', node);
      return;
    }
    const name = node.name.value;
    if (ROOTS.has(name)) this.root(node);
    else if (this.generated.has(name)) {
      this.refuse(`the ontology defines the type ${name}; extend it with: extend type ${name}`, node);
    } else if (this.definitions.has(name)) this.refuse(`${name} is defined more than once`, node);
    else this.definitions.set(name, node);
  }

  extend(node: DefinitionNode): void {
    if (!isExtension(node) || ROOTS.has(node.name.value)) return;
    const name = node.name.value;
    const existing = this.touch(name);
    if (!existing) {
      const hint = didYouMean('', name, [...this.generated.names, ...this.definitions.keys()]);
      this.refuse(`unknown type ${name}: neither the ontology nor the extension defines it.${hint}`, node);
    } else if (!isSameKind(existing.kind, node.kind)) {
      this.refuse(`cannot extend ${name}: it is of another kind`, node);
    } else if (!this.generated.has(name)) this.definitions.set(name, joined(existing, node));
    else if (node.kind === Kind.OBJECT_TYPE_EXTENSION) this.extendGenerated(existing as ObjectTypeDefinitionNode, node);
    else this.refuse(`cannot extend ${name}: an extension can only extend object types of the ontology`, node);
  }

  /** Merges all definitions of `Query` or `Mutation`. */
  private root(node: TypeDefinitionNode | ObjectTypeExtensionNode): void {
    const name = node.name.value;
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) {
      this.refuse(`${name} can only be an object type`, node);
    } else if (name === 'Subscription') {
      this.refuse('cannot define Subscription: put @withSubscription on a type or on a field of Query instead', node);
    } else {
      const existing = this.definitions.get(name) as ObjectTypeDefinitionNode | undefined;
      const definition = { ...node, kind: Kind.OBJECT_TYPE_DEFINITION } as ObjectTypeDefinitionNode;
      this.definitions.set(name, existing ? joined(existing, node) : definition);
    }
  }

  private extendGenerated(existing: ObjectTypeDefinitionNode, node: ObjectTypeExtensionNode): void {
    const name = node.name.value;
    const [parent] = node.interfaces ?? [];
    if (parent) {
      this.refuse(
        `${name} cannot implement ${parent.name.value}: the ontology decides the types of a node; add the ` +
          `fields to ${name}`,
        parent,
      );
    }
    for (const field of node.fields ?? []) {
      const duplicate = existing.fields?.find((each) => each.name.value === field.name.value);
      if (!duplicate) continue;
      const reason =
        duplicate.loc?.source.name === GENERATED_SOURCE
          ? 'defined by the ontology; change the property there, or choose another name'
          : 'defined more than once';
      this.refuse(`${name}.${field.name.value} is ${reason}`, field);
    }
    // Repeating a generated directive is allowed.
    const isRedundant = (directive: ConstDirectiveNode): boolean =>
      directive.name.value === SUBSCRIBED && hasDirective(existing, SUBSCRIBED);
    const directives = (node.directives ?? []).filter((directive) => !isRedundant(directive));
    for (const directive of directives) this.directive(existing, directive);
    this.definitions.set(name, joined(existing, { ...node, directives }));
  }

  private directive(existing: ObjectTypeDefinitionNode, node: ConstDirectiveNode): void {
    const type = existing.name.value;
    const name = node.name.value;
    if (!DIRECTIVES.has(name)) {
      const allowed = [...DIRECTIVES].map((each) => `@${each}`).join(', ');
      this.refuse(`@${name} is not allowed on ${type}, a type of the ontology; allowed are ${allowed}`, node);
    } else if (hasDirective(existing, name)) {
      this.refuse(`@${name} is on ${type} already`, node);
    }
  }

  private refuse(message: string, node: DefinitionNode | { readonly kind: Kind }): void {
    this.problems.push(problem(message, node as DefinitionNode));
  }
}

/** Directive of all generated types. */
const SUBSCRIBED = 'withSubscription';

const hasDirective = ({ directives }: ObjectTypeDefinitionNode, name: string): boolean =>
  directives?.some((each) => each.name.value === name) ?? false;

/** Joins a definition and its extension. */
function joined<T extends TypeDefinitionNode>(definition: T, extension: TypeExtensionNode | TypeDefinitionNode): T {
  const merged: Record<string, unknown> = { ...definition };
  for (const key of ['directives', 'interfaces', 'fields', 'values', 'types']) {
    const more = (extension as unknown as Record<string, readonly unknown[] | undefined>)[key];
    if (more && more.length > 0) merged[key] = [...((merged[key] as readonly unknown[] | undefined) ?? []), ...more];
  }
  return merged as unknown as T;
}

const isSameKind = (definition: string, extension: string): boolean =>
  definition.replace('Definition', 'Extension') === extension;

const isType = (node: DefinitionNode): node is TypeDefinitionNode => node.kind.endsWith('TypeDefinition');
const isExtension = (node: DefinitionNode): node is TypeExtensionNode => node.kind.endsWith('TypeExtension');

/**
 * Comments that Dgraph reads. That of authorization comes last, since Dgraph reads the rest of the text as its JSON.
 */
function notesOf(text: string, { loc }: DocumentNode): string[] {
  const notes: string[] = [];
  if (loc) {
    for (let token = loc.startToken.next; token; token = token.next) {
      if (token.kind === TokenKind.COMMENT) notes.push(token.value);
    }
  } else notes.push(...text.split('\n').map((line) => line.trim().slice(1)));
  const dgraphNotes = notes.map((note) => note.trim()).filter((note) => note.startsWith('Dgraph.'));
  const isLast = (note: string): boolean => note.startsWith('Dgraph.Authorization');
  return [...dgraphNotes.filter((note) => !isLast(note)), ...dgraphNotes.filter(isLast)].map((note) => `# ${note}`);
}
