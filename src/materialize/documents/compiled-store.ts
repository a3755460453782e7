/**
 * Copy of the compiled ontology in force, in the data directory of the embedded engine. A start reads the copy instead
 * of compiling the documents again.
 *
 * The file has the packed parts of the transferred graph (util/objectGraph.ts), each after its length in 32 bits, and ends
 * with an HMAC of the program, the parts and the stored version, under the key of the registry if there is one. A file
 * with another HMAC is ignored: the ontology is compiled, and the file replaced.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { GraphDecoder, unpackPart } from '../../util/objectGraph';
import type { PackedPart } from '../../util/objectGraph';
import type { Logger } from '../../util/log';
import { WholeFile } from '../../util/wholeFile';
import { compiledPart } from './compile';
import type { CompiledOntology } from './compile';
import { TRANSFERRED_CLASSES } from './transferred-classes';

const COMPILED_FILE = 'ontology.compiled';
const LENGTH_BYTES = 4;
const DIGEST_BYTES = 32;

type Digest = ReturnType<typeof createHmac>;

interface CompiledStoreOptions {
  /** Data directory; closed to other users. */
  readonly directory: string;
  /** Identity of the compiled program: another program may compile to another form. */
  readonly program: string;
  /** Keys of the registry; the first one signs. */
  readonly keys: readonly string[];
  readonly logger: Logger;
}

/** Receives each part of an encoded result. */
export type PartSink = (part: PackedPart) => void;

export class CompiledStore {
  private readonly file: string;

  constructor(private readonly options: CompiledStoreOptions) {
    this.file = path.join(options.directory, COMPILED_FILE);
  }

  /**
   * Returns the compiled form of a stored version: the copy or, without a valid one, the result of the compilation,
   * which becomes the copy.
   *
   * @param content digest of the stored version
   * @throws errors of the compilation
   */
  async obtain(content: string, compile: (onPart: PartSink) => Promise<CompiledOntology>): Promise<CompiledOntology> {
    const copy = await this.read(content);
    if (copy) {
      this.options.logger.info('the compiled ontology was read from its copy');
      return copy;
    }
    this.options.logger.info('the ontology is compiled: there is no valid copy of its compiled form');
    return (await this.record(async (onPart) => ({ content, ontology: await compile(onPart) }))).ontology;
  }

  /**
   * Compiles and stores a version, whose compiled form becomes the copy; a failed write of the copy is logged. One copy
   * is written at a time.
   *
   * @param work `content` of its result is the digest of the stored version
   * @throws errors of the work
   */
  async record<T extends { readonly content: string }>(work: (onPart: PartSink) => Promise<T>): Promise<T> {
    const recording = new Recording(await this.open(), this.hash(), this.options.logger);
    try {
      const result = await work(recording.add);
      await recording.keep(result.content);
      return result;
    } catch (error) {
      await recording.discard();
      throw error;
    }
  }

  /** Returns undefined without a valid copy. */
  private async read(content: string): Promise<CompiledOntology | undefined> {
    const bytes = await fs.readFile(this.file).catch(() => undefined);
    if (!bytes || bytes.length < DIGEST_BYTES) return undefined;
    const parts = bytes.subarray(0, -DIGEST_BYTES);
    if (!timingSafeEqual(this.hash().update(parts).update(content).digest(), bytes.subarray(-DIGEST_BYTES))) {
      return undefined;
    }
    const decoder = new GraphDecoder(TRANSFERRED_CLASSES);
    for (let at = 0; at < parts.length;) {
      const from = at + LENGTH_BYTES;
      at = from + parts.readUInt32BE(at);
      decoder.add(unpackPart(parts.subarray(from, at)));
      await nextTurn();
    }
    return compiledPart(decoder.root as CompiledOntology);
  }

  private async open(): Promise<WholeFile | undefined> {
    try {
      // Only the gateway of the data directory writes the file.
      return await WholeFile.open(this.file, { isOwned: true });
    } catch (error) {
      reportUnwritten(this.options.logger, error);
      return undefined;
    }
  }

  private hash(): Digest {
    const { keys, program } = this.options;
    return createHmac('sha256', keys[0] ?? '').update(program);
  }
}

/** Copy that is being written while a document process sends its result. */
class Recording {
  /** @param output undefined if the file cannot be written */
  constructor(
    private readonly output: WholeFile | undefined,
    private readonly hash: Digest,
    private readonly logger: Logger,
  ) {}

  readonly add = (part: PackedPart): void => {
    if (!this.output) return;
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(part.length);
    for (const each of [length, part]) {
      this.hash.update(each);
      this.output.stream.write(each);
    }
  };

  /** Publishes the copy. A failure is logged. @param content digest of the stored version */
  async keep(content: string): Promise<void> {
    try {
      this.output?.stream.end(this.hash.update(content).digest());
      await this.output?.publish();
    } catch (error) {
      reportUnwritten(this.logger, error);
      await this.discard();
    }
  }

  async discard(): Promise<void> {
    await this.output?.discard().catch(() => undefined);
  }
}

const reportUnwritten = (logger: Logger, error: unknown): void =>
  logger.warn('no copy of the compiled ontology could be written; the next start takes longer', { error });

/**
 * Returns the identity of the compiled program: names, sizes and times of its files.
 *
 * @param directory root of the compiled program
 */
export function programIdentity(directory: string): string {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const entries = files.sort().map((name) => {
    const { size, mtimeMs } = statSync(path.join(directory, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return createHash('sha256')
    .update(`${process.version}\n${entries.join('\n')}`)
    .digest('hex');
}
