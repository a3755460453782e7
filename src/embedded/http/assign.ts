/** /assign?what=uids&num=100, as at Dgraph Zero: leases of uids or timestamps, for clients that number things. */
import { unsigned } from '../../util/go-parameters';
import { RequestFault } from './fault';
import type { Handler } from './handler';

/** Maximum length of one lease; the file is a million timestamps ahead. */
const MAX_LEASES = { uids: 2 ** 32, timestamps: 500_000 } as const;

export const handleAssign: Handler = async (call, { engine }) => {
  const what = call.parameters.get('what') ?? '';
  if (what !== 'uids' && what !== 'timestamps') {
    throw new RequestFault(`Invalid what: [${what}]. Must be uids or timestamps: the embedded engine leases no others`);
  }
  const count = unsigned(call.parameters, 'num');
  if (!(count > 0 && count <= MAX_LEASES[what])) throw new RequestFault(`num must be from 1 to ${MAX_LEASES[what]}`);
  const first = what === 'uids' ? engine.leaseUids(count) : engine.leaseTimestamps(count);
  await call.json(JSON.stringify({ startId: String(first), endId: String(first + count - 1) }));
};
