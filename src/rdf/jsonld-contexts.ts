/** The `@context`s of a JSON-LD document: loads remote ones, collects aliases of `@type` and prefixes. */
import { resolve } from 'relative-to-absolute-iri';
import { OwlgateError } from '../errors';
import { DEFAULT_BASE, hasScheme, syntaxError } from './document';
import { parseJson } from './json-tree';
import type { JsonNode, JsonTree } from './json-tree';
import type { Iri, Position } from './quads';

/** Loader of remote `@context`s; returns the JSON text. */
export type ContextLoader = (url: string) => Promise<string>;

export interface Contexts {
  /** `@type` and its aliases in all contexts. */
  readonly typeNames: ReadonlySet<string>;
  /** `@language` and its aliases in all contexts. */
  readonly languageNames: ReadonlySet<string>;
  /** Terms whose values are maps with languages as names. */
  readonly languageMaps: ReadonlySet<string>;
  /** Prefixes of all contexts; '' for `@vocab`. */
  readonly prefixes: ReadonlyMap<string, Iri>;
  /** Returns the JSON of a loaded remote context. */
  readonly load: (url: string) => Promise<unknown>;
}

/** Maximum remote contexts, including those that remote contexts refer to. */
const MAX_REMOTE = 20;
/** Maximum contexts of a document. Every reference counts, because the parser processes a context at each reference. */
const MAX_CONTEXTS = 1_000;

/**
 * Finds all contexts of a document and loads the remote ones.
 *
 * @param base base of relative context addresses
 * @throws OwlgateError OntologySyntax for a remote context that is not allowed or fails to load
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
  // The parser requests https://schema.org/ for http://schema.org.
  const isSchemaOrg = (url: string): boolean => /^https?:\/\/schema\.org/.test(url);
  const loadedUrl = (url: string): string =>
    loaded.has(url) || !isSchemaOrg(url) ? url : ([...loaded.keys()].find(isSchemaOrg) ?? url);
  const { typeNames, languageNames, languageMaps, prefixes } = search;
  const names = { typeNames, languageNames, languageMaps, prefixes };
  return { ...names, load: (url) => Promise.resolve(loaded.get(loadedUrl(url))) };
}

/** Parses a remote context. Errors give the position of the reference, which the author of the document can change. */
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

/**
 * Returns the absolute address of a remote context. Refuses other schemes than http and https, such as file and data.
 */
function addressOf(url: string, base: string, position: Position): string {
  const isRelative = !hasScheme(url);
  const absolute = isRelative ? resolve(url, base) : url;
  const isRemote = /^https?:/i.test(absolute) && !(isRelative && base === DEFAULT_BASE);
  if (isRemote) return absolute;
  const reason =
    `the @context ${JSON.stringify(url.slice(0, 200))} is not an http(s) address; include the context in the ` +
    'document';
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
    : `the remote @context ${JSON.stringify(url)} is not fetched; write the context out in the document, or ` +
      'expand the document first';
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
  readonly languageNames = new Set(['@language']);
  readonly languageMaps = new Set<string>();
  readonly prefixes = new Map<string, Iri>();

  document(tree: JsonTree): void {
    this.search(tree, tree.root);
  }

  /** @returns remote contexts that a loaded context refers to */
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
        `there are more than ${MAX_CONTEXTS} contexts; use one context at the top of the document`,
      );
    }
    if (context.kind === 'string') this.addRemote(tree, context);
    for (const item of context.items ?? []) this.read(tree, item);
    for (const [name, { value }] of context.members ?? []) {
      if (name === '@import') this.addRemote(tree, value);
      else if (value.kind === 'string') this.define(name, tree.scalar(value) as string);
      else if (value.members) {
        const id = value.members.get('@id')?.value;
        if (id?.kind === 'string') this.alias(name, tree.scalar(id) as string);
        const container = value.members.get('@container')?.value;
        const kinds = container?.items ?? (container ? [container] : []);
        if (kinds.some((kind) => kind.kind === 'string' && tree.scalar(kind) === '@language')) {
          this.languageMaps.add(name);
        }
        // A term definition may contain a scoped context.
        this.search(tree, value);
      }
    }
  }

  private define(name: string, iri: string): void {
    this.alias(name, iri);
    if (name === '@vocab') this.prefixes.set('', iri);
    else if (!name.startsWith('@') && /[:/?#[\]@]$/.test(iri) && !iri.startsWith('@')) this.prefixes.set(name, iri);
  }

  private alias(name: string, keyword: string): void {
    if (keyword === '@type') this.typeNames.add(name);
    else if (keyword === '@language') this.languageNames.add(name);
  }

  private addRemote(tree: JsonTree, node: JsonNode): void {
    if (node.kind !== 'string') return;
    this.remotes.push({ url: tree.scalar(node) as string, position: tree.positionAt(node.start) });
  }
}
