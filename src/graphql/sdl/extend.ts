/** SDL that a user writes beside SDL that is made: both in one document, of which each part knows where it stands. */
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
  type ObjectTypeDefinitionNode,
  type ObjectTypeExtensionNode,
  type TypeDefinitionNode,
  type TypeExtensionNode,
} from 'graphql';
import { suggest } from '../request/suggest';
import { TOO_DEEP } from './read';
import { GraphqlSchemaError, MADE, problem, type SchemaProblem } from './schema-error';

/** Tokens of a document; above it is refused. */
const MAX_TOKENS = 200_000;

/** What may be said of a type that is made. */
const DIRECTIVES = new Set(['auth', 'generate', 'withSubscription', 'secret', 'lambdaOnMutate', 'key']);

const ROOTS = new Set(['Query', 'Mutation', 'Subscription']);

export interface Extended {
  /** Both, as SDL. */
  readonly sdl: string;
  /** Both, parsed; nodes of the extension have their places in it. */
  readonly document: DocumentNode;
  /** Whether a node is the extension's. */
  readonly isOwn: (node: { readonly loc?: { readonly source: Source } | undefined }) => boolean;
}

/** @throws GraphqlSchemaError where it is no SDL */
export function parseExtension(text: string): DocumentNode {
  try {
    return parse(new Source(text, 'extension'), { maxTokens: MAX_TOKENS });
  } catch (error) {
    if (error instanceof RangeError) throw new GraphqlSchemaError([{ message: TOO_DEEP, line: 0, column: 0 }]);
    if (!(error instanceof GraphQLError)) throw error;
    // A document of comments alone is one of nothing.
    if (/^Syntax Error: Unexpected <EOF>/.test(error.message) && isBlank(text)) return NOTHING;
    const [{ line, column } = { line: 0, column: 0 }] = error.locations ?? [];
    throw new GraphqlSchemaError([{ message: error.message, line, column }]);
  }
}

const NOTHING: DocumentNode = { kind: Kind.DOCUMENT, definitions: [] };

const isBlank = (text: string): boolean => text.split('\n').every((line) => /^\s*(#.*)?$/.test(line));

/**
 * Merges.
 *
 * @param made the SDL that is made; its text stays as it is, but for the types that are extended
 * @param extension types, interfaces, enums, unions and inputs of the user's own, `extend type` for those that are made,
 *   `type Query` and `type Mutation`, and comments that Dgraph reads (`# Dgraph.Authorization …`)
 * @throws GraphqlSchemaError with everything that stands against it, at its place in the extension
 */
export function extendSdl(made: string, extension: string): Extended {
  // An ontology without classes makes no types.
  const base = isBlank(made) ? NOTHING : parse(new Source(made, MADE), { maxTokens: 2_000_000 });
  const own = parseExtension(extension);
  const merge = new Merge(base);
  for (const node of own.definitions) merge.define(node);
  for (const node of own.definitions) merge.extend(node);
  if (merge.problems.length > 0) throw new GraphqlSchemaError(merge.problems);
  const { definitions } = merge;
  return {
    sdl: [textOf(made, base, definitions), ...notesOf(extension, own)].join('\n'),
    document: { kind: Kind.DOCUMENT, definitions: [...definitions.values()] },
    isOwn: (node) => node.loc?.source.name === 'extension',
  };
}

class Merge {
  readonly problems: SchemaProblem[] = [];
  /** By name; those that are made come first. */
  readonly definitions = new Map<string, TypeDefinitionNode>();
  private readonly made: ReadonlySet<string>;

  constructor(base: DocumentNode) {
    for (const node of base.definitions) {
      if (isType(node)) this.definitions.set(node.name.value, node);
    }
    this.made = new Set(this.definitions.keys());
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
    else if (this.made.has(name)) {
      this.refuse(`the type ${name} is made of the ontology; to add to it, write: extend type ${name}`, node);
    } else if (this.definitions.has(name)) this.refuse(`${name} is defined more than once`, node);
    else this.definitions.set(name, node);
  }

  extend(node: DefinitionNode): void {
    if (!isExtension(node) || ROOTS.has(node.name.value)) return;
    const name = node.name.value;
    const known = this.definitions.get(name);
    if (!known) {
      const hint = suggest('', name, [...this.definitions.keys()]);
      this.refuse(`there is no type ${name} to extend: neither a class of the ontology nor defined here.${hint}`, node);
    } else if (!isSameKind(known.kind, node.kind)) {
      this.refuse(`${name} is of another kind, and can not be extended so`, node);
    } else if (!this.made.has(name)) this.definitions.set(name, joined(known, node));
    else if (node.kind === Kind.OBJECT_TYPE_EXTENSION) this.extendMade(known as ObjectTypeDefinitionNode, node);
    else this.refuse(`${name} is made of the ontology, and only object types of it can be extended`, node);
  }

  /** `Query` and `Mutation`: all that is said of one of them, together. */
  private root(node: TypeDefinitionNode | ObjectTypeExtensionNode): void {
    const name = node.name.value;
    if (node.kind !== Kind.OBJECT_TYPE_DEFINITION && node.kind !== Kind.OBJECT_TYPE_EXTENSION) {
      this.refuse(`${name} can only be an object type`, node);
    } else if (name === 'Subscription') {
      this.refuse('subscriptions are made of queries: put @withSubscription on a type, or on a field of Query', node);
    } else {
      const known = this.definitions.get(name) as ObjectTypeDefinitionNode | undefined;
      const definition = { ...node, kind: Kind.OBJECT_TYPE_DEFINITION } as ObjectTypeDefinitionNode;
      this.definitions.set(name, known ? joined(known, node) : definition);
    }
  }

  private extendMade(known: ObjectTypeDefinitionNode, node: ObjectTypeExtensionNode): void {
    const name = node.name.value;
    const [parent] = node.interfaces ?? [];
    if (parent) {
      this.refuse(
        `${name} can not implement ${parent.name.value}: nodes are in classes by the ontology, which knows no interfaces; add the fields to ${name}`,
        parent,
      );
    }
    for (const field of node.fields ?? []) {
      const same = known.fields?.find((each) => each.name.value === field.name.value);
      if (!same) continue;
      const where = `${name}.${field.name.value} is`;
      const reason =
        same.loc?.source.name === MADE
          ? 'there already; what is made of a property is changed in the ontology. Choose another name for a field of your own'
          : 'defined more than once';
      this.refuse(`${where} ${reason}`, field);
    }
    // Said twice, what is made already is no mistake.
    const isMade = (directive: ConstDirectiveNode): boolean =>
      directive.name.value === SUBSCRIBED && hasDirective(known, SUBSCRIBED);
    const directives = (node.directives ?? []).filter((directive) => !isMade(directive));
    for (const directive of directives) this.directive(known, directive);
    this.definitions.set(name, joined(known, { ...node, directives }));
  }

  private directive(known: ObjectTypeDefinitionNode, node: ConstDirectiveNode): void {
    const type = known.name.value;
    const name = node.name.value;
    if (!DIRECTIVES.has(name)) {
      const allowed = [...DIRECTIVES].map((each) => `@${each}`).join(', ');
      this.refuse(`@${name} can not be put on ${type}, which is made of the ontology; what can: ${allowed}`, node);
    } else if (hasDirective(known, name)) {
      this.refuse(`@${name} is on ${type} already`, node);
    }
  }

  private refuse(message: string, node: DefinitionNode | { readonly kind: Kind }): void {
    this.problems.push(problem(message, node as DefinitionNode));
  }
}

/** Generated types have it. */
const SUBSCRIBED = 'withSubscription';

const hasDirective = ({ directives }: ObjectTypeDefinitionNode, name: string): boolean =>
  directives?.some((each) => each.name.value === name) ?? false;

/** A definition, and what an extension adds to it. */
function joined<T extends TypeDefinitionNode>(definition: T, extension: TypeExtensionNode | TypeDefinitionNode): T {
  const all: Record<string, unknown> = { ...definition };
  for (const key of ['directives', 'interfaces', 'fields', 'values', 'types']) {
    const more = (extension as unknown as Record<string, readonly unknown[] | undefined>)[key];
    if (more && more.length > 0) all[key] = [...((all[key] as readonly unknown[] | undefined) ?? []), ...more];
  }
  return all as unknown as T;
}

const isSameKind = (definition: string, extension: string): boolean =>
  definition.replace('Definition', 'Extension') === extension;

const isType = (node: DefinitionNode): node is TypeDefinitionNode => node.kind.endsWith('TypeDefinition');
const isExtension = (node: DefinitionNode): node is TypeExtensionNode => node.kind.endsWith('TypeExtension');

/** What is made keeps its text, but for types that are extended. */
function textOf(made: string, base: DocumentNode, definitions: ReadonlyMap<string, TypeDefinitionNode>): string {
  const parts: string[] = [];
  let at = 0;
  const before = new Set<string>();
  for (const node of base.definitions) {
    if (!isType(node)) continue;
    const name = node.name.value;
    before.add(name);
    const now = definitions.get(name)!;
    if (now === node) continue;
    parts.push(made.slice(at, node.loc!.start), print(now));
    at = node.loc!.end;
  }
  parts.push(made.slice(at));
  const added = [...definitions].flatMap(([name, node]) => (before.has(name) ? [] : `\n${print(node)}\n`));
  return [...parts, ...added].join('');
}

/** Comments that Dgraph reads; that of authorization comes last, as it takes all that follows for its JSON. */
function notesOf(text: string, { loc }: DocumentNode): string[] {
  const notes: string[] = [];
  if (loc) {
    for (let token = loc.startToken.next; token; token = token.next) {
      if (token.kind === TokenKind.COMMENT) notes.push(token.value);
    }
  } else notes.push(...text.split('\n').map((line) => line.trim().slice(1)));
  const read = notes.map((note) => note.trim()).filter((note) => note.startsWith('Dgraph.'));
  const isLast = (note: string): boolean => note.startsWith('Dgraph.Authorization');
  return [...read.filter((note) => !isLast(note)), ...read.filter(isLast)].map((note) => `# ${note}`);
}
