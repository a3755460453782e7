/** Imports of a gateway: those that run, and the records of the others. */
import type { Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Materializer } from '../materialize';
import { workerGroup, type WorkerGroup } from '../util/workers/group';
import { runImport } from './importer';
import { journalKey, readRecord } from './journal';
import type { ImportName, ImportOptions, ImportProgress, ImportSummary, Source } from './types';

/** Asks other workers for the progress of an import; its argument is the key. */
const QUESTION = 'import';

export class Imports {
  private readonly running = new Map<string, ImportProgress | undefined>();

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Pick<Materializer, 'writes' | 'inForce' | 'schema'>,
    private readonly workers: Pick<WorkerGroup, 'take' | 'ask' | 'onQuestion'> = workerGroup,
  ) {
    workers.onQuestion(QUESTION, (key) => (this.running.has(key) ? (this.running.get(key) ?? {}) : undefined));
  }

  /** Runs an import. @throws OwlgateError ImportRunning; as runImport */
  async run(
    sources: Iterable<Source> | AsyncIterable<Source>,
    options: ImportOptions,
    report: (progress: ImportProgress) => void,
  ): Promise<ImportSummary> {
    const key = journalKey(options);
    if (this.running.has(key)) throw new OwlgateError('ImportRunning', { id: options.id });
    this.running.set(key, undefined);
    let leave: (() => void) | undefined;
    try {
      const { engine, materializer } = this;
      leave = await this.workers.take(`import ${key}`);
      if (!leave) throw new OwlgateError('ImportRunning', { id: options.id });
      return await runImport(sources, { engine, materializer }, options, (progress) => {
        this.running.set(key, progress);
        report(progress);
      });
    } finally {
      this.running.delete(key);
      leave?.();
    }
  }

  /** Returns the state of an import. @throws OwlgateError UnknownImport */
  async state(name: ImportName): Promise<ImportSummary> {
    const key = journalKey(name);
    const [elsewhere] = this.running.has(key) ? [] : await this.workers.ask(QUESTION, key);
    const record = await readRecord(this.engine, key);
    if (!record) throw new OwlgateError('UnknownImport', { id: name.id });
    const { summary } = record;
    // The gateway of an import that says to run, and does not, has ended without a word.
    if (!this.running.has(key) && elsewhere === undefined)
      return summary.state === 'running' ? { ...summary, state: 'interrupted' } : summary;
    const { stated, inferred, retracted, refused } = {
      ...summary,
      ...(elsewhere as Partial<ImportProgress> | undefined),
      ...this.running.get(key),
    };
    return { ...summary, state: 'running', stated, inferred, retracted, refused };
  }
}
