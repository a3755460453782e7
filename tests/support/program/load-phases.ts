/** Phases of a load, as a program's log tells them at the level debug. */
import type { Program } from './program';

/** Phases in their order, with the text of the line that begins each. */
const BEGINNINGS = {
  reading: '',
  schema: 'an ontology is prepared',
  switch: 'an ontology is being stored',
  materialization: 'ontology loaded',
} as const;

export type Phase = keyof typeof BEGINNINGS;
export const PHASES = Object.keys(BEGINNINGS) as Phase[];

/** Observer of one load of a program, from now on. */
export class LoadWatch {
  private readonly start: number;
  private readonly beganAt = performance.now();

  constructor(private readonly program: Program) {
    this.start = program.output().length;
  }

  /** Phase that the load is in, or was in when its program ended. */
  get phase(): Phase {
    const log = this.program.output().slice(this.start);
    return PHASES.findLast((phase) => log.includes(BEGINNINGS[phase]))!;
  }

  /** Waits for a phase; returns early if the load ends, or a later phase begins. */
  async reaches(phase: Phase, end: Promise<unknown>): Promise<void> {
    const { stdout } = this.program.child;
    let look!: () => void;
    const reached = new Promise<void>((resolve) => {
      look = () => PHASES.indexOf(this.phase) >= PHASES.indexOf(phase) && resolve();
      stdout!.on('data', look);
      look();
    });
    await Promise.race([reached, end]);
    stdout!.off('data', look);
  }

  /** Returns the duration of each phase of a load in ms, when it has ended. */
  async durations(end: Promise<unknown>): Promise<Readonly<Record<Phase, number>>> {
    const times: number[] = [];
    for (const phase of PHASES) {
      await this.reaches(phase, end);
      times.push(performance.now() - this.beganAt);
    }
    await end;
    times.push(performance.now() - this.beganAt);
    return Object.fromEntries(PHASES.map((phase, i) => [phase, times[i + 1]! - times[i]!])) as Record<Phase, number>;
  }
}

/** Kills of a test by the phase that they hit. */
export class KillTally {
  private readonly hits = new Map<Phase, number>(PHASES.map((phase) => [phase, 0]));
  private misses = 0;
  private readonly first = Math.floor(Math.random() * PHASES.length);

  /** Phase at which the next kill is aimed: each in turn. */
  get target(): Phase {
    return PHASES[(this.first + this.count) % PHASES.length]!;
  }

  /** Kills that hit a load. */
  get count(): number {
    return [...this.hits.values()].reduce((sum, each) => sum + each);
  }

  /** Counts a kill. @param phase undefined if the load had ended */
  add(phase: Phase | undefined): void {
    if (phase === undefined) this.misses++;
    else this.hits.set(phase, this.hits.get(phase)! + 1);
    if (this.misses > MAX_MISSES + this.count) throw new Error(`too few kills hit a load: ${this.report}`);
  }

  get report(): string {
    const hits = PHASES.map((phase) => `${this.hits.get(phase)!} during ${phase}`).join(', ');
    return `${this.count} kills hit a load: ${hits}; ${this.misses} came after its end`;
  }

  /** Phases that no kill has hit. */
  get unhit(): readonly Phase[] {
    return PHASES.filter((phase) => this.hits.get(phase) === 0);
  }
}

const MAX_MISSES = 20;
