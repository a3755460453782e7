/** Parser of /mutate bodies in JSON: `{"set": …, "delete": …, "query": …, "cond": …, "mutations": […]}`. */
import { DqlSyntaxError } from '../errors';
import { LineIndex } from '../source';
import type { Mutation, MutationRequest } from './ast';
import { NodeReader } from './jsonNodes';
import type { NextLabel } from './jsonNodes';
import type { JsonValue } from './jsonReader';
import { JsonArray, JsonObject, readJson } from './jsonReader';
import type { StatementKind } from './rdfReader';

interface JsonMutationOptions {
  /**
   * Returns the label of the blank node for an object without `uid`. Objects are counted from 0 through the whole
   * request, depth first, each before its descendants; labels that the request uses itself are skipped. The default is
   * `blank-<n>` (service specification, 2.4).
   */
  readonly labels?: (index: number) => string;
}

/**
 * Parses the body of `POST /mutate` with `Content-Type: application/json`.
 *
 * Facets of an edge stand in the object at its end (`{"friend": {"uid": "0x2", "friend|close": true}}`), those of a
 * list's values beside it by index. As in Dgraph, other members of that form are not facets.
 *
 * @throws DqlSyntaxError with line and column in the body
 */
export function parseJsonMutation(text: string, options: JsonMutationOptions = {}): MutationRequest {
  const lines = new LineIndex(text);
  const body = readJson(text);
  if (!(body instanceof JsonObject)) {
    throw DqlSyntaxError.at(lines.locate(0), 'a mutation is a JSON object with "set", "delete" or "mutations"');
  }
  return new BodyReader(lines, labelCounter(text, options)).read(body);
}

/** Parses node objects alone: a data file, or a gRPC client's `SetJson`. */
export function parseJson(text: string, kind: StatementKind = 'set', options: JsonMutationOptions = {}): Mutation {
  const lines = new LineIndex(text);
  const reader = new NodeReader(kind, labelCounter(text, options), lines);
  reader.readRoots(readJson(text), 0);
  const { nquads, hints } = reader;
  return kind === 'set' ? { set: nquads, delete: [], hints } : { set: [], delete: nquads };
}

function labelCounter(text: string, { labels = (index) => `blank-${index}` }: JsonMutationOptions): NextLabel {
  const used = labelsIn(text);
  let index = 0;
  return () => {
    let label = labels(index++);
    while (used.has(label)) label = labels(index++);
    return label;
  };
}

/** Returns the labels that a text may hold, in `"_:label"`. */
function labelsIn(text: string): ReadonlySet<string> {
  // Only `\u` escapes can spell the characters of a label.
  const plain = text.includes('\\u') ? text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) => unescaped(code)) : text;
  return new Set(Array.from(plain.matchAll(/"_:([\w.-]+)"/g), ([, label]) => label!));
}

const unescaped = (code: string): string => String.fromCharCode(parseInt(code, 16));

class BodyReader {
  constructor(
    private readonly lines: LineIndex,
    private readonly nextLabel: NextLabel,
  ) {}

  read(body: JsonObject): MutationRequest {
    const query = this.text(body, 'query');
    const mutations = [this.readMutation(body)];
    const more = body.get('mutations') ?? null;
    if (more !== null) {
      if (!(more instanceof JsonArray)) this.fail('mutations must be an array of objects', body, 'mutations');
      for (const item of more.items) {
        if (!(item instanceof JsonObject)) this.fail('mutations must be an array of objects', body, 'mutations');
        mutations.push(this.readMutation(item));
      }
    }
    const present = mutations.filter((m) => m !== undefined);
    if (present.length === 0 && (query ?? '') === '')
      throw DqlSyntaxError.at(this.lines.locate(body.offset), 'empty request');
    return { query: query === '' ? undefined : query, mutations: present };
  }

  /** Returns undefined if the object has neither a set nor a delete. */
  private readMutation(object: JsonObject): Mutation | undefined {
    const cond = this.text(object, 'cond');
    const set = object.get('set') ?? null;
    const deletion = object.get('delete') ?? null;
    if (set === null && deletion === null) return undefined;
    const sets = this.readNodes('set', set, object);
    const deletes = this.readNodes('delete', deletion, object);
    return { cond: cond === '' ? undefined : cond, set: sets.nquads, delete: deletes.nquads, hints: sets.hints };
  }

  private readNodes(kind: StatementKind, value: JsonValue, object: JsonObject): NodeReader {
    const reader = new NodeReader(kind, this.nextLabel, this.lines);
    if (value !== null) reader.readRoots(value, object.start(object.find(kind)));
    return reader;
  }

  private text(object: JsonObject, key: string): string | undefined {
    const value = object.get(key) ?? null;
    if (value === null) return undefined;
    return typeof value === 'string' ? value : this.fail(`${key} must be a string`, object, key);
  }

  private fail(reason: string, object: JsonObject, key: string): never {
    throw DqlSyntaxError.at(this.lines.locate(object.start(object.find(key))), reason);
  }
}
