/** JSON-LD text → quads with their place in the text (https://www.w3.org/TR/json-ld11/), by jsonld-streaming-parser. */
import { setImmediate as turn } from 'node:timers/promises';
import type { JsonLdParser } from 'jsonld-streaming-parser';
import { OwlgateError } from '../errors';
import { anonymousPrefix, DEFAULT_BASE, syntaxError } from './document';
import { parseJson } from './json-tree';
import type { JsonNode, JsonTree } from './json-tree';
import { readContexts } from './jsonld-contexts';
import type { ContextLoader, Contexts } from './jsonld-contexts';
import { comparePositions } from './quads';
import type { Position, Quad, QuadDocument } from './quads';
import { termFactory, toTerm } from './rdfjs';
import type { RdfJsQuad, RdfJsTerm } from './rdfjs';

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
    // A context may rename @type, whose place in an object matters.
    const contexts = await readContexts(this.tree, this.base, this.loadContext);
    await this.parse(Buffer.from(inStreamingOrder(this.tree, contexts.typeNames)), contexts);
    this.quads.sort((a, b) => comparePositions(a.position, b.position));
    return { quads: this.quads, prefixes: contexts.prefixes };
  }

  private async parse(source: Buffer, contexts: Contexts): Promise<void> {
    const parser = await this.parser(contexts);
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
  private async parser({ load }: Contexts): Promise<JsonLdParser> {
    // Half of the time that the program would need to load, for a syntax that few documents have.
    const { JsonLdParser: Parser } = await import('jsonld-streaming-parser');
    const parser = new Parser({
      baseIRI: this.base,
      dataFactory: termFactory(anonymousPrefix(this.tree.text), () => this.here()),
      streamingProfile: true,
      streamingProfileAllowOutOfOrderPlainType: true,
      documentLoader: { load: load as never },
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
