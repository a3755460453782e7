/** Command line of `owlgate keys`. */
import { isInline, ROLES, type Role } from '../http/auth';
import { UsageError } from './command';
import { HELP_OPTION, JSON_OPTION, type CommandSpecification } from './specification';

export interface KeysArguments {
  readonly action: 'create' | 'list' | 'revoke';
  /** For create and revoke. */
  readonly name: string | undefined;
  readonly role: Role;
  readonly quota: string | undefined;
  /** Always set for list and revoke. */
  readonly file: string | undefined;
  readonly json: boolean;
}

export const KEYS = {
  name: 'keys',
  summary: 'create, list and revoke API keys',
  usage: [
    'create NAME [--role read|validate|write|admin] [--quota 1000/hour] [--file FILE] [--json]',
    'list [--file FILE] [--json]',
    'revoke NAME [--file FILE] [--json]',
  ],
  text: `create generates a key, shows it once, and prints the line that enables it: name, role, SHA-256 and quota. With a file, the
line is added to it; without one, set OWLGATE_API_KEYS to it. A gateway applies changes of its file within a second.`,
  options: {
    role: {
      type: 'string',
      takes: 'ROLE',
      values: ROLES,
      meaning: 'read (default), validate, write or admin; each includes the ones before it',
    },
    quota: {
      type: 'string',
      takes: 'QUOTA',
      meaning: 'maximum requests per second, minute, hour or day, such as 1000/hour (default: no limit)',
    },
    file: {
      type: 'string',
      takes: 'FILE',
      completes: 'file',
      meaning: 'file of keys (default: the one that OWLGATE_API_KEYS names)',
    },
    json: JSON_OPTION,
    help: HELP_OPTION,
  },
  operands: ['create', 'list', 'revoke'],
  examples: [
    ['keys create reports --role read --quota 1000/hour --file keys.txt', ''],
    ['serve --api-keys keys.txt', ''],
    ['query --file adults.dql', 'with the key in SERVICE_API_KEY'],
  ],
  status: '0; 2, an option or the file is not accepted.',
} as const satisfies CommandSpecification;

interface ParsedOptions {
  readonly values: {
    readonly role?: Role | undefined;
    readonly quota?: string | undefined;
    readonly file?: string | undefined;
    readonly json?: boolean | undefined;
  };
  readonly positionals: readonly string[];
}

/**
 * @param setting OWLGATE_API_KEYS
 * @throws UsageError
 */
export function readKeysArguments({ values, positionals }: ParsedOptions, setting = ''): KeysArguments {
  const [action, name, ...more] = positionals;
  if (action !== 'create' && action !== 'list' && action !== 'revoke') {
    throw new UsageError(`${action === undefined ? 'no action' : action}: create, list or revoke is expected`);
  }
  if (more.length > 0 || (action === 'list' && name !== undefined)) {
    throw new UsageError(`${(action === 'list' ? name : more[0])!}: nothing more is expected`);
  }
  if (action !== 'list' && name === undefined) throw new UsageError(`${action} needs the name of a key`);
  if (action !== 'create' && (values.role ?? values.quota) !== undefined) {
    throw new UsageError('--role and --quota go with create');
  }
  const file = values.file ?? (setting === '' || (isInline(setting) && action === 'create') ? undefined : setting);
  if (action !== 'create' && file === undefined) {
    throw new UsageError(`${action} needs --file FILE, or OWLGATE_API_KEYS with its path`);
  }
  return { action, name, role: values.role ?? 'read', quota: values.quota, file, json: values.json ?? false };
}
