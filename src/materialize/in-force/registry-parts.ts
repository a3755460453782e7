/**
 * Long texts in a graph: compressed, in Base64, and cut into parts. Each part is a node of a size that a cluster
 * handles easily.
 */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { isTooLarge, retryAborted, type Credentials, type Engine } from '../../dgraph';
import type { Logger } from '../../util/log';
import { TextDamage } from './registry-documents';

/** Multiple of four: a cut never splits a group of Base64. */
const PART_CHARACTERS = 256 * 1024;
/** Parts per request. */
const BATCH = 16;
/** Maximum bytes of an answer: more than a batch of parts with their names. A larger answer is not read. */
const MAX_BATCH_BYTES = BATCH * (PART_CHARACTERS + 256) + 64 * 1024;
/** Limit for the expansion of a damaged or hostile part: above every ontology, below the maximum length of a string. */
const MAX_TEXT_BYTES = 400 * 2 ** 20;

const compress = promisify(gzip);
const expand = promisify(gunzip);

export class Parts {
  constructor(
    private readonly engine: Engine,
    private readonly logger: Logger,
  ) {}

  /** @returns the uids of the parts, in order; at least one */
  async write(text: string, credentials?: Credentials): Promise<string[]> {
    const encoded = (await compress(Buffer.from(text))).toString('base64');
    const writtenUids: string[] = [];
    for (let from = 0; from < encoded.length; from += BATCH * PART_CHARACTERS) {
      const batch = encoded.slice(from, from + BATCH * PART_CHARACTERS);
      const set = Array.from({ length: Math.ceil(batch.length / PART_CHARACTERS) }, (_, i) => ({
        uid: `_:${i}`,
        'owlgate.text': batch.slice(i * PART_CHARACTERS, (i + 1) * PART_CHARACTERS),
      }));
      const { uids } = await retryAborted(() =>
        this.engine.mutate(JSON.stringify({ set }), {
          contentType: 'application/json',
          commitNow: true,
          ...(credentials ? { credentials } : {}),
        }),
      );
      for (const { uid } of set) writtenUids.push(uids[uid.slice(2)]!);
    }
    return writtenUids;
  }

  /**
   * @param places uids of the parts, in order
   * @param name of the text, for messages: `source`
   * @throws TextDamage if `write` did not produce them: gzip has a CRC; as Engine does
   */
  async read(places: readonly string[], name: string, credentials?: Credentials): Promise<string> {
    const bytes: Buffer[] = [];
    for (let from = 0; from < places.length; from += BATCH) {
      bytes.push(...(await this.readBatch(places.slice(from, from + BATCH), name, credentials)));
    }
    try {
      return (await expand(Buffer.concat(bytes), { maxOutputLength: MAX_TEXT_BYTES })).toString('utf8');
    } catch (error) {
      throw new TextDamage(`${name} cannot be read: ${(error as Error).message}`);
    }
  }

  private async readBatch(
    uids: readonly string[],
    name: string,
    credentials: Credentials | undefined,
  ): Promise<readonly Buffer[]> {
    const unreadable = (reason: string): TextDamage => new TextDamage(`${name} cannot be read: ${reason}`);
    try {
      const { data } = await this.engine.query<{ parts?: { uid: string; text?: unknown }[] }>(
        `{ parts(func: uid(${uids.join(', ')})) { uid text: owlgate.text } }`,
        { readOnly: true, maxAnswerBytes: MAX_BATCH_BYTES, ...(credentials ? { credentials } : {}) },
      );
      const texts = new Map(data.parts?.map(({ uid, text }) => [uid, text]));
      return uids.map((uid) => {
        const text = texts.get(uid);
        if (typeof text !== 'string') throw unreadable(`its part ${uid} has no text`);
        if (text.length > PART_CHARACTERS)
          throw unreadable(`its part ${uid} is larger than any part that owlgate writes`);
        return Buffer.from(text, 'base64');
      });
    } catch (error) {
      if (isTooLarge(error)) throw unreadable('its parts are larger than any that owlgate writes');
      throw error;
    }
  }

  /** Deletes parts without references. A failure is only logged: unreferenced parts waste space, and do no harm. */
  async delete(uids: readonly string[], credentials?: Credentials): Promise<void> {
    if (uids.length === 0) return;
    const lines = uids.map((uid) => `<${uid}> <owlgate.text> * .`);
    try {
      await this.engine.mutate(`{ delete { \n${lines.join('\n')}\n } }`, {
        contentType: 'application/rdf',
        commitNow: true,
        ...(credentials ? { credentials } : {}),
      });
    } catch (error) {
      this.logger.debug('unreferenced parts of an ontology could not be deleted', { error: String(error) });
    }
  }
}
