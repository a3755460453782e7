/**
 * Values by number, for members that come and go all the time, such as open calls. A `Map` would do, but V8 links each
 * of its outgrown tables to the next one. As soon as one of them is old, all later ones are kept until the next
 * collection of old objects, and with them the members of their time: all of them would be copied, and collected late.
 * Here the tables have numbers only.
 */
export class Roster<Value> {
  private readonly places = new Map<number, number>();
  private readonly values: (Value | undefined)[] = [];
  private readonly freePlaces: number[] = [];
  private lastNumber = 0;

  get size(): number {
    return this.places.size;
  }

  /** Adds a value. @returns its number, which no other value of `add` gets */
  add(value: Value): number {
    const number = ++this.lastNumber;
    this.set(number, value);
    return number;
  }

  set(number: number, value: Value): void {
    let place = this.places.get(number);
    if (place === undefined) {
      place = this.freePlaces.pop() ?? this.values.length;
      this.places.set(number, place);
    }
    this.values[place] = value;
  }

  get(number: number): Value | undefined {
    const place = this.places.get(number);
    return place === undefined ? undefined : this.values[place];
  }

  has(number: number): boolean {
    return this.places.has(number);
  }

  /** @returns false if there is none */
  delete(number: number): boolean {
    const place = this.places.get(number);
    if (place === undefined) return false;
    this.places.delete(number);
    this.values[place] = undefined;
    this.freePlaces.push(place);
    return true;
  }

  /** Removes all values. @returns them, in the order in which their numbers were added */
  clear(): Value[] {
    const values = [...this];
    for (const number of [...this.places.keys()]) this.delete(number);
    return values;
  }

  /** Visits the values in the order in which their numbers were added; those that are added meanwhile too. */
  *[Symbol.iterator](): Generator<Value, void> {
    for (const place of this.places.values()) yield this.values[place]!;
  }
}
