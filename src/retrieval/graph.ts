/** Graph interface over an engine and its materializer. */
import type { Engine } from '../dgraph';
import type { Materializer } from '../materialize';
import type { Graph } from './types';

export function graphOf(engine: Engine, materializer: Materializer): Graph {
  return {
    async query<Data>(text: string, variables?: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<Data> {
      signal?.throwIfAborted();
      const { data } = await engine.query<Data>(text, { readOnly: true, ...(variables && { variables }) });
      signal?.throwIfAborted();
      return data;
    },
    schema: () => engine.schema(),
    get ontology() {
      return materializer.inForce;
    },
    explain: (question) => materializer.reads.explain(question),
  };
}
