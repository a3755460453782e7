/** Faults of requests that are wrong in themselves. */

/** Refusal of a request that is wrong in itself. */
export class RequestFault extends Error {
  override readonly name = 'RequestFault';
}

/** Returns the fault of a body that is not JSON, with position and reason. */
export function jsonFault(body: string, error: unknown): RequestFault {
  const { message } = error as Error;
  const at = /position (\d+)/.exec(message);
  const offset = at ? Math.min(Number(at[1]), body.length) : body.length;
  const before = body.slice(0, offset).split('\n');
  const reason = message.replace(/ in JSON at position \d.*$/s, '');
  return new RequestFault(
    `Error parsing JSON at line ${before.length}, character ${before.at(-1)!.length + 1}: ${reason}`,
  );
}
