/**
 * Idempotency records: requests with an `Idempotency-Key`, and their answers. A write stores its record in its own
 * transaction. So the record exists exactly if the write was committed, for every gateway and after every restart.
 *
 *     record    owlgate.idempotency.key (a digest of caller and key), .request (a digest), .at (seconds since 1970),
 *               .answer (gzip, in Base64)
 *
 * The key has `@upsert`: of two transactions that write the same key, the engine commits one.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { EngineFailure } from '../../dgraph';
import type { Engine, TransactionContext, TransactionId } from '../../dgraph';
import { OwlgateError } from '../../errors';
import { IDEMPOTENCY_PREDICATES, printIdempotencySchema } from '../in-force/registry-schema';

/** Identity of a write that is carried out once, however often it is sent. */
export interface Idempotent {
  /** Digest of the caller and its key. */
  readonly key: string;
  /** Digest of the request. */
  readonly request: string;
  /**
   * Extracts the text to store in place of the answer. Returns undefined if the request may be repeated without harm.
   */
  readonly extract?: (answer: string) => string | undefined;
}

export interface IdempotencyRecord {
  readonly uid: string;
  readonly request: string;
  /** The answer as sent, or the text extracted from it. */
  readonly answer: string;
}

interface Row {
  readonly uid: string;
  readonly request?: string;
  readonly at?: number;
  readonly answer?: string;
}

/** Maximum bytes of a stored answer: about 50,000 uids of new nodes. */
const MAX_BYTES = 2 ** 20;
/** Maximum bytes of a stored answer, uncompressed. */
const MAX_EXPANDED = 64 * 2 ** 20;
/** Maximum expired records removed at once, and the minimum time between two removals. */
const MAX_REMOVED = 500;
const REMOVAL_PAUSE_MS = 60_000;

const compress = promisify(gzip);
const expand = promisify(gunzip);

const FIELDS = ['request', 'at', 'answer'].map((name) => `${name}: owlgate.idempotency.${name}`).join(' ');

export class Records {
  private isDeclared = false;
  private removedAt = -Infinity;

  /**
   * @param hours time for which a record is kept
   * @param now milliseconds since 1970
   */
  constructor(
    readonly engine: Engine,
    private readonly hours: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Declares the predicates where they are missing. */
  async declare(): Promise<void> {
    if (this.isDeclared) return;
    const { schema } = await this.engine.schema();
    const declared = new Set(schema.filter(({ upsert }) => upsert).map(({ predicate }) => predicate));
    // The key is the predicate that conflicts: if it has `@upsert`, the other predicates are declared too.
    if (!declared.has(IDEMPOTENCY_PREDICATES[0]!)) await this.engine.alter(printIdempotencySchema());
    this.isDeclared = true;
  }

  /**
   * Finds the record of a key.
   *
   * @param openTransaction open transaction that may have written it
   */
  async find(key: string, openTransaction?: TransactionId): Promise<IdempotencyRecord | undefined> {
    const text = `{ q(func: eq(owlgate.idempotency.key, ${JSON.stringify(key)})) { uid ${FIELDS} } }`;
    const { startTs, hash } = openTransaction ?? {};
    const options = startTs === undefined ? {} : { startTs, ...(hash !== undefined && { hash }) };
    const { data } = await this.queryDeclared(() => this.engine.query<{ q?: readonly Row[] }>(text, options));
    const [row] = data.q ?? [];
    if (!row || this.isExpired(row)) return undefined;
    return this.readRecord(row);
  }

  /** Returns true if the record that was written is stored. */
  async isThere(uid: string, key: string): Promise<boolean> {
    const text = `{ q(func: uid(${uid})) @filter(eq(owlgate.idempotency.key, ${JSON.stringify(key)})) { uid } }`;
    const { data } = await this.engine.query<{ q?: readonly unknown[] }>(text);
    return (data.q ?? []).length > 0;
  }

  /**
   * Writes a record into an open transaction, unless the transaction sees one already.
   *
   * @returns uid of the new record, with its part of the transaction; or the existing record
   * @throws OwlgateError InvalidRequest for an answer that is too long
   */
  async write({ key, request }: Idempotent, answer: string, openTransaction: TransactionId): Promise<Written> {
    const packed = (await compress(answer)).toString('base64');
    if (packed.length > MAX_BYTES) {
      const reason =
        `the compressed answer to a write with an Idempotency-Key may have ${MAX_BYTES} bytes; send the write ` +
        'in parts';
      throw new OwlgateError('InvalidRequest', { reason });
    }
    const value = (name: string, text: string): string =>
      `_:record <owlgate.idempotency.${name}> ${JSON.stringify(text)} .`;
    const { startTs, hash } = openTransaction;
    const text = `upsert {
      query { old(func: eq(owlgate.idempotency.key, ${JSON.stringify(key)})) { r as uid ${FIELDS} } }
      mutation @if(eq(len(r), 0)) { set {
        ${value('key', key)}
        ${value('request', request)}
        ${value('at', String(Math.floor(this.now() / 1000)))}
        ${value('answer', packed)}
      } }
    }`;
    const { uids, queries, extensions } = await this.engine.mutate(text, {
      contentType: 'application/rdf',
      startTs,
      ...(hash !== undefined && { hash }),
    });
    const [row] = (queries?.['old'] ?? []) as readonly Row[];
    const { txn } = extensions;
    if (row)
      return { kind: 'existing', record: await this.readRecord(row), isExpired: this.isExpired(row), uid: row.uid };
    return { kind: 'written', uid: uids['record'] ?? '', txn };
  }

  /** Removes an expired record, so that its key can be used again. */
  async remove(uid: string): Promise<void> {
    await this.delete([uid]);
  }

  /** Removes some expired records. Later calls remove the others. */
  async removeExpired(): Promise<void> {
    const now = this.now();
    if (now - this.removedAt < REMOVAL_PAUSE_MS) return;
    this.removedAt = now;
    const before = Math.floor(now / 1000) - this.hours * 3600;
    const { data } = await this.engine.query<{ q?: readonly { readonly uid: string }[] }>(
      `{ q(func: lt(owlgate.idempotency.at, ${before}), first: ${MAX_REMOVED}) { uid } }`,
      { readOnly: true },
    );
    await this.delete((data.q ?? []).map(({ uid }) => uid));
  }

  private async delete(uids: readonly string[]): Promise<void> {
    if (uids.length === 0) return;
    const empty = Object.fromEntries(IDEMPOTENCY_PREDICATES.map((name) => [name, null]));
    const body = JSON.stringify({ delete: uids.map((uid) => ({ uid, ...empty })) });
    await this.engine.mutate(body, { contentType: 'application/json', commitNow: true });
  }

  private isExpired({ at = 0 }: Row): boolean {
    return this.now() / 1000 - at > this.hours * 3600;
  }

  private async readRecord({ uid, request = '', answer = '' }: Row): Promise<IdempotencyRecord> {
    const bytes = await expand(Buffer.from(answer, 'base64'), { maxOutputLength: MAX_EXPANDED });
    return { uid, request, answer: bytes.toString('utf8') };
  }

  /** Runs a query; declares the predicates again if `drop_all` has removed them. */
  private async queryDeclared<T>(ask: () => Promise<T>): Promise<T> {
    await this.declare();
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof EngineFailure) || !/schema not defined|not indexed/i.test(error.message)) throw error;
      this.isDeclared = false;
      await this.declare();
      return ask();
    }
  }
}

type Written =
  | { readonly kind: 'written'; readonly uid: string; readonly txn: TransactionContext | undefined }
  | {
      readonly kind: 'existing';
      readonly uid: string;
      readonly record: IdempotencyRecord;
      readonly isExpired: boolean;
    };
