/** An engine that remembers what a task has committed: the task may be ended before it can tell. */
import type { MutateAnswer } from '../../dgraph';
import type { TaskEngine } from './tasks';

export class CommittingEngine implements TaskEngine {
  /** The answer to the mutation that was committed last. */
  committed: MutateAnswer | undefined;
  readonly kind: TaskEngine['kind'];
  readonly url: string;
  readonly identity: TaskEngine['identity'];
  readonly query: TaskEngine['query'];
  private latest: MutateAnswer | undefined;

  constructor(private readonly engine: TaskEngine) {
    this.kind = engine.kind;
    this.url = engine.url;
    this.identity = engine.identity;
    this.query = (text, options) => engine.query(text, options);
  }

  readonly mutate: TaskEngine['mutate'] = async (body, options) => {
    const answer = await this.engine.mutate(body, options);
    this.latest ??= answer;
    if (options.commitNow) this.committed = answer;
    return answer;
  };

  readonly commit: TaskEngine['commit'] = async (options) => {
    const ended = await this.engine.commit(options);
    if (options.abort) this.latest = undefined;
    else this.committed = this.latest;
    return ended;
  };

  readonly alter: TaskEngine['alter'] = (operation, credentials) => this.engine.alter(operation, credentials);

  readonly refusalOfGraphqlSchema: TaskEngine['refusalOfGraphqlSchema'] = (sdl, credentials) =>
    this.engine.refusalOfGraphqlSchema(sdl, credentials);
}
