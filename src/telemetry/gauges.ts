/** Gauges: the state of the gateway at the moment of a scrape. */
import { Gauge, type Registry } from 'prom-client';

/** State of the gateway, gathered for a scrape. */
export interface State {
  /** Alphas by URL without credentials, or `embedded`; false for one whose last connection failed, or that hangs. */
  readonly engines: ReadonlyMap<string, boolean>;
  /** Version of the ontology in force; undefined for none. */
  readonly ontologyVersion: number | undefined;
  /** False while stored facts lack entailments. */
  readonly isComplete: boolean;
  /** Progress of the materialization that this gateway runs; undefined for none. */
  readonly materialization: { readonly nodes: number; readonly step: number; readonly steps: number } | undefined;
  /** Waiting requests and tasks by queue. */
  readonly queues: Readonly<Record<string, number>>;
}

export class Gauges {
  private readonly engineUp: Gauge<'engine'>;
  private readonly ontologyVersion: Gauge;
  private readonly isComplete: Gauge;
  private readonly isMaterializing: Gauge;
  private readonly nodes: Gauge;
  private readonly steps: Gauge<'state'>;
  private readonly queues: Gauge<'queue'>;

  constructor(registry: Registry, version: string) {
    const registers = [registry];
    const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []): Gauge<Label> =>
      new Gauge({ name: `owlgate_${name}`, help, labelNames, registers });
    gauge('build_info', 'Version of the program.', ['version']).set({ version }, 1);
    this.engineUp = gauge('engine_up', '1 if the last connection to an alpha was accepted and it answers.', ['engine']);
    this.ontologyVersion = gauge('ontology_version', 'Version of the ontology in force; 0 for none.');
    this.isComplete = gauge('entailments_complete', '0 while stored facts lack entailments.');
    this.isMaterializing = gauge('materialization_running', '1 while this gateway runs a materialization.');
    this.nodes = gauge('materialization_nodes', 'Nodes visited by the running materialization.');
    this.steps = gauge('materialization_steps', 'Steps of the running materialization: current and total.', ['state']);
    this.queues = gauge('queue_length', 'Waiting requests and tasks by queue.', ['queue']);
  }

  set({ engines, ontologyVersion, isComplete, materialization, queues }: State): void {
    for (const [engine, isUp] of engines) this.engineUp.set({ engine }, Number(isUp));
    this.ontologyVersion.set(ontologyVersion ?? 0);
    this.isComplete.set(Number(isComplete));
    this.isMaterializing.set(Number(materialization !== undefined));
    this.nodes.set(materialization?.nodes ?? 0);
    this.steps.set({ state: 'current' }, materialization?.step ?? 0);
    this.steps.set({ state: 'total' }, materialization?.steps ?? 0);
    for (const [queue, length] of Object.entries(queues)) this.queues.set({ queue }, length);
  }
}
