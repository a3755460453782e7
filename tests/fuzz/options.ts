/** Options of `npm run fuzz`. */
import { parseArgs } from 'node:util';
import type { EngineName } from './subject/program';

export const USAGE = `npm run fuzz -- [--requests N] [--seed S] [--engine embedded|dgraph] [--only NAME] [--at I] [--from I]
                [--parallel N] [--patience F]
                [--heaps N] [--snapshots DIR] [--minimize] [--send BASE64 …] [--list]

  --requests  cases over the routes, and inputs of the parsers; 10,000 by default
  --seed      every case is made of the seed and its index; the time by default
  --engine    what the program runs on; embedded by default, dgraph needs the program on the PATH
  --only      one generator: a route (/query, 'POST /ontology', raw), a parser (parser:dql), command-line;
              or all parsers (parsers), all routes (routes)
  --at        the case of one index alone, on a program of its own
  --from      index of the first case; 0 by default
  --parallel  cases at a time; 4 by default
  --patience  factor of all deadlines, for a machine that has other work; 1 by default
  --heaps     cases between two looks at the heap; by default it is measured after 10,000 cases and at the end
  --snapshots directory for a heap snapshot of each thread at every look
  --minimize  makes the requests and inputs that fail smaller
  --send      these bytes instead of generated ones, one connection each
  --list      names of all generators`;

export interface Options {
  readonly requests: number;
  readonly seed: string;
  readonly engine: EngineName;
  readonly only: string | undefined;
  readonly at: number | undefined;
  readonly from: number;
  readonly parallel: number;
  readonly patience: number;
  readonly heaps: number | undefined;
  readonly snapshots: string | undefined;
  readonly minimize: boolean;
  readonly send: readonly string[];
  readonly list: boolean;
}

/** @throws Error for an option that is not accepted */
export function readOptions(argv: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      requests: { type: 'string', default: '10000' },
      seed: { type: 'string', default: String(Date.now()) },
      engine: { type: 'string', default: 'embedded' },
      only: { type: 'string' },
      at: { type: 'string' },
      from: { type: 'string', default: '0' },
      parallel: { type: 'string', default: '4' },
      patience: { type: 'string', default: '1' },
      heaps: { type: 'string' },
      snapshots: { type: 'string' },
      minimize: { type: 'boolean', default: false },
      send: { type: 'string', multiple: true, default: [] },
      list: { type: 'boolean', default: false },
    },
  });
  const number = (name: 'requests' | 'from' | 'parallel' | 'at' | 'heaps', least: number): number => {
    const value = Number(values[name]);
    if (!Number.isSafeInteger(value) || value < least)
      throw new Error(`--${name} ${values[name]}: an integer of at least ${least} is expected`);
    return value;
  };
  const patience = Number(values.patience);
  if (!(patience > 0)) throw new Error(`--patience ${values.patience}: a number above 0 is expected`);
  const engine = values.engine;
  if (engine !== 'embedded' && engine !== 'dgraph')
    throw new Error(`--engine ${engine}: embedded or dgraph is expected`);
  return {
    requests: number('requests', 1),
    seed: values.seed,
    engine,
    only: values.only,
    at: values.at === undefined ? undefined : number('at', 0),
    from: number('from', 0),
    parallel: number('parallel', 1),
    patience,
    heaps: values.heaps === undefined ? undefined : number('heaps', 1),
    snapshots: values.snapshots,
    minimize: values.minimize,
    send: values.send,
    list: values.list,
  };
}
