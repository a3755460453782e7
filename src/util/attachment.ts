/**
 * Value attached to objects that live for one request. A `WeakMap` would do, but V8 keeps each value that was added since
 * the last collection of young objects alive, and with it the requests that the values refer to: all of them would be
 * copied, and collected late.
 */
export class Attachment<Key extends object, Value> {
  private readonly symbol: symbol;

  /** @param name for debuggers */
  constructor(name: string) {
    this.symbol = Symbol(name);
  }

  get(key: Key): Value | undefined {
    return (key as Record<symbol, Value | undefined>)[this.symbol];
  }

  set(key: Key, value: Value): void {
    (key as Record<symbol, Value>)[this.symbol] = value;
  }
}
