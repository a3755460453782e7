/** Service for materializations on request, and for the status of any. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Authority } from '../in-force/in-force';
import type { RunningWork } from '../running-work';
import { requireGuardian } from '../write/access';
import type { MaterializationRunner } from './materialization-runner';
import type { MaterializationReport, MaterializationRun, MaterializationService, MaterializationStatus } from './types';

export class Materializations implements MaterializationService {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly runner: MaterializationRunner,
    private readonly work: RunningWork,
  ) {}

  async start(credentials?: Credentials): Promise<MaterializationRun> {
    await requireGuardian(this.engine, credentials, 'start a materialization');
    if (this.runner.isResuming) throw new OwlgateError('OntologyBusy');
    let begin!: (version: number) => void;
    const startedVersion = new Promise<number>((resolve) => (begin = resolve));
    const ended = this.work.track(() => this.authority.runExclusively(() => this.run(begin)));
    const version = await Promise.race([startedVersion, ended.then(() => startedVersion)]);
    // A caller that does not await `ended` reads failures from the status.
    ended.catch(() => undefined);
    return { version, ended };
  }

  get running(): MaterializationStatus | undefined {
    return this.runner.running;
  }

  status(): Promise<MaterializationStatus> {
    return this.runner.status();
  }

  watch(signal: AbortSignal): AsyncIterable<MaterializationStatus> {
    return this.runner.watch(signal);
  }

  private async run(begin: (version: number) => void): Promise<MaterializationReport> {
    const { active } = this.authority;
    if (!active) throw new OwlgateError('NoOntology');
    await this.runner.refuseOthers();
    const onBegun = () => begin(active.reasoning.version);
    return this.runner.run({ cause: 'request', before: undefined, onBegun });
  }
}
