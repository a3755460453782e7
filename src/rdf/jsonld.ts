/** JSON-LD text → quads with their place in the text (https://www.w3.org/TR/json-ld11/), by jsonld-streaming-parser. */
import { setImmediate as turn } from 'node:timers/promises';
import { JsonLdParser } from 'jsonld-streaming-parser';
import { OwlgateError } from '../errors';
import { anonymousPrefix, DEFAULT_BASE, syntaxError } from './document';
import { parseJson } from './json-tree';
import type { JsonNode, JsonTree } from './json-tree';
import { comparePositions } from './quads';
import type { Iri, Position, Quad, QuadDocument } from './quads';
import { termFactory, toTerm } from './rdfjs';
import type { RdfJsQuad, RdfJsTerm } from './rdfjs';

/** Gives the JSON of a remote `@context`. */
export type ContextLoader = (url: string) => Promise<unknown>;

/**
 * Reads a JSON-LD document: the statements of all its graphs. A term's place is that of the value that names it.
 *
 * Blank nodes keep their label; those without one are numbered.
 *
 * @param base what relative IRIs are resolved against where no `@context` has `@base`
 * @param loadContext for a `@context` that is an address; without it such a document is refused
 * @throws OwlgateError OntologySyntax with the line and column of the first error
 */
export async function parseJsonLd(text: string, base?: string, loadContext?: ContextLoader): Promise<QuadDocument> {
  const tree = parseJson(text);
  return new JsonLdReader(tree, base ?? DEFAULT_BASE, loadContext).readDocument();
}

/** Bytes that are read before others get their turn. */
const CHUNK = 64 * 1024;

class JsonLdReader {
  private readonly quads: Quad[] = [];
  private path: readonly unknown[] = [];
  private place: Position | undefined;

  constructor(
    private readonly tree: JsonTree,
    private readonly base: string,
    private readonly loadContext: ContextLoader | undefined,
  ) {}

  async readDocument(): Promise<QuadDocument> {
    const contexts = new Contexts(this.tree);
    if (contexts.remote && !this.loadContext) {
      const { url, position } = contexts.remote;
      const reason = `the remote @context ${JSON.stringify(url)} is not fetched; write the context out in the document, or expand the document before`;
      throw syntaxError(position, reason);
    }
    // A context that is not seen may rename @type, and then its place can't be set right.
    const isOrdered = contexts.remote === undefined;
    const source = isOrdered ? inStreamingOrder(this.tree, contexts.typeNames) : this.tree.text;
    await this.parse(Buffer.from(source), isOrdered);
    this.quads.sort((a, b) => comparePositions(a.position, b.position));
    return { quads: this.quads, prefixes: contexts.prefixes };
  }

  private async parse(source: Buffer, isOrdered: boolean): Promise<void> {
    const parser = this.parser(isOrdered);
    try {
      for (let from = 0; from < source.length; from += CHUNK) {
        await new Promise<void>((resolve, reject) => {
          parser.once('error', reject);
          parser._transform(source.subarray(from, from + CHUNK), 'utf8', (error) =>
            error ? reject(error) : resolve(),
          );
        });
        parser.removeAllListeners('error');
        await turn();
      }
    } catch (error) {
      if (error instanceof OwlgateError) throw error;
      throw syntaxError(this.here(), `JSON-LD: ${reasonOf(error)}`);
    }
  }

  /** The parser is a stream; here it is driven by hand, and what it pushes is taken at once, with its place. */
  private parser(isOrdered: boolean): JsonLdParser {
    const { loadContext } = this;
    const parser = new JsonLdParser({
      baseIRI: this.base,
      dataFactory: termFactory(anonymousPrefix(this.tree.text), () => this.here()),
      streamingProfile: isOrdered,
      streamingProfileAllowOutOfOrderPlainType: true,
      documentLoader: { load: async (url: string) => (await loadContext?.(url)) as never },
    });
    const onValue = parser.newOnValueJob.bind(parser);
    parser.newOnValueJob = (keys: unknown[], value: unknown, depth: number, isNew: boolean) => {
      // For an item of an array it calls itself with the path of the array.
      if (isNew) this.path = keys;
      this.place = undefined;
      return onValue(keys, value, depth, isNew);
    };
    parser.push = (quad: RdfJsQuad) => this.add(quad);
    return parser;
  }

  private here(): Position {
    return (this.place ??= this.tree.placeOf(this.path));
  }

  private add(quad: RdfJsQuad | null): boolean {
    if (!quad) return true;
    const at = (term: RdfJsTerm): Position => term.position ?? this.here();
    const position = at(quad.object);
    this.quads.push({
      ...toTerm.triple(quad, position),
      position,
      subjectPosition: at(quad.subject),
      predicatePosition: at(quad.predicate),
    });
    return true;
  }
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.slice(0, 300).replace(/\.$/, '');
}

/** What the `@context`s of a document say that has to be known before it is read. */
class Contexts {
  /** The first one that is an address. */
  remote: { readonly url: string; readonly position: Position } | undefined;
  /** Names that stand for `@type`. */
  readonly typeNames = new Set(['@type']);
  readonly prefixes = new Map<string, Iri>();

  constructor(private readonly tree: JsonTree) {
    this.search(tree.root);
  }

  private search(node: JsonNode): void {
    for (const item of node.items ?? []) this.search(item);
    for (const [name, { value }] of node.members ?? []) {
      if (name === '@context') this.read(value);
      else this.search(value);
    }
  }

  private read(context: JsonNode): void {
    if (context.kind === 'string') this.seeRemote(context);
    for (const item of context.items ?? []) this.read(item);
    for (const [name, { value }] of context.members ?? []) {
      if (name === '@import') this.seeRemote(value);
      else if (value.kind === 'string') this.define(name, this.tree.scalar(value) as string);
      else if (value.members) {
        const id = value.members.get('@id')?.value;
        if (id?.kind === 'string' && this.tree.scalar(id) === '@type') this.typeNames.add(name);
        // Contexts of terms: a context within one.
        this.search(value);
      }
    }
  }

  private define(name: string, iri: string): void {
    if (iri === '@type') this.typeNames.add(name);
    else if (name === '@vocab') this.prefixes.set('', iri);
    else if (!name.startsWith('@') && /[:/?#[\]@]$/.test(iri) && !iri.startsWith('@')) this.prefixes.set(name, iri);
  }

  private seeRemote(node: JsonNode): void {
    const value = node.kind === 'string' ? (this.tree.scalar(node) as string) : '';
    this.remote ??= { url: value, position: this.tree.positionAt(node.start) };
  }
}

/**
 * The document with `@context`, then types, then `@id` first in every object, so that it can be read as a stream
 * (https://www.w3.org/TR/json-ld11-streaming/): without that the parser keeps everything until the end, and looks through all
 * of it for each value.
 */
function inStreamingOrder(tree: JsonTree, typeNames: ReadonlySet<string>): string {
  const rank = (name: string): number => (name === '@context' ? 0 : typeNames.has(name) ? 1 : name === '@id' ? 2 : 3);
  const print = (node: JsonNode): string => {
    if (node.items) return `[${node.items.map(print).join(',')}]`;
    if (!node.members) return tree.text.slice(node.start, node.end);
    const names = [...node.members.keys()];
    const order = names.map((name) => ({ name, rank: rank(name) })).sort((a, b) => a.rank - b.rank);
    return `{${order.map(({ name }) => `${JSON.stringify(name)}:${print(node.members!.get(name)!.value)}`).join(',')}}`;
  };
  return print(tree.root);
}
