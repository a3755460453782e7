/** Nodes of the answer to a client's query. */
import { OwlgateError } from '../../errors';

/**
 * Returns the uids of all objects in an answer, at any depth.
 *
 * @throws OwlgateError InvalidRequest if there are objects, and none has a uid
 */
export function uidsIn(data: unknown): ReadonlySet<string> {
  const uids = new Set<string>();
  let hasObjects = false;
  const rest: unknown[] = [data];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (Array.isArray(value)) {
      for (const each of value) if (typeof each === 'object' && each !== null) rest.push(each);
      continue;
    }
    hasObjects ||= value !== data;
    for (const [key, member] of Object.entries(value)) {
      if (key === 'uid' && typeof member === 'string' && UID.test(member)) uids.add(member);
      else if (typeof member === 'object' && member !== null) rest.push(member);
    }
  }
  if (hasObjects && uids.size === 0) {
    throw new OwlgateError('InvalidRequest', { reason: 'query: the answer has no uid; select uid: { q(…) { uid } }' });
  }
  return uids;
}

const UID = /^0x[0-9a-f]{1,16}$/;
