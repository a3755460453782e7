/** Imports of a gateway: those that run, and the records of the others. */
import type { Engine } from '../dgraph';
import { OwlgateError } from '../errors';
import type { Materializer } from '../materialize';
import { runImport } from './importer';
import { readRecord } from './journal';
import type { ImportOptions, ImportProgress, ImportSummary, Source } from './types';

export class Imports {
  private readonly running = new Map<string, ImportProgress | undefined>();

  constructor(
    private readonly engine: Engine,
    private readonly materializer: Pick<Materializer, 'writes' | 'inForce'>,
  ) {}

  /** Runs an import. @throws OwlgateError ImportRunning; as runImport */
  async run(
    sources: Iterable<Source> | AsyncIterable<Source>,
    options: ImportOptions,
    report: (progress: ImportProgress) => void,
  ): Promise<ImportSummary> {
    const { id } = options;
    if (this.running.has(id)) throw new OwlgateError('ImportRunning', { id });
    this.running.set(id, undefined);
    try {
      const { engine, materializer } = this;
      return await runImport(sources, { engine, materializer }, options, (progress) => {
        this.running.set(id, progress);
        report(progress);
      });
    } finally {
      this.running.delete(id);
    }
  }

  /** Returns the state of an import. @throws OwlgateError UnknownImport */
  async state(id: string): Promise<ImportSummary> {
    const isRunning = this.running.has(id);
    const record = await readRecord(this.engine, id);
    if (!record) throw new OwlgateError('UnknownImport', { id });
    const { summary } = record;
    // The gateway of an import that says to run, and does not, has ended without a word.
    if (!isRunning) return summary.state === 'running' ? { ...summary, state: 'interrupted' } : summary;
    const { stated, inferred, retracted, refused } = this.running.get(id) ?? summary;
    return { ...summary, state: 'running', stated, inferred, retracted, refused };
  }
}
