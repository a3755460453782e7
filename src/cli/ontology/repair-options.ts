/** The command line of `owlgate ontology repair`. */
import { ConfigError, readConfig } from '../../config';
import type { Repair } from '../../materialize';
import { parseCommandLine, UsageError, type Environment } from '../command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from '../specification';
import type { Place } from '../transfer-options';

export interface RepairArguments {
  readonly place: Place;
  /** Keys of the registry (OWLGATE_REGISTRY_KEY). */
  readonly keys: readonly string[];
  /** Undefined: report only. */
  readonly repair: Repair | undefined;
  readonly yes: boolean;
  readonly json: boolean;
}

export const ONTOLOGY_REPAIR = {
  name: 'ontology repair',
  summary: 'checks the stored ontologies at the engine itself, and repairs them when a gateway cannot start',
  usage: [
    '[options]',
    '--latest-intact [--sign] [--without-graphql] [--yes] [options]',
    '--to N [--sign] [--without-graphql] [--yes] [options]',
    '--sign [--yes] [options]',
    '--remove [--yes] [options]',
  ],
  text: `Works on the engine, not on a gateway: on the cluster in DGRAPH_URL, or on the data directory, which no gateway may have open.
Without --latest-intact, --to, --sign or --remove nothing changes: versions are listed with their state, and the way out is told.
OWLGATE_REGISTRY_KEY has the keys, as it has for the gateways. DGRAPH_USER and DGRAPH_PASSWORD log in to a cluster with access
control. Gateways that run follow a repair by themselves. After it, owlgate ontology materialize --wait completes the stored data.`,
  options: {
    'latest-intact': {
      type: 'boolean',
      default: false,
      meaning: 'puts the latest version that can be used in force again, as a new version; removes damaged versions',
    },
    to: { type: 'string', takes: 'N', meaning: 'the same with version N' },
    sign: {
      type: 'boolean',
      default: false,
      meaning: 'adopts what is stored without a signature: signs it with the first key in OWLGATE_REGISTRY_KEY',
    },
    remove: {
      type: 'boolean',
      default: false,
      meaning: 'removes all stored ontologies and the GraphQL beside them; facts stay, inferred ones too',
    },
    'without-graphql': {
      type: 'boolean',
      default: false,
      meaning: 'removes the GraphQL beside the ontology, where it is damaged and there is no other way',
    },
    yes: { type: 'boolean', short: 'y', default: false, meaning: 'does not ask' },
    url: {
      type: 'string',
      takes: 'ADDRESS',
      meaning: 'of a Dgraph alpha, or of several, comma-separated (default: DGRAPH_URL)',
    },
    data: {
      type: 'string',
      takes: 'DIRECTORY',
      completes: 'directory',
      meaning: 'the data directory of an embedded engine (default without DGRAPH_URL: OWLGATE_DATA, or ./data)',
    },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  examples: [
    ['ontology repair', 'the report'],
    ['ontology repair --latest-intact', ''],
    ['ontology repair --sign --url http://alpha:8080', 'after OWLGATE_REGISTRY_KEY has been set for the first time'],
  ],
  status:
    '0, all is as it should be, or was repaired; 1, the report tells of damage, or the repair was not made; 2, an option is not accepted.',
} as const satisfies CommandSpecification;

/** @throws UsageError */
export function readRepairArguments(args: readonly string[], env: Environment): RepairArguments {
  const { values, positionals } = parseCommandLine(args, ONTOLOGY_REPAIR.options);
  if (positionals.length > 0) throw new UsageError(`${positionals[0]!}: no name is expected; --to N names a version`);
  if (values.url !== undefined && values.data !== undefined) {
    throw new UsageError('either --url or --data is named, not both');
  }
  const { keys, place } = readPlace(values, env);
  return { place, keys, repair: readRepair(values), yes: values.yes, json: values.json };
}

interface Wishes {
  readonly 'latest-intact': boolean;
  readonly to?: string | undefined;
  readonly sign: boolean;
  readonly remove: boolean;
  readonly 'without-graphql': boolean;
}

function readRepair(wishes: Wishes): Repair | undefined {
  const { to, sign, remove, 'latest-intact': isLatest, 'without-graphql': withoutGraphql } = wishes;
  if ([to !== undefined, isLatest, remove].filter(Boolean).length > 1) {
    throw new UsageError('one of --latest-intact, --to and --remove is expected');
  }
  if (remove) {
    if (sign || withoutGraphql) throw new UsageError('--remove removes everything: no other repair goes with it');
    return { kind: 'remove' };
  }
  if (to !== undefined || isLatest) {
    if (to !== undefined && !/^[1-9]\d{0,9}$/.test(to)) {
      throw new UsageError(`--to ${to}: the number of a version is expected`);
    }
    return { kind: 'restore', version: to === undefined ? 'latest' : Number(to), sign, withoutGraphql };
  }
  if (withoutGraphql) throw new UsageError('--without-graphql goes with --latest-intact or --to');
  return sign ? { kind: 'sign' } : undefined;
}

interface Where {
  readonly url?: string | undefined;
  readonly data?: string | undefined;
}

function readPlace({ url, data }: Where, env: Environment): Pick<RepairArguments, 'place' | 'keys'> {
  const flagged = data === undefined ? (url ?? env['DGRAPH_URL']) : '';
  if (url?.trim() === '') throw new UsageError('--url: an address such as http://localhost:8080 is expected');
  if (data?.trim() === '') throw new UsageError('--data: the path of a directory is expected');
  try {
    const invocation = readConfig([], {
      DGRAPH_URL: flagged,
      OWLGATE_DATA: data ?? env['OWLGATE_DATA'],
      OWLGATE_REGISTRY_KEY: env['OWLGATE_REGISTRY_KEY'],
      // Not that of a gateway: its own address cannot be the cluster's.
      PORT: '0',
    });
    if (invocation.kind !== 'run') throw new UsageError('no engine is named');
    const { dgraphUrls, dataDirectory, registryKeys } = invocation.config;
    const place = dgraphUrls.length > 0 ? { url: dgraphUrls.join(',') } : { data: dataDirectory };
    return { place, keys: registryKeys };
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(error.message);
    throw error;
  }
}
