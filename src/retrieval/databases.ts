/** Configured databases: engine, default module and language of each. */
import { readFile } from 'node:fs/promises';
import { createAjv, describeError } from '../util/ajv';
import { MODULE_CHOICES, type ModuleChoice } from './types';

export interface DatabaseSettings {
  readonly id: string;
  /** Alphas of a cluster; undefined for the gateway's own engine. */
  readonly urls: readonly string[] | undefined;
  /** Login of a cluster with access control; the namespace is that of the user. */
  readonly login: { readonly userid: string; readonly password: string; readonly namespace: number } | undefined;
  readonly module: ModuleChoice;
  /** Language tag of documents and questions; selects stop words and stemmer. */
  readonly language: string;
}

/** Database on the gateway's own engine; always present. */
export const DEFAULT_DATABASE = 'default';
const DEFAULT_MODULE: ModuleChoice = 'auto';

/** Format of OWLGATE_DATABASES, for messages. */
const DATABASES_FORM =
  '{"<id>": {"url": "http://alpha:8080", "namespace": 1, "user": "…", "password": "…", "module": "naive", ' +
  '"language": "en"}}, or the path of a file with such JSON';

interface Entry {
  readonly url?: string;
  readonly namespace?: number;
  readonly user?: string;
  readonly password?: string;
  readonly module?: ModuleChoice;
  readonly language?: string;
}

const schema = {
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' },
  additionalProperties: {
    type: 'object',
    additionalProperties: false,
    properties: {
      url: { type: 'string', minLength: 1 },
      namespace: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
      user: { type: 'string', minLength: 1 },
      password: { type: 'string', minLength: 1 },
      module: { enum: [...MODULE_CHOICES] },
      language: { type: 'string', pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$' },
    },
    dependencies: { user: ['password', 'url'], password: ['user'], namespace: ['user'] },
  },
};

/**
 * Reads OWLGATE_DATABASES.
 *
 * @param setting JSON, the path of a file that holds it, or undefined
 * @returns all databases, always with `default`
 * @throws Error with a message for the operator, without passwords
 */
export async function readDatabases(setting: string | undefined): Promise<readonly DatabaseSettings[]> {
  const entries = setting === undefined ? {} : await readEntries(setting);
  const all = DEFAULT_DATABASE in entries ? entries : { [DEFAULT_DATABASE]: {}, ...entries };
  return Object.entries(all).map(([id, entry]) => toSettings(id, entry));
}

async function readEntries(setting: string): Promise<Record<string, Entry>> {
  const isInline = setting.startsWith('{');
  const text = isInline ? setting : await readFile(setting, 'utf8');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's message quotes the text, which contains passwords.
    throw new Error(`it is not JSON; expected ${DATABASES_FORM}`);
  }
  const validate = createAjv({ allErrors: true }).compile<Record<string, Entry>>(schema);
  if (!validate(value)) {
    const problems = validate.errors!.map(describeError);
    throw new Error(`${problems.join('; ')}; expected ${DATABASES_FORM}`);
  }
  return value;
}

function toSettings(
  id: string,
  { url, namespace = 0, user, password, module = DEFAULT_MODULE, language = 'en' }: Entry,
): DatabaseSettings {
  const urls = url
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (id === DEFAULT_DATABASE && urls) {
    throw new Error(`${id} is the gateway's own engine and takes no url; set DGRAPH_URL or choose another id`);
  }
  if (id !== DEFAULT_DATABASE && !urls?.length) throw new Error(`${id} has no url; give the address of its alphas`);
  for (const each of urls ?? []) {
    if (!/^https?:$/.test(URL.canParse(each) ? new URL(each).protocol : '')) {
      throw new Error(`${id}: url must be an address such as http://alpha:8080`);
    }
  }
  const login = user === undefined ? undefined : { userid: user, password: password!, namespace };
  return { id, urls, login, module, language };
}
