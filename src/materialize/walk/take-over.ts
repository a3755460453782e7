/** Take-over of a materialization that was cut off, and the check of its former owner that nobody has taken over. */
import type { Registry } from '../in-force/registry';
import type { Conversion } from '../load/convert';
import { VersionChanged } from '../store/transaction';
import { printCheckpoint } from './checkpoint';
import type { Checkpoint } from './checkpoint';
import type { Run } from './checkpoint-writer';

/** Maximum age of the last look at the owner before a step of a conversion that a later owner must not meet. */
const CONFIRM_MS = 250;
/** Time between taking over a conversion and its first step: the former owner, if it runs, has looked by then. */
export const TAKEOVER_MS = 600;

/** Thrown when another gateway has taken over the materialization: this one must not change anything more. */
export class TakenOver extends Error {
  constructor() {
    super('another gateway continues the materialization');
  }
}

/** Makes a gateway the owner of a materialization that was cut off. */
export async function takeOver(
  registry: Registry,
  version: number,
  checkpoint: Checkpoint,
  owner: string,
): Promise<void> {
  const own = { ...checkpoint, at: Date.now(), owner, failure: undefined, isLeft: undefined };
  await registry.recordProgress(version, false, printCheckpoint(own));
}

/** Returns a check that the owner of a run still owns the conversion of the schema. */
export function confirmation(registry: Registry, { version, owner }: Run): Conversion['confirm'] {
  let confirmedAt = -Infinity;
  return async () => {
    const at = performance.now();
    if (at - confirmedAt < CONFIRM_MS) return;
    const head = await registry.readHead();
    if (head?.version !== version) throw new VersionChanged();
    if (head.owner !== owner) throw new TakenOver();
    confirmedAt = at;
  };
}
