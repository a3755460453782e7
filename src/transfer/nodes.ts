/** Which node of the target a node of the files is. */
import { keyOf, type Term } from './line';

/** `keep` adds a number to every uid; `new` gives each node a uid of its own, as the engine hands them out. */
export type Naming = { readonly kind: 'keep'; readonly shift: number } | { readonly kind: 'new' };

export class Nodes {
  private readonly uids = new UidMap();
  private readonly names = new Map<string, number>();
  /** Labels of the request being made: which node each stands for. */
  private pending = new Map<string, Term>();

  /** @param iris of a gateway with an ontology: IRIs name nodes there, and these nodes have some */
  constructor(
    private readonly naming: Naming,
    private readonly iris?: ReadonlyMap<string, string>,
  ) {}

  /** As the next request names it. */
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

  /** Takes note of the uids that a request's answer gives to its labels. */
  learn(given: Readonly<Record<string, string>>): void {
    for (const [label, term] of this.pending) {
      const uid = given[label];
      if (uid === undefined) continue;
      if (term.kind === 'uid') this.uids.set(term.uid, Number(uid));
      else this.names.set(term.name, Number(uid));
    }
    this.forget();
  }

  /** The request was refused. */
  forget(): void {
    if (this.pending.size > 0) this.pending = new Map();
  }
}

const hex = (uid: number): string => `<0x${uid.toString(16)}>`;

const LABEL = /^_:[A-Za-z0-9]+$/;

/** Letters and digits for a name that a label cannot be. */
const labelOf = (name: string): string => Buffer.from(name).toString('hex');

const FIRST_SIZE = 1 << 12;

/** Numbers above 0 to numbers, in 16 bytes each and some room: a Map takes several times that. */
export class UidMap {
  private keys = new Float64Array(FIRST_SIZE);
  private values = new Float64Array(FIRST_SIZE);
  private size = 0;

  get(key: number): number | undefined {
    const at = this.find(key);
    return this.keys[at] === key ? this.values[at] : undefined;
  }

  set(key: number, value: number): void {
    const at = this.find(key);
    if (this.keys[at] !== key) {
      if (this.size * 3 > this.keys.length * 2) {
        this.grow();
        return this.set(key, value);
      }
      this.size++;
      this.keys[at] = key;
    }
    this.values[at] = value;
  }

  private find(key: number): number {
    const mask = this.keys.length - 1;
    let at = spread(key) & mask;
    while (this.keys[at] !== 0 && this.keys[at] !== key) at = (at + 1) & mask;
    return at;
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

/** Neighbours far apart. */
const spread = (key: number): number => Math.imul(key ^ Math.floor(key / 2 ** 32), 0x9e3779b1) >>> 7;
