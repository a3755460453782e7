/**
 * Batches in flight. A batch begins beside others only if their transactions should not abort each other: none of them
 * names a node that another one owns. A batch owns its subjects, the nodes whose edges it counts, and new nodes. A batch
 * that makes the engine declare predicates runs alone, so that the first statements of a document decide.
 */
import { nodeKey } from '../dql';
import { rdf } from '../rdf';
import { TextHash } from '../util/text-hash';
import type { ImportBatch } from './batch';

/** Number of remembered nodes, in four bytes each. */
const REMEMBERED = 1 << 20;

interface Entry {
  readonly number: number;
  readonly nodes: ReadonlySet<string>;
  readonly owned: ReadonlySet<string>;
  readonly isAlone: boolean;
  readonly end: Promise<void>;
}

/** Properties of the predicates that batches write. */
interface Predicates {
  /** Test: the engine keeps the number of a node's edges of this predicate. */
  isCounted(predicate: string): boolean;
  /** Test: the engine has this predicate. */
  isDeclared(predicate: string): boolean;
}

export class Flight {
  private readonly entries = new Set<Entry>();
  private readonly known = new KnownNodes();
  /** Predicates that batches have made the engine declare. */
  private readonly declared = new Set<string>();
  private failure: { readonly error: unknown } | undefined;

  /** @param parallel maximum batches in flight, from 1 */
  constructor(
    private readonly parallel: number,
    private readonly predicates: Predicates,
  ) {}

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }

  /**
   * Begins a batch, as soon as it may run beside those in flight.
   *
   * @param write receives a number below the maximum that no other batch in flight has
   * @throws the error of a batch that failed before
   */
  async add({ statements }: Pick<ImportBatch, 'statements'>, write: (number: number) => Promise<void>): Promise<void> {
    const nodes = new Set<string>();
    const owned = new Set<string>();
    let isAlone = false;
    for (const { subject, predicate, object } of statements) {
      const name = subject.kind === 'iri' ? subject.iri : nodeKey(subject);
      owned.add(name);
      nodes.add(name);
      isAlone = this.declares(predicate) || isAlone;
      if (object.kind !== 'iri' || predicate === rdf.type) continue;
      // A node met before in the batch is owned already, unless it is known.
      const isMet = nodes.has(object.iri);
      nodes.add(object.iri);
      if (this.predicates.isCounted(predicate) || (!isMet && !this.known.has(object.iri))) owned.add(object.iri);
    }
    for (const entry of this.entries) {
      if (isAlone || entry.isAlone || meets(entry.owned, nodes) || meets(owned, entry.nodes)) await entry.end;
    }
    while (this.entries.size >= this.parallel) await Promise.race([...this.entries].map(({ end }) => end));
    this.check();
    const taken = new Set([...this.entries].map(({ number }) => number));
    let number = 0;
    while (taken.has(number)) number++;
    const end = write(number).then(
      () => this.leave(entry, true),
      (error: unknown) => {
        this.failure ??= { error };
        this.leave(entry, false);
      },
    );
    const entry: Entry = { number, nodes, owned, isAlone, end };
    this.entries.add(entry);
  }

  /** Waits for the end of all batches, whatever it is. None may be added afterwards. */
  async ended(): Promise<void> {
    await Promise.all([...this.entries].map(({ end }) => end));
    // An error of the import is kept with its request, as long as the connection is idle.
    this.known.forget();
  }

  /** Waits for the end of all batches. @throws the error of a batch */
  async settled(): Promise<void> {
    await this.ended();
    this.check();
  }

  /** Returns true for the first statement of a predicate that the engine lacks. */
  private declares(predicate: string): boolean {
    if (this.declared.has(predicate)) return false;
    this.declared.add(predicate);
    return !this.predicates.isDeclared(predicate);
  }

  private leave(entry: Entry, isWritten: boolean): void {
    this.entries.delete(entry);
    if (isWritten) for (const node of entry.nodes) this.known.add(node);
  }

  private check(): void {
    if (this.failure) throw this.failure.error;
  }
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a];
  for (const node of small) if (large.has(node)) return true;
  return false;
}

/** Nodes that batches have named: a table of hashes in which later nodes replace earlier ones. */
class KnownNodes {
  /** Absent until a node is added. */
  private hashes: Uint32Array | undefined;

  add(node: string): void {
    const [place, hash] = placeOf(node);
    this.hashes ??= new Uint32Array(REMEMBERED);
    this.hashes[place] = hash;
  }

  has(node: string): boolean {
    const [place, hash] = placeOf(node);
    return this.hashes?.[place] === hash;
  }

  forget(): void {
    this.hashes = undefined;
  }
}

function placeOf(text: string): readonly [number, number] {
  const hash = new TextHash();
  hash.add(text);
  return [hash.value % REMEMBERED, (Math.floor(hash.value / REMEMBERED) | 1) >>> 0];
}
