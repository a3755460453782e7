/** Validation request of `owlgate ontology validate` and `diff`. */
import { UsageError } from '../command';
import { requireNumber, type GatewayContext } from '../gateway/command';
import { readOntology } from './documents';
import type { LoadAnswer } from './report';

/** Time for everything except the preview of stored data, which `--preview` limits. */
const VALIDATION_SECONDS = 60;
const PREVIEW_SECONDS = 60;
export const CHECK_SECONDS = PREVIEW_SECONDS + VALIDATION_SECONDS;

interface CheckValues {
  readonly lenient: boolean;
  readonly names?: string | undefined;
  readonly 'no-data': boolean;
  readonly preview?: string | undefined;
  readonly timeout?: string | undefined;
}

/** @throws UsageError */
export function readCheck<T extends { readonly values: CheckValues }>(parsed: T): T {
  const { preview, timeout, 'no-data': isWithout } = parsed.values;
  if (preview === undefined) return parsed;
  if (isWithout) throw new UsageError('--preview and --no-data exclude each other');
  requireNumber('--preview', preview, 3600, 'a number of seconds');
  return { ...parsed, values: { ...parsed.values, timeout: timeout ?? String(Number(preview) + VALIDATION_SECONDS) } };
}

export async function check(
  { values, positionals }: { readonly values: CheckValues; readonly positionals: readonly string[] },
  { gateway, stdin }: GatewayContext,
  against?: string,
): Promise<LoadAnswer> {
  return gateway.json<LoadAnswer>({
    method: 'POST',
    path: '/ontology',
    parameters: {
      validate: true,
      profile: values.lenient ? 'lenient' : undefined,
      names: values.names,
      against,
      data: values['no-data'] ? false : undefined,
      timeout: values.preview === undefined ? undefined : `${values.preview}s`,
    },
    ...(await readOntology(positionals, stdin)),
  });
}
