/**
 * `# Dgraph.Authorization …`: the header of the token, the verification key, and the claim with the variables of rules.
 */
import type { SchemaProblem } from '../sdl/schema-error';

export interface Authorization {
  readonly header: string;
  /** Claim whose members are variables as well. */
  readonly namespace: string;
  /** Algorithm of `verificationKey`. */
  readonly algorithm?: string;
  /** Secret, or public key in PEM. */
  readonly verificationKey?: string;
  /** URLs of key sets, in place of a single key. */
  readonly keySets: readonly string[];
  readonly audience?: readonly string[];
  /** True if requests without a token are refused. */
  readonly closedByDefault: boolean;
}

const ALGORITHMS = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'];
const LINE = /^[ \t]*#[ \t]*Dgraph\.Authorization\b(.*)$/;
/** Header, namespace, algorithm and key, in Dgraph's format before JSON. */
const OLD_FORMAT = /^\s*(\S+)\s+(\S+)\s+(\S+)\s+"([^"]+)"\s*$/;

/** Adds faults to `problems`. */
export function readAuthorization(sdl: string, problems: SchemaProblem[]): Authorization | undefined {
  const lines = sdl.split('\n').flatMap((text, i) => {
    const content = LINE.exec(text)?.[1];
    return content === undefined ? [] : [{ rest: content, line: i + 1, column: text.indexOf('#') + 1 }];
  });
  const [first, second] = lines;
  if (!first) return undefined;
  const refuse = (message: string, { line, column } = first): undefined => {
    problems.push({ message, line, column });
    return undefined;
  };
  if (second) return refuse('Dgraph.Authorization should be only be specified once in a schema', second);
  const old = OLD_FORMAT.exec(first.rest);
  if (old) {
    const [, header, namespace, algorithm, verificationKey] = old;
    return checkAuthorization(
      { header, namespace, algorithm, verificationKey, keySets: [], closedByDefault: false },
      refuse,
    );
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(first.rest);
  } catch (error) {
    return refuse(`Invalid \`Dgraph.Authorization\` format: it is not JSON: ${(error as Error).message}`);
  }
  if (typeof parsed !== 'object' || parsed === null)
    return refuse('Invalid `Dgraph.Authorization` format: it is not an object');
  return checkAuthorization(membersOf(parsed as Readonly<Record<string, unknown>>), refuse);
}

type UncheckedAuthorization = { -readonly [K in keyof Authorization]?: Authorization[K] | undefined };

/** Reads members by name, ignoring case as Dgraph does. */
function membersOf(object: Readonly<Record<string, unknown>>): UncheckedAuthorization {
  const members = new Map(Object.entries(object).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string): string | undefined => {
    const value = members.get(name.toLowerCase());
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const texts = (name: string): string[] | undefined => {
    const value = members.get(name.toLowerCase());
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : undefined;
  };
  const url = text('JWKUrl');
  return {
    header: text('Header'),
    namespace: text('Namespace'),
    algorithm: text('Algo'),
    verificationKey: text('VerificationKey'),
    keySets: [...(texts('JWKUrls') ?? []), ...(url === undefined ? [] : [url])],
    audience: texts('Audience'),
    closedByDefault: members.get('closedbydefault') === true,
  };
}

function checkAuthorization(
  {
    header,
    namespace,
    algorithm,
    verificationKey,
    keySets = [],
    audience,
    closedByDefault = false,
  }: UncheckedAuthorization,
  refuse: (message: string) => undefined,
): Authorization | undefined {
  if (keySets.length > 0 && (algorithm ?? verificationKey) !== undefined) {
    return refuse('expecting either JWKUrl/JWKUrls or (VerificationKey, Algo), both were given');
  }
  const missing = [
    ...(keySets.length === 0 && verificationKey === undefined ? ['`Verification key`/`JWKUrl`/`JWKUrls`'] : []),
    ...(keySets.length === 0 && algorithm === undefined ? ['`Algo`'] : []),
    ...(keySets.length > 0 && !audience?.length ? ['`Audience`'] : []),
    ...(header === undefined ? ['`Header`'] : []),
    ...(namespace === undefined ? ['`Namespace`'] : []),
  ];
  if (header === undefined || namespace === undefined || missing.length > 0) {
    return refuse(`required field missing in Dgraph.Authorization: ${missing.join(' ')}`);
  }
  if (algorithm !== undefined && !ALGORITHMS.includes(algorithm)) {
    return refuse(`the algorithm ${algorithm} is not supported; use one of: ${ALGORITHMS.join(', ')}`);
  }
  const unreachable = keySets.find((address) => !/^https?:\/\//.test(address) || !URL.canParse(address));
  if (unreachable !== undefined) return refuse(`${unreachable} is not the URL of a key set`);
  return {
    header,
    namespace,
    keySets,
    closedByDefault,
    ...(algorithm !== undefined && { algorithm }),
    ...(verificationKey !== undefined && { verificationKey }),
    ...(audience && { audience }),
  };
}
