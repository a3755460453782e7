/** Command line of `owlgate ontology repair`. */
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
  summary: 'check the stored ontologies in the engine; repair a registry with which gateways cannot start',
  usage: [
    '[options]',
    '--latest-intact [--sign] [--without-graphql] [--yes] [options]',
    '--to N [--sign] [--without-graphql] [--yes] [options]',
    '--sign [--yes] [options]',
    '--remove [--yes] [options]',
  ],
  text: `Works on the engine, not on a gateway: on the cluster in DGRAPH_URL, or on the data directory, which no
gateway may have open. Without --latest-intact, --to, --sign or --remove it changes nothing: it lists the versions
with their state, and gives advice. OWLGATE_REGISTRY_KEY has the keys, as for the gateways. DGRAPH_USER and
DGRAPH_PASSWORD log in to a cluster with access control. Running gateways apply a repair by themselves. Afterwards,
owlgate ontology materialize --wait completes the stored data.`,
  options: {
    'latest-intact': {
      type: 'boolean',
      default: false,
      meaning: 'puts the latest usable version in force, as a new version; removes damaged versions',
    },
    to: { type: 'string', takes: 'N', meaning: 'puts version N in force, in the same way' },
    sign: {
      type: 'boolean',
      default: false,
      meaning: 'adopts unsigned versions: signs them with the first key in OWLGATE_REGISTRY_KEY',
    },
    remove: {
      type: 'boolean',
      default: false,
      meaning: 'removes all stored ontologies and the GraphQL extension; facts stay, including inferred ones',
    },
    'without-graphql': {
      type: 'boolean',
      default: false,
      meaning: 'removes a damaged GraphQL extension that cannot be repaired',
    },
    yes: { type: 'boolean', short: 'y', default: false, meaning: 'does not ask for confirmation' },
    url: {
      type: 'string',
      takes: 'ADDRESS',
      meaning: 'addresses of Dgraph alphas, comma-separated (default: DGRAPH_URL)',
    },
    data: {
      type: 'string',
      takes: 'DIRECTORY',
      completes: 'directory',
      meaning: 'data directory of an embedded engine (default without DGRAPH_URL: OWLGATE_DATA, or ./data)',
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
    '0, the registry is intact or was repaired; 1, damage was found, or nothing was repaired; 2, an option ' +
    'is not accepted.',
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

interface RepairFlags {
  readonly 'latest-intact': boolean;
  readonly to?: string | undefined;
  readonly sign: boolean;
  readonly remove: boolean;
  readonly 'without-graphql': boolean;
}

function readRepair(flags: RepairFlags): Repair | undefined {
  const { to, sign, remove, 'latest-intact': isLatest, 'without-graphql': withoutGraphql } = flags;
  if ([to !== undefined, isLatest, remove].filter(Boolean).length > 1) {
    throw new UsageError('one of --latest-intact, --to and --remove is expected');
  }
  if (remove) {
    if (sign || withoutGraphql) throw new UsageError('--remove cannot be combined with another repair');
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

interface PlaceFlags {
  readonly url?: string | undefined;
  readonly data?: string | undefined;
}

function readPlace({ url, data }: PlaceFlags, env: Environment): Pick<RepairArguments, 'place' | 'keys'> {
  const flagged = data === undefined ? (url ?? env['DGRAPH_URL']) : '';
  if (url?.trim() === '') throw new UsageError('--url: an address such as http://localhost:8080 is expected');
  if (data?.trim() === '') throw new UsageError('--data: the path of a directory is expected');
  try {
    const invocation = readConfig([], {
      DGRAPH_URL: flagged,
      OWLGATE_DATA: data ?? env['OWLGATE_DATA'],
      OWLGATE_REGISTRY_KEY: env['OWLGATE_REGISTRY_KEY'],
      // The configuration refuses a cluster at the gateway's own port; this command has none.
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
