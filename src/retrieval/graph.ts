/** Graph interface over an engine and its materializer. */
import type { Engine } from '../dgraph';
import { engineQuery, type Materializer } from '../materialize';
import type { Claim, Graph } from './types';

export function graphOf(engine: Engine, materializer: Materializer): Graph {
  return {
    async query<Data>(text: string, variables?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Data> {
      signal?.throwIfAborted();
      const { data } = await engine.query<Data>(text, { readOnly: true, ...(variables && { variables }) });
      signal?.throwIfAborted();
      return data;
    },
    async queryWithin(text, { seconds, maxBytes }) {
      const { data } = await engine.query(engineQuery(text, materializer.uncounted), {
        readOnly: true,
        timeout: `${seconds}s`,
        maxAnswerBytes: maxBytes,
      });
      return data;
    },
    schema: () => engine.schema(),
    get ontology() {
      return materializer.inForce;
    },
    explain: (question) => materializer.reads.explain(question),
    contradiction: (claims) => contradictionOf(claims, materializer),
  };
}

interface Refusal {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly code?: string; readonly explanation?: { readonly text?: string } };
  }[];
}

/** Tries to write the claims in a dry run, so that the reasoner judges them as it judges any write. */
async function contradictionOf(
  claims: readonly Claim[],
  { writes, inForce }: Materializer,
): Promise<string | undefined> {
  if (!inForce || claims.length === 0) return undefined;
  const statements = claims.map(({ subject, predicate, object }) => {
    const value = 'uid' in object ? `<${object.uid}>` : JSON.stringify(object.value);
    return `<${subject}> <${predicate}> ${value} .`;
  });
  const { body } = await writes.mutate({
    body: Buffer.from(`{ set {\n${statements.join('\n')}\n} }`),
    contentType: 'application/rdf',
    parameters: new URLSearchParams({ commitNow: 'true', dryRun: 'true' }),
  });
  const [error] = (JSON.parse(body.toString()) as Refusal).errors ?? [];
  if (!error?.extensions?.code?.endsWith('Violation')) return undefined;
  return error.extensions.explanation?.text ?? error.message;
}
