/** Ontology in force, from the statements of an engine's registry (materialize/in-force/registry.ts). */
import { gunzipSync } from 'node:zlib';
import { unquote } from '../dql';
import type { Engine } from '../dgraph';
import { TransferError } from './errors';
import { keyOf, type Line } from './line';

/** Maximum size of an ontology; larger than the registry's own limit. */
const MAX_TEXT_BYTES = 400 * 2 ** 20;
const TURTLE = 'text/turtle';

interface StoredDocument {
  readonly role: string;
  readonly mediaType: string;
  readonly source: string;
  readonly name?: string;
  readonly iris?: readonly string[];
}

interface StoredEdge {
  readonly node: string;
  /** Value of the facet `place`: `source/0`. */
  readonly place: string | undefined;
}

/** Node of the registry, in its present layout or in the earlier one, with a predicate for each value. */
interface StoredNode {
  readonly values: Map<string, string>;
  readonly edges: Map<string, StoredEdge[]>;
}

export class RegistryStatements {
  private readonly nodes = new Map<string, StoredNode>();

  get isEmpty(): boolean {
    return this.nodes.size === 0;
  }

  add({ subject, predicate, object, literal, facets }: Line): void {
    const key = keyOf(subject);
    const node = this.nodes.get(key) ?? { values: new Map<string, string>(), edges: new Map<string, StoredEdge[]>() };
    this.nodes.set(key, node);
    if (!object) {
      node.values.set(predicate, textOf(literal));
      return;
    }
    const edge = { node: keyOf(object), place: PLACE.exec(facets)?.[1] };
    node.edges.set(predicate, [...(node.edges.get(predicate) ?? []), edge]);
  }

  /**
   * Loads the version in force into a gateway.
   *
   * @returns false if there was none
   * @throws TransferError if it cannot be read, or the gateway refuses it
   */
  async loadInto(engine: Engine): Promise<boolean> {
    const head = [...this.nodes.values()].find(({ values }) => values.get('owlgate.key') === 'head');
    const [current] = [...(head?.edges.get('owlgate.link') ?? []), ...(head?.edges.get('owlgate.current') ?? [])];
    const version = this.nodes.get(current?.node ?? '');
    if (!version) return false;
    const text = this.sourceOf(version);
    const { format, profile = 'strict' } = recordOf(version);
    const documents =
      format === undefined ? [{ role: 'ontology', mediaType: TURTLE, source: text }] : documentsOf(text);
    const form = new FormData();
    for (const { role, mediaType, source, name, iris } of documents) {
      // An import without an ontology IRI is identified by its name.
      const names = role === 'ontology' ? ['ontology'] : (iris ?? [name ?? 'import']);
      if (role !== 'context') {
        for (const each of names)
          form.append(role === 'ontology' ? each : 'import', new Blob([source], { type: mediaType }), each);
      }
    }
    const { headers, body } = await encodeForm(form);
    const answer = await engine.send({ method: 'POST', path: `/ontology?profile=${profile}`, headers, body });
    if (answer.status === 200) return true;
    throw new TransferError(
      `the data is loaded, but its ontology is refused: ${answer.body.toString('utf8').slice(0, 1_000)}`,
    );
  }

  private sourceOf({ edges }: StoredNode): string {
    const texts: string[] = [];
    const links = [...(edges.get('owlgate.link') ?? []), ...(edges.get('owlgate.source') ?? [])];
    for (const { node, place } of links) {
      const values = this.nodes.get(node)?.values;
      const [name, part] = place?.split('/') ?? ['source', values?.get('owlgate.part')];
      // The number comes from a file: a large one would make a list of that length.
      if (name === 'source' && Number(part) < links.length) texts[Number(part)] = values?.get('owlgate.text') ?? '';
    }
    try {
      return gunzipSync(Buffer.from(texts.join(''), 'base64'), { maxOutputLength: MAX_TEXT_BYTES }).toString('utf8');
    } catch (error) {
      throw new TransferError(`the ontology in the files cannot be read: ${(error as Error).message}`);
    }
  }
}

/** @throws TransferError */
function documentsOf(text: string): readonly StoredDocument[] {
  try {
    const documents: unknown = JSON.parse(text);
    if (Array.isArray(documents) && documents.every(isDocument)) return documents;
  } catch {
    // Handled below, like JSON of another form.
  }
  throw new TransferError('the ontology in the files cannot be read: its documents are not in the form of a registry');
}

function isDocument(value: unknown): value is StoredDocument {
  const { role, mediaType, source, name = '', iris = [] } = (value ?? {}) as Record<keyof StoredDocument, unknown>;
  const isText = (each: unknown): boolean => typeof each === 'string';
  return [role, mediaType, source, name].every(isText) && Array.isArray(iris) && iris.every(isText);
}

const PLACE = /\bplace="([a-z]+\/\d+)"/;

/** @throws TransferError */
function recordOf({ values }: StoredNode): { readonly format?: string; readonly profile?: string } {
  const record = values.get('owlgate.record');
  if (record === undefined) {
    const [format, profile] = [values.get('owlgate.format'), values.get('owlgate.profile')];
    return { ...(format !== undefined && { format }), ...(profile !== undefined && { profile }) };
  }
  try {
    const { format, profile } = (JSON.parse(record) ?? {}) as Record<string, unknown>;
    return { ...(typeof format === 'string' && { format }), ...(profile === 'lenient' && { profile }) };
  } catch (error) {
    throw new TransferError(`the ontology in the files cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the value of a literal as written. */
export function textOf(literal: string): string {
  const end = literal.lastIndexOf('"');
  return unquote(literal.slice(0, end + 1)) ?? '';
}

async function encodeForm(form: FormData): Promise<{ headers: Record<string, string>; body: Buffer }> {
  const request = new Request('http://localhost/', { method: 'POST', body: form });
  return {
    headers: { 'Content-Type': request.headers.get('content-type')! },
    body: Buffer.from(await request.arrayBuffer()),
  };
}
