/** `# Dgraph.Authorization …`: which header has the token, how it is verified, and where in it the variables of rules are. */
import type { SchemaProblem } from '../sdl/schema-error';

export interface Authorization {
  readonly header: string;
  /** The claim whose members are variables, too. */
  readonly namespace: string;
  /** Of `verificationKey`. */
  readonly algorithm?: string;
  /** A secret, or a public key in PEM. */
  readonly verificationKey?: string;
  /** Where there are sets of keys, instead of one. */
  readonly keySets: readonly string[];
  readonly audience?: readonly string[];
  /** Whether nothing is answered without a token. */
  readonly closedByDefault: boolean;
}

const ALGORITHMS = ['HS256', 'HS384', 'HS512', 'RS256', 'RS384', 'RS512'];
const LINE = /^[ \t]*#[ \t]*Dgraph\.Authorization\b(.*)$/;
/** Header, namespace, algorithm and key, as Dgraph had it before it was JSON. */
const OLD = /^\s*(\S+)\s+(\S+)\s+(\S+)\s+"([^"]+)"\s*$/;

/** Adds what is wrong with it to `problems`. */
export function readAuthorization(sdl: string, problems: SchemaProblem[]): Authorization | undefined {
  const found = sdl.split('\n').flatMap((text, i) => {
    const rest = LINE.exec(text)?.[1];
    return rest === undefined ? [] : [{ rest, line: i + 1, column: text.indexOf('#') + 1 }];
  });
  const [first, second] = found;
  if (!first) return undefined;
  const refuse = (message: string, { line, column } = first): undefined => {
    problems.push({ message, line, column });
    return undefined;
  };
  if (second) return refuse('Dgraph.Authorization should be only be specified once in a schema', second);
  const old = OLD.exec(first.rest);
  if (old) {
    const [, header, namespace, algorithm, verificationKey] = old;
    return checked({ header, namespace, algorithm, verificationKey, keySets: [], closedByDefault: false }, refuse);
  }
  let given: unknown;
  try {
    given = JSON.parse(first.rest);
  } catch (error) {
    return refuse(`Invalid \`Dgraph.Authorization\` format: it is no JSON: ${(error as Error).message}`);
  }
  if (typeof given !== 'object' || given === null)
    return refuse('Invalid `Dgraph.Authorization` format: it is no object');
  return checked(membersOf(given as Readonly<Record<string, unknown>>), refuse);
}

type Given = { -readonly [K in keyof Authorization]?: Authorization[K] | undefined };

/** Dgraph reads the names of members without regard to case. */
function membersOf(object: Readonly<Record<string, unknown>>): Given {
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

function checked(
  { header, namespace, algorithm, verificationKey, keySets = [], audience, closedByDefault = false }: Given,
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
  if (unreachable !== undefined) return refuse(`${unreachable} is no address of a set of keys`);
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
