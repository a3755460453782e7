/** A validation, for `owlgate ontology validate` and `diff`: what a load would come to. */
import { UsageError } from '../command';
import { requireNumber, type GatewaySurroundings } from '../gateway/command';
import { readOntology } from './documents';
import type { LoadAnswer } from './report';

/** The gateway looks at stored data as long as `--preview` says; the rest is quick. */
const BESIDE_SECONDS = 60;
const PREVIEW_SECONDS = 60;
export const CHECK_SECONDS = PREVIEW_SECONDS + BESIDE_SECONDS;

interface CheckValues {
  readonly lenient: boolean;
  readonly 'no-data': boolean;
  readonly preview?: string | undefined;
  readonly timeout?: string | undefined;
}

/** @throws UsageError */
export function readCheck<T extends { readonly values: CheckValues }>(given: T): T {
  const { preview, timeout, 'no-data': isWithout } = given.values;
  if (preview === undefined) return given;
  if (isWithout) throw new UsageError('--preview is about the data that --no-data leaves out');
  requireNumber('--preview', preview, 3600, 'a number of seconds');
  return { ...given, values: { ...given.values, timeout: timeout ?? String(Number(preview) + BESIDE_SECONDS) } };
}

export async function check(
  { values, positionals }: { readonly values: CheckValues; readonly positionals: readonly string[] },
  { gateway, stdin }: GatewaySurroundings,
): Promise<LoadAnswer> {
  return gateway.json<LoadAnswer>({
    method: 'POST',
    path: '/ontology',
    parameters: {
      validate: true,
      profile: values.lenient ? 'lenient' : undefined,
      data: values['no-data'] ? false : undefined,
      timeout: values.preview === undefined ? undefined : `${values.preview}s`,
    },
    ...(await readOntology(positionals, stdin)),
  });
}
