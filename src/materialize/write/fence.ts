/** Fence of a load: excludes the writes that began before it. */
import { retryAborted } from '../../dgraph';
import type { WriteContext } from './context';
import { send } from './deliver';
import { lockStatement, WHOLE_FENCE } from './guards';

const FENCE_PARTS = 32;
const FENCE_ATTEMPTS = 40;

/** Takes the whole fence: a write that began before can no longer commit. */
export async function takeFence(context: WriteContext): Promise<void> {
  const stripes = WHOLE_FENCE.map((value) => lockStatement(value));
  // The stripes are taken in parts: writes through other gateways would abort a mutation with all of them again and
  // again.
  const parts = Array.from({ length: FENCE_PARTS }, (_, part) =>
    stripes.filter((_stripe, i) => i % FENCE_PARTS === part),
  );
  await Promise.all(
    parts.map((statements) =>
      retryAborted(() => send({ mutations: [{ set: [], delete: statements }] }, context, { commitNow: true }), {
        attempts: FENCE_ATTEMPTS,
      }),
    ),
  );
}
