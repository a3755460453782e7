/** Asks /health all the time, whatever else the program is doing. */
import { machineTime } from '../../support/machine-time';
import { send } from '../wire/send';

const EVERY_MS = 250;
const WITHIN_MS = 5_000;
/** Probes without an answer until the program is given up. */
const MAX_FAILED = 6;

const PROBE = Buffer.from('GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');

export class Health {
  readonly complaints: string[] = [];
  slowestMs = 0;
  private failed = 0;
  /** Begin of the time in which each answer says that the engine does not answer at once. */
  private unwellSince: number | undefined;
  private isStopped = false;

  /** @param patience factor of the time that an answer may take */
  constructor(port: number, patience: number) {
    void this.watch(port, WITHIN_MS * patience);
  }

  /** Tells whether several probes in a row had no answer. */
  get isDead(): boolean {
    return this.failed >= MAX_FAILED;
  }

  stop(): void {
    this.isStopped = true;
  }

  private async watch(port: number, deadlineMs: number): Promise<void> {
    while (!this.isStopped) {
      const { answers, fault, ms } = await send(port, { bytes: PROBE, methods: ['GET'], isWhole: true, deadlineMs });
      if (this.isStopped) return;
      this.slowestMs = Math.max(this.slowestMs, ms);
      const status = answers[0]?.status;
      this.unwellSince = status === 503 ? (this.unwellSince ?? machineTime()) : undefined;
      const isPassing = this.unwellSince !== undefined && machineTime() - this.unwellSince < deadlineMs;
      if (status === 200) this.failed = 0;
      else if (!isPassing && ++this.failed === 1)
        this.complaints.push(`/health: ${fault ? fault.text : `status ${status}`}`);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
