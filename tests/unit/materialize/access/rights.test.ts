/** Rights as the engine answers for them, and how long an answer is kept. */
import { EngineFailure, withGatewayLogin, type Credentials } from '../../../../src/dgraph';
import { NOBODY } from '../../../../src/dgraph/credentials';
import { Rights } from '../../../../src/materialize/access/rights';

const refusal = (message: string): EngineFailure => new EngineFailure([{ message }], Buffer.from(''));
const UNAUTHORIZED = 'rpc error: code = PermissionDenied desc = unauthorized to mutate following predicates: ';

/** An engine that knows who may do what, and counts the questions. */
function engine(may: { readonly read?: string[]; readonly write?: string[] } = {}, isAccepted = true) {
  const requests = { queries: [] as string[], mutations: [] as string[], names: [] as (Credentials | undefined)[] };
  const accept = (credentials: Credentials | undefined): void => {
    requests.names.push(credentials);
    if (!isAccepted || credentials === NOBODY) throw refusal('no accessJwt available');
  };
  return {
    asked: requests,
    identity: { userid: 'groot', namespace: 0 },
    query: (text: string, { credentials }: { credentials?: Credentials } = {}) => {
      requests.queries.push(text);
      return Promise.resolve().then(() => {
        accept(credentials);
        const names = [...text.matchAll(/[<\w.]+>?/g)].map(([name]) => name.replace(/[<>]/g, ''));
        const schema = names.filter((name) => may.read?.includes(name)).map((predicate) => ({ predicate }));
        return { data: { schema }, extensions: {}, body: Buffer.from('') };
      });
    },
    mutate: (body: string, { credentials }: { credentials?: Credentials }) => {
      requests.mutations.push(body);
      return Promise.resolve().then(() => {
        accept(credentials);
        const names = [...body.matchAll(/uid\(none\) <([^>]*)>/g)].map(([, name]) => name!);
        const blocked = names.filter((name) => !may.write?.includes(name));
        if (blocked.length > 0) throw refusal(`${UNAUTHORIZED}${blocked.join(' ')} \n`);
        return {};
      });
    },
  };
}
type Fake = ReturnType<typeof engine>;
const rightsOn = (fake: Fake, now?: () => number): Rights => new Rights(fake as never, now);
const token = (claims: object = {}): Credentials => ({
  'X-Dgraph-AccessToken': `a.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.b`,
});

it('no rights are requested without access control, nor for the gateway itself', async () => {
  const fake = engine();
  for (const [rights, credentials] of [
    [new Rights({ ...fake, identity: undefined } as never), token()],
    [rightsOn(fake), undefined],
    [rightsOn(fake), withGatewayLogin(token())],
  ] as const) {
    await rights.confirm(credentials);
    await rights.requireWritable(credentials, ['p']);
    expect(await rights.writable(credentials, ['p'])).toEqual(new Set(['p']));
    expect(await rights.readable(credentials, ['p'])).toEqual(new Set(['p']));
  }
  expect([fake.asked.queries, fake.asked.mutations]).toEqual([[], []]);
});

it('the right to write is tested by a mutation whose condition never holds', async () => {
  const fake = engine({ write: ['p', 'größe'] });
  await rightsOn(fake).requireWritable(token(), ['p', 'größe', 'p']);
  const [body] = fake.asked.mutations;
  expect(body).toMatch(/@if\(gt\(len\(none\), 0\)\)/);
  expect(body).toMatch(/delete \{[^}]*uid\(none\) <p> \* \.\s+uid\(none\) <größe> \* \./);
  expect(body).not.toMatch(/set/);
  expect(fake.asked.names).toEqual([token()]);
});

it('a refusal has the engine’s message', async () => {
  const rights = rightsOn(engine({ write: ['p'] }));
  await expect(rights.requireWritable(token(), ['p', 'q'])).rejects.toThrow(`${UNAUTHORIZED}q`);
  await expect(rights.confirm(NOBODY)).rejects.toThrow(/no accessJwt available/);
  await expect(rights.readable(NOBODY, ['p'])).rejects.toThrow(/no accessJwt available/);
  await expect(rights.writable(NOBODY, ['p'])).rejects.toThrow(/no accessJwt available/);
  await expect(rights.requireWritable(NOBODY, [])).rejects.toThrow(/no accessJwt available/);
});

it('writable and readable predicates of many are returned', async () => {
  const fake = engine({ read: ['p', 'dgraph.type'], write: ['q', 'a.b'] });
  const rights = rightsOn(fake);
  expect(await rights.writable(token(), ['p', 'q', 'a.b', 'qq'])).toEqual(new Set(['q', 'a.b']));
  expect(await rights.readable(token(), ['p', 'q', 'dgraph.type'])).toEqual(new Set(['p', 'dgraph.type']));
  expect(fake.asked.queries).toEqual(['schema(pred: [p, q, dgraph.type]) { type }']);
});

it('a request never names all predicates, nor names that DQL does not allow', async () => {
  const fake = engine({ read: ['p'] });
  const rights = rightsOn(fake);
  expect(await rights.readable(token(), [])).toEqual(new Set());
  expect(await rights.readable(token(), ['a b', 'x>', '"', '\n', ''])).toEqual(new Set());
  expect(fake.asked.queries).toEqual([]);
  const many = Array.from({ length: 2500 }, (_, i) => `n${i}`);
  await rights.readable(token(), many);
  expect(fake.asked.queries).toHaveLength(3);
});

describe('an answer is cached', () => {
  it('for a second, and for one token', async () => {
    let now = 0;
    const fake = engine({ read: ['p'], write: ['p', 'q'] });
    const rights = rightsOn(fake, () => now);
    const all = async (credentials: Credentials): Promise<void> => {
      await rights.confirm(credentials);
      await rights.requireWritable(credentials, ['p']);
      await rights.readable(credentials, ['p', 'q']);
    };
    await all(token());
    await all(token());
    expect([fake.asked.queries.length, fake.asked.mutations.length]).toEqual([2, 1]);
    await rights.requireWritable(token(), ['p', 'q']);
    expect(fake.asked.mutations).toHaveLength(2);
    await all(token({ other: true }));
    expect([fake.asked.queries.length, fake.asked.mutations.length]).toEqual([4, 3]);
    now = 1001;
    await all(token());
    expect([fake.asked.queries.length, fake.asked.mutations.length]).toEqual([6, 4]);
  });

  it('no longer than the token is valid', async () => {
    let now = 10_000;
    const fake = engine();
    const rights = rightsOn(fake, () => now);
    const short = token({ exp: 10.4 });
    await rights.confirm(short);
    now = 10_500;
    await rights.confirm(short);
    expect(fake.asked.queries).toHaveLength(2);
  });

  it('unless it is a refusal', async () => {
    const fake = engine({ write: [] });
    const rights = rightsOn(fake);
    for (let i = 0; i < 2; i++) await expect(rights.requireWritable(token(), ['p'])).rejects.toThrow();
    for (let i = 0; i < 2; i++) await expect(rights.confirm(NOBODY)).rejects.toThrow();
    expect([fake.asked.queries.length, fake.asked.mutations.length]).toEqual([2, 2]);
  });

  it('for a limited number of tokens', async () => {
    const fake = engine();
    const rights = rightsOn(fake, () => 0);
    for (let i = 0; i <= 1000; i++) await rights.confirm(token({ i }));
    await rights.confirm(token({ i: 1000 }));
    expect(fake.asked.queries).toHaveLength(1001);
    await rights.confirm(token({ i: 0 }));
    expect(fake.asked.queries).toHaveLength(1002);
  });
});

it('each engine has one instance', () => {
  const fake = engine();
  expect(Rights.on(fake as never)).toBe(Rights.on(fake as never));
  expect(Rights.on(fake as never)).not.toBe(Rights.on(engine() as never));
});
