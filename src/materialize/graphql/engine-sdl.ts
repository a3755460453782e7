/**
 * GraphQL schema that an engine stores: the SDL of its owner, or one that an earlier owlgate posted. It is read from
 * the storage, because an alpha goes on to show an SDL in /admin after its removal.
 */
import type { Credentials, Engine } from '../../dgraph';
import { isGeneratedSdl } from '../../schema';

/** Part of an engine that this module uses. */
type SdlEngine = Pick<Engine, 'identity' | 'query' | 'mutate'>;

const STORED = 'func: eq(dgraph.graphql.xid, "dgraph.graphql.schema")';

/** Maximum age of an answer. Another gateway or a client of the engine may have changed the schema. */
const AGE_MS = 1_000;

/** Returns the stored SDL; undefined if there is none. @throws EngineFailure */
export async function storedSdl(engine: SdlEngine, credentials?: Credentials): Promise<string | undefined> {
  const { data } = await engine.query<{ readonly q?: readonly { readonly sdl?: string }[] }>(
    `{ q(${STORED}) { sdl: dgraph.graphql.schema } }`,
    // With access control only guardians may read the SDL, so the gateway's own login reads it.
    { readOnly: true, ...(!engine.identity && credentials && { credentials }) },
  );
  return data.q?.find(({ sdl }) => sdl)?.sdl;
}

/** Returns true if the engine stores any SDL. @throws EngineFailure */
export const hasSdl = async (engine: SdlEngine): Promise<boolean> => (await storedSdl(engine)) !== undefined;

/**
 * Removes an SDL that an earlier owlgate posted. Dgraph refuses an empty SDL, but the node of the SDL can be deleted.
 */
export async function takeOutGenerated(engine: SdlEngine, credentials: Credentials | undefined): Promise<void> {
  const sdl = await storedSdl(engine, credentials);
  if (sdl === undefined || !isGeneratedSdl(sdl)) return;
  const options = { contentType: 'application/rdf', commitNow: true } as const;
  await engine.mutate(`upsert { query { v as var(${STORED}) } mutation { delete { uid(v) * * . } } }`, {
    ...options,
    ...(!engine.identity && credentials && { credentials }),
  });
}

/** Cache of the stored SDL, for a short time. */
export class EngineSdl {
  private asked: { readonly isForeign: Promise<boolean>; readonly at: number } | undefined;
  /** Latest answer; absent while none has come. */
  private known: { readonly isForeign: boolean; readonly at: number } | undefined;

  constructor(
    private readonly engine: SdlEngine,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns true if the engine has an SDL that owlgate did not make. @throws EngineFailure */
  isForeign(): boolean | Promise<boolean> {
    const at = this.now();
    const isRecent = (answer: { readonly at: number } | undefined): boolean =>
      answer !== undefined && at - answer.at < AGE_MS;
    if (isRecent(this.known)) return this.known!.isForeign;
    if (isRecent(this.asked)) return this.asked!.isForeign;
    const asked = { isForeign: this.ask(), at };
    this.asked = asked;
    const isLatest = (): boolean => this.asked === asked;
    asked.isForeign.then(
      (isForeign) => isLatest() && (this.known = { isForeign, at }),
      // Failures are not cached.
      () => isLatest() && (this.asked = undefined),
    );
    return asked.isForeign;
  }

  /** Drops the answer. The schema may have been changed through this gateway. */
  forget(): void {
    this.asked = undefined;
    this.known = undefined;
  }

  private async ask(): Promise<boolean> {
    const sdl = await storedSdl(this.engine);
    return sdl !== undefined && !isGeneratedSdl(sdl);
  }
}
