/** Mapping from nodes of the files to nodes of the target. */
import { keyOf, type Term } from './line';

/** `keep` adds a number to every uid; `new` gives each node a new uid, assigned by the engine. */
export type Naming = { readonly kind: 'keep'; readonly shift: number } | { readonly kind: 'new' };

export class Nodes {
  private readonly uids = new UidMap();
  private readonly names = new Map<string, number>();
  /** Nodes by their labels in the current request. */
  private pending = new Map<string, Term>();

  /** @param iris IRIs of nodes by `keyOf`, for a gateway with an ontology, where IRIs name nodes */
  constructor(
    private readonly naming: Naming,
    private readonly iris?: ReadonlyMap<string, string>,
  ) {}

  /** Returns the name of a node in the next request. */
  text(term: Term): string {
    const iri = this.iris?.get(keyOf(term));
    if (iri !== undefined) return `<${iri}>`;
    if (term.kind === 'uid') {
      if (this.naming.kind === 'keep') return hex(term.uid + this.naming.shift);
      const uid = this.uids.get(term.uid);
      return uid === undefined ? this.label(`u${term.uid}`, term) : hex(uid);
    }
    const { name } = term;
    const isBlank = name.startsWith('_:');
    if (!isBlank && this.iris) return `<${name}>`;
    const uid = this.names.get(name);
    if (uid !== undefined) return hex(uid);
    return isBlank && LABEL.test(name) ? this.label(`b.${name.slice(2)}`, term) : this.label(`n${labelOf(name)}`, term);
  }

  private label(label: string, term: Term): string {
    this.pending.set(label, term);
    return `_:${label}`;
  }

  /** Records the uids that an answer gives to the labels of its request. */
  learn(uids: Readonly<Record<string, string>>): void {
    for (const [label, term] of this.pending) {
      const uid = uids[label];
      if (uid === undefined) continue;
      if (term.kind === 'uid') this.uids.set(term.uid, Number(uid));
      else this.names.set(term.name, Number(uid));
    }
    this.forget();
  }

  /** Discards the labels of a refused request. */
  forget(): void {
    if (this.pending.size > 0) this.pending = new Map();
  }
}

const hex = (uid: number): string => `<0x${uid.toString(16)}>`;

const LABEL = /^_:[A-Za-z0-9]+$/;

/** Encodes a name that is not a valid label in letters and digits. */
const labelOf = (name: string): string => Buffer.from(name).toString('hex');

const FIRST_SIZE = 1 << 12;

/** Map from positive numbers to numbers, in 16 bytes per entry plus slack: a Map takes several times as much. */
export class UidMap {
  private keys = new Float64Array(FIRST_SIZE);
  private values = new Float64Array(FIRST_SIZE);
  private size = 0;

  get(key: number): number | undefined {
    const slot = this.find(key);
    return this.keys[slot] === key ? this.values[slot] : undefined;
  }

  set(key: number, value: number): void {
    const slot = this.find(key);
    if (this.keys[slot] !== key) {
      if (this.size * 3 > this.keys.length * 2) {
        this.grow();
        return this.set(key, value);
      }
      this.size++;
      this.keys[slot] = key;
    }
    this.values[slot] = value;
  }

  private find(key: number): number {
    const mask = this.keys.length - 1;
    let slot = spread(key) & mask;
    while (this.keys[slot] !== 0 && this.keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, values } = this;
    this.keys = new Float64Array(keys.length * 2);
    this.values = new Float64Array(keys.length * 2);
    this.size = 0;
    keys.forEach((key, i) => {
      if (key !== 0) this.set(key, values[i]!);
    });
  }
}

/** Hash that spreads neighbouring keys over distant slots. */
const spread = (key: number): number => Math.imul(key ^ Math.floor(key / 2 ** 32), 0x9e3779b1) >>> 7;
