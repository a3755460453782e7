/** The command line of `owlgate keys`. */
import { isInline } from '../http/auth/keys';
import { ROLES, type Role } from '../http/auth/roles';
import { UsageError } from './command';

export interface KeysArguments {
  readonly action: 'create' | 'list' | 'revoke';
  /** Of create and revoke. */
  readonly name: string | undefined;
  readonly role: Role;
  readonly quota: string | undefined;
  /** Of list and revoke, always. */
  readonly file: string | undefined;
  readonly json: boolean;
}

export const OPTIONS = {
  role: { type: 'string' },
  quota: { type: 'string' },
  file: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

interface Given {
  readonly values: {
    readonly role?: string | undefined;
    readonly quota?: string | undefined;
    readonly file?: string | undefined;
    readonly json?: boolean | undefined;
    readonly help?: boolean | undefined;
  };
  readonly positionals: readonly string[];
}

/**
 * @param setting OWLGATE_API_KEYS
 * @returns 'help' where that is asked for
 * @throws UsageError
 */
export function readKeysArguments({ values, positionals }: Given, setting = ''): KeysArguments | 'help' {
  if (values.help) return 'help';
  const [action, name, ...more] = positionals;
  if (action !== 'create' && action !== 'list' && action !== 'revoke') {
    throw new UsageError(
      `${action === undefined ? 'nothing is asked for' : action}: create, list or revoke is expected`,
    );
  }
  if (more.length > 0 || (action === 'list' && name !== undefined)) {
    throw new UsageError(`${(action === 'list' ? name : more[0])!}: nothing more is expected`);
  }
  if (action !== 'list' && name === undefined) throw new UsageError(`${action} needs the name of a key`);
  if (action !== 'create' && (values.role ?? values.quota) !== undefined) {
    throw new UsageError('--role and --quota go with create');
  }
  const role = ROLES.find((each) => each === (values.role ?? 'read'));
  if (!role) throw new UsageError(`--role ${values.role!}: one of ${ROLES.join(', ')} is expected`);
  const file = values.file ?? (setting === '' || (isInline(setting) && action === 'create') ? undefined : setting);
  if (action !== 'create' && file === undefined) {
    throw new UsageError(`${action} needs --file FILE, or OWLGATE_API_KEYS with its path`);
  }
  return { action, name, role, quota: values.quota, file, json: values.json ?? false };
}

export const KEYS_HELP = `owlgate keys: API keys for the gateway.

Usage: owlgate keys create NAME [--role read|write|admin] [--quota 1000/hour] [--file FILE] [--json]
       owlgate keys list [--file FILE] [--json]
       owlgate keys revoke NAME [--file FILE] [--json]

create makes a key, shows it once, and prints the line that makes it valid: name, role, SHA-256 and quota. With a file the
line is added to it; without one, set OWLGATE_API_KEYS to it. A gateway sees a change of its file within a second or two.

  --role ROLE    read (default), write or admin; each allows what those before it do
  --quota QUOTA  most requests in a second, minute, hour or day, such as 1000/hour; left out, there is no limit
  --file FILE    the file of keys; else the one that OWLGATE_API_KEYS names
  --json         for programs
  --help, -h     this text

Examples:
  owlgate keys create reports --role read --quota 1000/hour --file keys.txt
  OWLGATE_API_KEYS=keys.txt owlgate serve
  curl -H "Authorization: Bearer owk_…" localhost:8080/ontology/introspect

Exit status: 0; 2, an option or the file is not accepted.
`;
