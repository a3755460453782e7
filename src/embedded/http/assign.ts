/** /assign?what=uids&num=100, as at Dgraph Zero: leases of uids, for loaders that number nodes themselves. */
import { unsigned } from '../../util/go-parameters';
import { RequestFault } from './fault';
import type { Handler } from './handler';

/** Maximum uids of one lease. */
const MAX_LEASE = 2 ** 32;

export const handleAssign: Handler = async (call, { engine }) => {
  const what = call.parameters.get('what') ?? '';
  if (what !== 'uids')
    throw new RequestFault(`Invalid what: [${what}]. Must be uids: the embedded engine leases no others`);
  const count = unsigned(call.parameters, 'num');
  if (!(count > 0 && count <= MAX_LEASE)) throw new RequestFault(`num must be from 1 to ${MAX_LEASE}`);
  const first = engine.leaseUids(count);
  await call.json(JSON.stringify({ startId: String(first), endId: String(first + count - 1) }));
};
