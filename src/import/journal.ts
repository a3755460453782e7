/**
 * Journal of imports, in the engine: a record for each, with its position and counts, so that any gateway continues an
 * import that was cut off. The position lies some batches behind what is written. Each of these batches has a note,
 * stored in its transaction.
 */
import { retryAborted, type Engine, type MutateAnswer, type StoredPredicate } from '../dgraph';
import type { NQuad } from '../dql';
import { IMPORT_SCHEMA, type BatchEffect } from '../materialize';
import type { BatchPlace, Position } from './batch';
import type { ImportRecord } from './record';
import type { ImportName } from './types';

const KEY = 'owlgate.import.key';
const RECORD = 'owlgate.import.record';
const BATCH = 'owlgate.import.batch';
/** Maximum records. One that is removed during its import is stored again. */
const MAX_RECORDS = 1_000;
/** Maximum records removed by one import. */
const MAX_REMOVED = 1_000;

const COMMITTED = { contentType: 'application/json', commitNow: true } as const;

/** Values of a note: end of the batch (source, statements), hash, numbers of inferred and retracted facts. */
type Note = readonly [source: number, statements: number, hash: string, inferred: number, retracted: number];

type JournalEngine = Pick<Engine, 'query' | 'mutate' | 'schema' | 'alter'>;

export class Journal {
  private uid = '';
  /** Texts of notes that are stored, or about to be. */
  private readonly notes = new Set<string>();
  private readonly effects = new Map<string, BatchEffect>();
  private writing: Promise<void> | undefined;

  constructor(
    private readonly engine: JournalEngine,
    private readonly key: string,
    private readonly maxRecords = MAX_RECORDS,
  ) {}

  /**
   * Reads the record, and declares its predicates where they are missing. A new import removes the oldest records.
   *
   * @param schema of the engine
   */
  async open(schema: readonly StoredPredicate[]): Promise<ImportRecord | undefined> {
    if (!schema.some(({ predicate }) => predicate === BATCH)) await this.engine.alter(IMPORT_SCHEMA);
    const found = await find(this.engine, this.key);
    if (!found) await this.removeOldest();
    this.uid = found?.uid ?? (await this.create());
    for (const text of found?.notes ?? []) {
      const [source, statements, hash, inferred, retracted] = JSON.parse(text) as Note;
      this.notes.add(text);
      this.effects.set(keyOf({ end: { source, statements }, hash }), { inferred, retracted });
    }
    return found?.record;
  }

  private async create(): Promise<string> {
    const body = { set: [{ uid: '_:record', [KEY]: this.key }] };
    const { uids } = await this.mutate(body);
    return uids['record']!;
  }

  /** Returns the effect of a batch that an earlier run has written. */
  effectOf(place: BatchPlace): BatchEffect | undefined {
    return this.effects.get(keyOf(place));
  }

  /** Returns the note of a batch, to be stored in its transaction. */
  noteOf({ end: { source, statements }, hash }: BatchPlace, { inferred, retracted }: BatchEffect): NQuad[] {
    const value = JSON.stringify([source, statements, hash, inferred, retracted] satisfies Note);
    this.notes.add(value);
    const object = { kind: 'literal', type: 'string', value } as const;
    return [{ subject: { kind: 'uid', uid: this.uid }, predicate: BATCH, object }];
  }

  /** Makes room for a record. Nodes come in the order of their uids, which grow with time. */
  private async removeOldest(): Promise<void> {
    const text = `{ all(func: has(${KEY})) { count(uid) } oldest(func: has(${KEY}), first: ${MAX_REMOVED}) { uid } }`;
    const { data } = await this.engine.query<{ all: [{ count: number }]; oldest: readonly Row[] }>(text);
    const excess = data.oldest.slice(0, Math.max(0, data.all[0].count - this.maxRecords + 1));
    if (excess.length === 0) return;
    const body = { delete: excess.map(({ uid }) => ({ uid, [KEY]: null, [RECORD]: null, [BATCH]: null })) };
    await this.mutate(body);
  }

  /** Commits a mutation, repeated while other imports write records at the same time. */
  private mutate(body: object): Promise<MutateAnswer> {
    return retryAborted(() => this.engine.mutate(JSON.stringify(body), COMMITTED));
  }

  /** Stores the record, and deletes notes that it covers; writes come one after the other. */
  async write(record: ImportRecord): Promise<void> {
    await this.writing;
    this.writing = this.store(record);
    await this.writing;
  }

  private async store(record: ImportRecord): Promise<void> {
    const { uid } = this;
    const covered = [...this.notes].filter((text) => isCovered(JSON.parse(text) as Note, record.position));
    const set = [{ uid, [KEY]: this.key, [RECORD]: JSON.stringify(record) }];
    const body = { set, ...(covered.length > 0 && { delete: [{ uid, [BATCH]: covered }] }) };
    await this.mutate(body);
    for (const text of covered) this.notes.delete(text);
  }
}

/** Returns the key of an import's record. An id has no slash. */
export const journalKey = ({ id, owner }: ImportName): string => (owner === undefined ? id : `${owner}/${id}`);

const keyOf = ({ end: { source, statements }, hash }: BatchPlace): string => `${source}/${statements}/${hash}`;

const isCovered = ([source, statements]: Note, position: Position): boolean =>
  source < position.source || (source === position.source && statements <= position.statements);

/** Reads the record of an import. */
export async function readRecord(engine: JournalEngine, key: string): Promise<ImportRecord | undefined> {
  return (await find(engine, key))?.record;
}

interface Row {
  readonly uid: string;
  readonly record?: string;
  readonly notes?: readonly string[];
}

interface Found {
  readonly uid: string;
  readonly record: ImportRecord | undefined;
  readonly notes: readonly string[];
}

async function find(engine: JournalEngine, key: string): Promise<Found | undefined> {
  const text = `{ q(func: eq(${KEY}, ${JSON.stringify(key)}), first: 1) { uid record: ${RECORD} notes: ${BATCH} } }`;
  const { data } = await engine.query<{ q?: readonly Row[] }>(text);
  const row = data.q?.[0];
  if (!row) return undefined;
  const { uid, record, notes = [] } = row;
  return { uid, record: record === undefined ? undefined : (JSON.parse(record) as ImportRecord), notes };
}
