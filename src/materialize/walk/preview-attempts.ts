/** Previews of a validated ontology, repeated if the ontology in force changes meanwhile. */
import type { Credentials } from '../../dgraph';
import { OwlgateError } from '../../errors';
import type { Session } from '../documents';
import type { PreviewInput } from '../documents/load-tasks';
import type { SchemaConflict } from '../../schema';
import type { Authority } from '../in-force/in-force';
import { VersionChanged } from '../store/transaction';
import type { PreviewRequest } from '../load/types';
import type { Preview } from './types';
import { headOf } from '../write/context';
import { NOTHING_BEFORE } from './materialization-runner';

/** Maximum attempts when the ontology in force changes during a preview. */
const PREVIEW_ATTEMPTS = 3;
/** Seconds beyond the timeout of a preview, which checks the time between steps only. */
const PREVIEW_GRACE_S = 10;

/** Preview, and the known effect of the conflicts between the compiled schema and the stored one. */
interface PreviewedLoad {
  readonly preview: Preview;
  readonly effect: SchemaConflict['effect'];
}

/** Preview without any result. */
function unfinished(reason: string): PreviewedLoad {
  const nothing = { nodes: 0, inferred: 0, retracted: 0, violations: [], violationCount: 0 };
  const preview = { ...nothing, examples: { inferred: [], retracted: [] }, exact: false, reason };
  return { preview, effect: 'unknown' };
}

interface Host {
  readonly authority: Authority;
  readonly credentials: Credentials | undefined;
}

/**
 * @param session document session that validated the ontology
 * @throws OwlgateError OntologyBusy; OntologySchemaConflict if stored data rules out the load
 */
export async function previewIn(
  session: Session,
  { timeoutMs }: PreviewRequest,
  { authority, credentials }: Host,
): Promise<PreviewedLoad> {
  for (let attempt = 1; ; attempt++) {
    const context = authority.context();
    const { schema, reasoning } = context;
    const isSettled = await authority.isMaterialized(credentials);
    const input: PreviewInput = {
      schema: schema.answer,
      version: (reasoning?.version ?? 0) + 1,
      stated: (isSettled && reasoning?.assertions) || [],
      before: isSettled ? (reasoning ?? NOTHING_BEFORE).plan : undefined,
      head: headOf(context),
      timeoutMs,
    };
    try {
      const seconds = timeoutMs / 1000 + PREVIEW_GRACE_S;
      return { preview: await session.run('previewLoad', input, { seconds }), effect: 'converted' };
    } catch (error) {
      if (error instanceof OwlgateError && error.code === 'DocumentTooCostly') return unfinished(error.message);
      if (!(error instanceof VersionChanged)) throw error;
      if (attempt >= PREVIEW_ATTEMPTS) throw new OwlgateError('OntologyBusy');
      await authority.check();
    }
  }
}
