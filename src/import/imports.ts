/** Imports of a gateway: those that run, and the records of the others. */
import type { Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Materializer } from '../materialize';
import { runImport } from './importer';
import { journalKey, readRecord } from './journal';
import type { ImportName, ImportOptions, ImportProgress, ImportSummary, Source } from './types';

export class Imports {
  private readonly running = new Map<string, ImportProgress | undefined>();

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Pick<Materializer, 'writes' | 'inForce' | 'schema'>,
  ) {}

  /** Runs an import. @throws OwlgateError ImportRunning; as runImport */
  async run(
    sources: Iterable<Source> | AsyncIterable<Source>,
    options: ImportOptions,
    report: (progress: ImportProgress) => void,
  ): Promise<ImportSummary> {
    const key = journalKey(options);
    if (this.running.has(key)) throw new OwlgateError('ImportRunning', { id: options.id });
    this.running.set(key, undefined);
    try {
      const { engine, materializer } = this;
      return await runImport(sources, { engine, materializer }, options, (progress) => {
        this.running.set(key, progress);
        report(progress);
      });
    } finally {
      this.running.delete(key);
    }
  }

  /** Returns the state of an import. @throws OwlgateError UnknownImport */
  async state(name: ImportName): Promise<ImportSummary> {
    const key = journalKey(name);
    const isRunning = this.running.has(key);
    const record = await readRecord(this.engine, key);
    if (!record) throw new OwlgateError('UnknownImport', { id: name.id });
    const { summary } = record;
    // The gateway of an import that says to run, and does not, has ended without a word.
    if (!isRunning) return summary.state === 'running' ? { ...summary, state: 'interrupted' } : summary;
    const { stated, inferred, retracted, refused } = this.running.get(key) ?? summary;
    return { ...summary, state: 'running', stated, inferred, retracted, refused };
  }
}
