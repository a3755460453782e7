/** Read transaction of an export: every query sees the state at its start, with the rights of one client. */
import { isLosslessNumber } from 'lossless-json';
import { abandonTransaction, beginTransaction, contextOf } from '../../dgraph';
import type { Credentials, Engine, TransactionId } from '../../dgraph';
import { plainPredicate, type PredicateDeclaration, type SchemaDocument } from '../../dql';
import { readSchemaAnswer } from '../../schema';
import { parseLossless, parseStrictly } from '../../util/json';
import { isRegistry, TYPE_PREDICATE } from '../names';

/** Object of an answer. */
export type Row = Readonly<Record<string, unknown>>;

/** Predicate of types, which `readSchemaAnswer` omits as one of Dgraph's own. */
const TYPES: PredicateDeclaration = { ...plainPredicate(TYPE_PREDICATE, 'string'), list: true };
const IRI = 'iri';

/** Reading of an answer's numbers; the last keeps all digits of fractions, and is the slowest. */
export type NumberReading = 'double' | 'integer' | 'decimal';

export class ReadTransaction {
  private closing: Promise<void> | undefined;

  private constructor(
    private readonly engine: Engine,
    private readonly transaction: TransactionId,
    readonly schema: SchemaDocument,
  ) {}

  /** @throws OwlgateError EngineUnreachable; EngineFailure */
  static async open(engine: Engine, credentials: Credentials | undefined): Promise<ReadTransaction> {
    const transaction = await beginTransaction(engine, credentials);
    return new ReadTransaction(engine, transaction, readSchemaAnswer(await engine.schema(credentials)));
  }

  /** Predicates of facts: the user's, with that of types, without identities and passwords. */
  get predicates(): readonly PredicateDeclaration[] {
    const ofFacts = this.schema.predicates.filter(
      ({ name, type }) => !isRegistry(name) && name !== IRI && type !== 'password',
    );
    return [TYPES, ...ofFacts];
  }

  /** Names of predicates whose values no engine returns. */
  get passwords(): readonly string[] {
    return this.schema.predicates.filter(({ type }) => type === 'password').map(({ name }) => name);
  }

  /** True if nodes may have identities, and the client may read them. */
  get hasIris(): boolean {
    return this.schema.predicates.some(({ name }) => name === IRI);
  }

  /** Returns the blocks of an answer, and its length in bytes. */
  async read(
    blocks: string,
    numbers: NumberReading = 'double',
  ): Promise<{ readonly data: Readonly<Record<string, readonly Row[]>>; readonly bytes: number }> {
    const { data, body } = await this.engine.query(`{ ${blocks} }`, contextOf(this.transaction));
    return { data: (numbers === 'double' ? data : reread(body, numbers)) as never, bytes: body.length };
  }

  /** Carries out a client's query. @param maxBytes maximum length of the answer */
  async ask(query: string, maxBytes: number): Promise<unknown> {
    const { data } = await this.engine.query(query, { ...contextOf(this.transaction), maxAnswerBytes: maxBytes });
    return data;
  }

  /** Ends the transaction, once. */
  close(): Promise<void> {
    return (this.closing ??= abandonTransaction(this.engine, this.transaction));
  }
}

function reread(body: Buffer, numbers: NumberReading): unknown {
  const text = body.toString('utf8');
  const answer = (numbers === 'integer' ? parseLossless(text) : parseStrictly(text)) as { readonly data?: unknown };
  return answer.data ?? {};
}

/** Returns the text of a scalar in an answer. */
export const scalarText = (value: unknown): string =>
  typeof value === 'string'
    ? value
    : isLosslessNumber(value)
      ? value.value
      : Object.is(value, -0)
        ? '-0'
        : String(value);
