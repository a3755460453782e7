/**
 * Journal of imports, in the engine: a record for each, with its position and counts, so that any gateway continues an
 * import that was cut off. The position may lie some batches behind what is written. They are written again, which
 * changes nothing: nodes have IRIs, and a fact is stored once.
 */
import type { Engine } from '../dgraph';
import type { Position } from './batch';
import type { ImportSummary } from './types';

/** Predicates of the records; see materialize/in-force/registry-schema.ts. */
const KEY = 'owlgate.import.key';
const RECORD = 'owlgate.import.record';
const SCHEMA = `${KEY}: string @index(exact) @upsert .\n${RECORD}: string .`;

/** Stored state of an import. */
export interface ImportRecord {
  readonly summary: ImportSummary;
  readonly position: Position;
  /** Milliseconds since 1970. */
  readonly at: number;
}

type JournalEngine = Pick<Engine, 'query' | 'mutate' | 'schema' | 'alter'>;

export class Journal {
  private uid: string | undefined;
  private writing: Promise<void> | undefined;

  constructor(
    private readonly engine: JournalEngine,
    private readonly id: string,
  ) {}

  /** Reads the record, and declares its predicates where they are missing. */
  async open(): Promise<ImportRecord | undefined> {
    const { schema } = await this.engine.schema();
    if (!schema.some(({ predicate }) => predicate === KEY)) await this.engine.alter(SCHEMA);
    const found = await find(this.engine, this.id);
    this.uid = found?.uid;
    return found?.record;
  }

  /** Stores the record; writes come one after the other. */
  async write(record: ImportRecord): Promise<void> {
    await this.writing;
    this.writing = this.store(record);
    await this.writing;
  }

  private async store(record: ImportRecord): Promise<void> {
    const node = { uid: this.uid ?? '_:record', [KEY]: this.id, [RECORD]: JSON.stringify(record) };
    const options = { contentType: 'application/json', commitNow: true } as const;
    const { uids } = await this.engine.mutate(JSON.stringify({ set: [node] }), options);
    this.uid ??= uids['record'];
  }
}

/** Reads the record of an import. */
export async function readRecord(engine: JournalEngine, id: string): Promise<ImportRecord | undefined> {
  return (await find(engine, id))?.record;
}

interface Row {
  readonly uid: string;
  readonly record?: string;
}

async function find(
  engine: JournalEngine,
  id: string,
): Promise<{ readonly uid: string; readonly record: ImportRecord | undefined } | undefined> {
  const text = `{ q(func: eq(${KEY}, ${JSON.stringify(id)}), first: 1) { uid record: ${RECORD} } }`;
  const { data } = await engine.query<{ q?: readonly Row[] }>(text);
  const row = data.q?.[0];
  return (
    row && { uid: row.uid, record: row.record === undefined ? undefined : (JSON.parse(row.record) as ImportRecord) }
  );
}
