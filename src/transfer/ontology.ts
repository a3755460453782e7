/** Ontology in force, from the statements of an engine's registry (materialize/in-force/registry.ts). */
import { gunzipSync } from 'node:zlib';
import { unquote } from '../dql/unquote';
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

export class RegistryStatements {
  /** Values and nodes by predicate, by node. */
  private readonly nodes = new Map<string, Map<string, string[]>>();

  get isEmpty(): boolean {
    return this.nodes.size === 0;
  }

  add({ subject, predicate, object, literal }: Line): void {
    const key = keyOf(subject);
    const value = object ? keyOf(object) : textOf(literal);
    const node = this.nodes.get(key) ?? new Map<string, string[]>();
    this.nodes.set(key, node.set(predicate, [...(node.get(predicate) ?? []), value]));
  }

  /**
   * Loads the version in force into a gateway.
   *
   * @returns false if there was none
   * @throws TransferError if it cannot be read, or the gateway refuses it
   */
  async loadInto(engine: Engine): Promise<boolean> {
    const head = [...this.nodes.values()].find((node) => node.get('owlgate.key')?.[0] === 'head');
    const version = this.nodes.get(head?.get('owlgate.current')?.[0] ?? '');
    if (!version) return false;
    const text = this.read(version.get('owlgate.source') ?? []);
    const isPlain = version.get('owlgate.format') === undefined;
    const documents = isPlain ? [{ role: 'ontology', mediaType: TURTLE, source: text }] : documentsOf(text);
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
    const profile = version.get('owlgate.profile')?.[0] ?? 'strict';
    const answer = await engine.send({ method: 'POST', path: `/ontology?profile=${profile}`, headers, body });
    if (answer.status === 200) return true;
    throw new TransferError(
      `the data is loaded, but its ontology is refused: ${answer.body.toString('utf8').slice(0, 1_000)}`,
    );
  }

  private read(parts: readonly string[]): string {
    const texts: string[] = [];
    for (const uid of parts) {
      const node = this.nodes.get(uid);
      const part = Number(node?.get('owlgate.part')?.[0]);
      // The number comes from a file: a large one would make a list of that length.
      if (part < parts.length) texts[part] = node?.get('owlgate.text')?.[0] ?? '';
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

/** Returns the value of a literal as written. */
function textOf(literal: string): string {
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
