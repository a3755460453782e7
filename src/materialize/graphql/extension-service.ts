/** Service for the GraphQL extension, reserved for guardians. */
import type { Credentials, Engine } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Authority } from '../in-force/in-force';
import type { Extension } from '../in-force/registry-extension';
import type { RunningWork } from '../running-work';
import type { MaterializationRunner } from '../walk/materialization-runner';
import { requireGuardian } from '../write/access';
import type { Extensions } from './extension';
import type { ExtensionReport, ExtensionState, GraphqlExtensionService } from './types';

export class GuardedExtensions implements GraphqlExtensionService {
  constructor(
    private readonly engine: Engine,
    private readonly authority: Authority,
    private readonly extensions: Extensions,
    private readonly materializations: MaterializationRunner,
    private readonly running: RunningWork,
  ) {}

  get current(): Extension | undefined {
    return this.extensions.current;
  }

  isServed(): boolean | Promise<boolean> {
    return this.extensions.isServed();
  }

  async state(client?: Credentials): Promise<ExtensionState> {
    await requireGuardian(this.engine, client, 'read the rules of the GraphQL schema');
    return this.extensions.state();
  }

  async check(sdl: string, client?: Credentials): Promise<string | undefined> {
    await requireGuardian(this.engine, client, 'change the GraphQL schema');
    await this.authority.check();
    return this.extensions.check(sdl);
  }

  async replace(sdl: string | undefined, client?: Credentials): Promise<ExtensionReport> {
    const credentials = await requireGuardian(this.engine, client, 'change the GraphQL schema');
    if (this.materializations.isResuming) throw new OwlgateError('OntologyBusy');
    return this.running.track(() => this.authority.runExclusively(() => this.extensions.replace(sdl, credentials)));
  }
}
