/** Options of `owlgate load` and `owlgate export`: places of engines. */
import { SETTINGS } from '../settings';
import { UsageError, type Environment } from './command';
import { addressOf, API_KEY_OPTION, keyOf, URL_VARIABLE } from './gateway/options';

/** Addresses of a cluster (comma-separated), or address of a gateway. */
export interface Address {
  readonly url: string;
  readonly apiKey?: string;
}

/** Place of an engine: an address, or a data directory. */
export type Place = Address | { readonly data: string };

const PORT = SETTINGS.find(({ name }) => name === 'PORT')!;

export const PLACE_OPTIONS = {
  url: {
    type: 'string',
    takes: 'ADDRESS',
    meaning:
      `address of a Dgraph alpha or of an owlgate (default: ${URL_VARIABLE}, else this machine, port ` +
      `${PORT.default} or PORT); with access control, DGRAPH_USER and DGRAPH_PASSWORD log in`,
  },
  'api-key': API_KEY_OPTION,
  data: {
    type: 'string',
    takes: 'DIRECTORY',
    completes: 'directory',
    meaning: 'data directory of an embedded engine, instead of an address',
  },
} as const;

interface WhereValues {
  readonly url?: string | undefined;
  readonly 'api-key'?: string | undefined;
  readonly data?: string | undefined;
}

/** @throws UsageError */
export function placeOf({ url, data, 'api-key': key }: WhereValues, env: Environment): Place {
  if (url !== undefined && data !== undefined) throw new UsageError('either --url or --data is named, not both');
  if (data !== undefined) {
    if (data.trim() === '') throw new UsageError('--data: the path of a directory is expected');
    return { data };
  }
  const apiKey = keyOf(key, env);
  return { url: addressOf(url, env), ...(apiKey !== undefined && { apiKey }) };
}
