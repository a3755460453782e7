/** The `@context`s of a JSON-LD document: which are remote, what they rename, and their prefixes. */
import { resolve } from 'relative-to-absolute-iri';
import { OwlgateError } from '../errors';
import { DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { parseJson } from './json-tree';
import type { JsonNode, JsonTree } from './json-tree';
import type { Iri, Position } from './quads';

/** Gives the JSON text of a remote `@context`. */
export type ContextLoader = (url: string) => Promise<string>;

export interface Contexts {
  /** Names that stand for `@type`, in any context. */
  readonly typeNames: ReadonlySet<string>;
  /** '' for `@vocab`. */
  readonly prefixes: ReadonlyMap<string, Iri>;
  /** Gives the JSON of the remote contexts, which have been loaded. */
  readonly load: (url: string) => Promise<unknown>;
}

/** A remote context may name others. */
const MAX_REMOTE = 20;
/** Contexts of a document, remote ones each time that they are named: each is worked out anew. */
const MAX_CONTEXTS = 1_000;

/**
 * Finds all contexts of a document, and loads the remote ones.
 *
 * @param base what their addresses are resolved against
 * @throws OwlgateError OntologySyntax for a remote context that may not, or can't, be loaded
 */
export async function readContexts(tree: JsonTree, base: string, loader: ContextLoader | undefined): Promise<Contexts> {
  const search = new ContextSearch();
  search.document(tree);
  const loaded = new Map<string, unknown>();
  const queue = search.remotes.map((remote) => ({ ...remote, base }));
  for (const next of queue) {
    const { position } = next;
    const url = addressOf(next.url, next.base, position);
    if (loaded.has(url)) continue;
    if (!loader || loaded.size >= MAX_REMOTE) throw refusal(next.url, position, loader !== undefined);
    const text = await load(url, position, loader);
    const context = parseContext(text, url, position);
    loaded.set(url, context.json);
    queue.push(...search.context(context.tree).map((remote) => ({ url: remote.url, position, base: url })));
  }
  // The parser asks for https://schema.org/ when http://schema.org is named.
  const isSchemaOrg = (url: string): boolean => /^https?:\/\/schema\.org/.test(url);
  const known = (url: string): string =>
    loaded.has(url) || !isSchemaOrg(url) ? url : ([...loaded.keys()].find(isSchemaOrg) ?? url);
  const { typeNames, prefixes } = search;
  return { typeNames, prefixes, load: (url) => Promise.resolve(loaded.get(known(url))) };
}

/** The place in the document counts: that is what its author can change. */
function parseContext(text: string, url: string, position: Position): { tree: JsonTree; json: unknown } {
  try {
    const tree = parseJson(text);
    return { tree, json: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof OwlgateError)) throw error;
    const { line, column, reason } = error.details;
    throw syntaxError(
      position,
      `the @context ${url}, line ${String(line)}, column ${String(column)}: ${String(reason)}`,
    );
  }
}

/** Absolute, and of http or https: a file, or data in the address itself, is no remote context. */
function addressOf(url: string, base: string, position: Position): string {
  const isRelative = !hasScheme(url);
  const absolute = isRelative ? resolve(url, base) : url;
  const isRemote = /^https?:/i.test(absolute) && !(isRelative && base === DEFAULT_BASE);
  if (isRemote) return absolute;
  const reason = `the @context ${JSON.stringify(url.slice(0, 200))} is no http(s) address; write the context out in the document`;
  throw syntaxError(position, reason);
}

async function load(url: string, position: Position, loader: ContextLoader): Promise<string> {
  try {
    return await loader(url);
  } catch (error) {
    if (error instanceof OwlgateError) throw error;
    throw syntaxError(position, error instanceof Error ? error.message : String(error));
  }
}

function refusal(url: string, position: Position, isAllowed: boolean): OwlgateError {
  const reason = isAllowed
    ? `more than ${MAX_REMOTE} remote contexts would be loaded`
    : `the remote @context ${JSON.stringify(url)} is not fetched; write the context out in the document, or expand the document before`;
  return syntaxError(position, reason);
}

interface Remote {
  readonly url: string;
  readonly position: Position;
}

class ContextSearch {
  remotes: Remote[] = [];
  private count = 0;
  readonly typeNames = new Set(['@type']);
  readonly prefixes = new Map<string, Iri>();

  document(tree: JsonTree): void {
    this.search(tree, tree.root);
  }

  /** @returns what a context that was loaded names in its turn */
  context(tree: JsonTree): readonly Remote[] {
    this.remotes = [];
    this.document(tree);
    return this.remotes;
  }

  private search(tree: JsonTree, node: JsonNode): void {
    for (const item of node.items ?? []) this.search(tree, item);
    for (const [name, { value }] of node.members ?? []) {
      if (name === '@context') this.read(tree, value);
      else this.search(tree, value);
    }
  }

  private read(tree: JsonTree, context: JsonNode): void {
    if (++this.count > MAX_CONTEXTS) {
      throw syntaxError(
        tree.positionAt(context.start),
        `there are more than ${MAX_CONTEXTS} contexts; name one for all at the top`,
      );
    }
    if (context.kind === 'string') this.seeRemote(tree, context);
    for (const item of context.items ?? []) this.read(tree, item);
    for (const [name, { value }] of context.members ?? []) {
      if (name === '@import') this.seeRemote(tree, value);
      else if (value.kind === 'string') this.define(name, tree.scalar(value) as string);
      else if (value.members) {
        const id = value.members.get('@id')?.value;
        if (id?.kind === 'string' && tree.scalar(id) === '@type') this.typeNames.add(name);
        // Contexts of terms: a context within one.
        this.search(tree, value);
      }
    }
  }

  private define(name: string, iri: string): void {
    if (iri === '@type') this.typeNames.add(name);
    else if (name === '@vocab') this.prefixes.set('', iri);
    else if (!name.startsWith('@') && /[:/?#[\]@]$/.test(iri) && !iri.startsWith('@')) this.prefixes.set(name, iri);
  }

  private seeRemote(tree: JsonTree, node: JsonNode): void {
    if (node.kind !== 'string') return;
    this.remotes.push({ url: tree.scalar(node) as string, position: tree.positionAt(node.start) });
  }
}
