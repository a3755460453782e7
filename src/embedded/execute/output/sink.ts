/**
 * Receivers of an object's fields. Consecutive fields of one name become a list.
 *
 * `TextSink` builds JSON text directly; `TreeSink` keeps the fields, so that `@normalize` can multiply them.
 */

export interface Sink {
  readonly isEmpty: boolean;
  /** Adds a field with a JSON value; `list` prints it as a list even if it is alone. */
  add(name: string, json: string, list: boolean): void;
  /** Creates an object for a field of this one; the caller fills and then adds it. */
  child(): Sink;
  addChild(name: string, child: Sink, list: boolean): void;
  /** Adds the facets of a list, an object by the index of the value. */
  addFacetMap(name: string, json: string): void;
  has(name: string): boolean;
}

export class TextSink implements Sink {
  private text = '';
  private readonly names = new Set<string>();
  private name: string | undefined;
  private value = '';
  private isList = false;

  get isEmpty(): boolean {
    return this.name === undefined;
  }

  add(name: string, json: string, list: boolean): void {
    if (name === this.name) {
      this.value += `,${json}`;
      this.isList = true;
      return;
    }
    this.flush();
    this.names.add(name);
    this.name = name;
    this.value = json;
    this.isList = list;
  }

  private flush(): void {
    if (this.name === undefined) return;
    const field = this.isList ? `"${this.name}":[${this.value}]` : `"${this.name}":${this.value}`;
    this.text = this.text === '' ? field : `${this.text},${field}`;
  }

  child(): TextSink {
    return new TextSink();
  }

  addChild(name: string, child: TextSink, list: boolean): void {
    this.add(name, child.isEmpty ? '' : child.close(), list);
  }

  addFacetMap(name: string, json: string): void {
    this.add(name, json, false);
  }

  has(name: string): boolean {
    return this.names.has(name);
  }

  /** Ends the object and returns its text. */
  close(): string {
    this.flush();
    this.name = undefined;
    return `{${this.text}}`;
  }
}

/** Field with a JSON value, or with an object. */
export interface Entry {
  readonly name: string;
  readonly json: string;
  readonly fields: readonly Entry[] | undefined;
  readonly list: boolean;
}

export class TreeSink implements Sink {
  readonly entries: Entry[] = [];

  get isEmpty(): boolean {
    return this.entries.length === 0;
  }

  add(name: string, json: string, list: boolean): void {
    this.entries.push({ name, json, fields: undefined, list });
  }

  child(): TreeSink {
    return new TreeSink();
  }

  addChild(name: string, child: TreeSink, list: boolean): void {
    this.addObject(name, child.entries, list);
  }

  addObject(name: string, fields: readonly Entry[], list: boolean): void {
    this.entries.push({ name, json: '', fields: fields.length > 0 ? fields : undefined, list });
  }

  addFacetMap(name: string, json: string): void {
    this.add(name, json, false);
  }

  has(name: string): boolean {
    return this.entries.some((entry) => entry.name === name);
  }
}

/** Formats fields as an object. */
export function entriesText(entries: readonly Entry[]): string {
  const sink = new TextSink();
  for (const { name, json, fields, list } of entries) sink.add(name, fields ? entriesText(fields) : json, list);
  return sink.close();
}
