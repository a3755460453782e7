/** Parts of the running HTTP server that the gRPC server uses: both count and admit clients together. */
import type { Admission } from '../auth/admission';
import type { Arrival } from '../auth/arrival';
import type { Whitelist } from '../auth/whitelist';
import type { BodyBudget } from '../limits/body-budget';
import type { SlowLog } from '../middleware/slow-log';
import type { Telemetry, Tracing } from '../../util/telemetry';
import type { Services } from '../services';

/** Records of requests: metrics, traces, logs. */
interface Observation {
  readonly telemetry: Telemetry;
  readonly tracing: Tracing | undefined;
  readonly slowLog: SlowLog | undefined;
  readonly logsAccess: boolean;
}

export interface SharedParts {
  readonly admission: Admission;
  readonly whitelist: Whitelist;
  readonly bodies: BodyBudget;
  /** Milliseconds within which a client must read some of its answer. */
  readonly unreadMs: number;
  readonly services: Services;
  readonly observation: Observation;
  /** Address of a client, for counting and for logs. */
  readonly addressOf: (arrival: Arrival) => string;
}
