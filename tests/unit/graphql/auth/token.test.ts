import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, type KeyLike } from 'jose';
import { readAuthorization, type Authorization } from '../../../../src/graphql/auth/authorization';
import { Tokens } from '../../../../src/graphql/auth/token';
import type { SchemaProblem } from '../../../../src/graphql/sdl/schema-error';

const NAMESPACE = 'https://example.org/claims';

function authorization(json: object): Authorization {
  const problems: SchemaProblem[] = [];
  const read = readAuthorization(`type A { a: Int }\n# Dgraph.Authorization ${JSON.stringify(json)}\n`, problems);
  if (!read) throw new Error(JSON.stringify(problems));
  return read;
}

const sign = (claims: object, key: KeyLike | Uint8Array, alg: string, kid?: string): Promise<string> =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg, ...(kid !== undefined && { kid }) }).sign(key);

describe('a public key', () => {
  it('verifies tokens signed with its private key, and none signed with itself', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const pem = await exportSPKI(publicKey);
    const settings = { Header: 'Authorization', Namespace: NAMESPACE, Algo: 'RS256' };
    // Line ends as on issuers' pages, escaped twice.
    for (const key of [pem, pem.replaceAll('\n', '\\n')]) {
      const tokens = new Tokens(authorization({ VerificationKey: key, ...settings }));
      const token = await sign({ [NAMESPACE]: { USER: 'a' }, sub: 's' }, privateKey, 'RS256');
      expect(await tokens.claims({ authorization: `Bearer ${token}` })).toMatchObject({ USER: 'a', sub: 's' });
      // The public key used as a secret: a known attack.
      const forged = await sign({ [NAMESPACE]: { USER: 'a' } }, new TextEncoder().encode(pem), 'HS256');
      await expect(tokens.claims({ authorization: forged })).rejects.toThrow('unable to parse jwt token');
    }
  });
});

describe('sets of keys', () => {
  let server: Server;
  let url: string;
  let keys: readonly object[] = [];
  beforeAll(async () => {
    server = createServer((_, response) => response.end(JSON.stringify({ keys })));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`;
  });
  afterAll(() => server.close());

  it('supply the key of a token, in order', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }];
    const settings = { Header: 'x', Namespace: NAMESPACE, Audience: ['a'] };
    const tokens = new Tokens(authorization({ JWKUrls: ['http://127.0.0.1:1/none', url], ...settings }));
    const token = await sign({ [NAMESPACE]: '{"USER":"a"}', aud: ['b', 'a'] }, privateKey, 'RS256', 'one');
    expect(await tokens.claims({ X: token })).toMatchObject({ USER: 'a' });
    const unknown = await sign({ aud: 'a' }, privateKey, 'RS256', 'two');
    await expect(tokens.claims({ x: unknown })).rejects.toThrow('unable to parse jwt token');
    const elsewhere = await sign({ aud: 'c' }, privateKey, 'RS256', 'one');
    await expect(tokens.claims({ x: elsewhere })).rejects.toThrow("JWT `aud` value doesn't match");
  });
});

it('without a token there are no claims, unless the schema is closed', async () => {
  const settings = { VerificationKey: 'k', Header: 'x', Namespace: 'n', Algo: 'HS256' };
  expect(await new Tokens(authorization(settings)).claims({ y: 'z' })).toEqual({});
  await expect(new Tokens(authorization({ ...settings, ClosedByDefault: true })).claims({})).rejects.toThrow(
    'a valid JWT is required but was not provided',
  );
  await expect(new Tokens(authorization(settings)).claims({ x: 'Bearer a b' })).rejects.toThrow('invalid Bearer');
});

it.each<[string, RegExp]>([
  ['{', /it is not JSON/],
  ['7', /it is not an object/],
  ['{"Header":"h","Namespace":"n","Algo":"ES256","VerificationKey":"k"}', /ES256 is not supported/],
  ['{"Header":"h","Namespace":"n","VerificationKey":"k"}', /missing in Dgraph.Authorization: `Algo`/],
  ['{"Header":"h","Namespace":"n","JWKUrl":"http://x"}', /`Audience`/],
  ['{"Header":"h","Namespace":"n","JWKUrl":"file:///etc","Audience":["a"]}', /not the URL of a key set/],
  ['{"Header":"h","Namespace":"n","JWKUrl":"http://x","Algo":"RS256","VerificationKey":"k"}', /both were given/],
])('%s is refused with its line', (json, message) => {
  const problems: SchemaProblem[] = [];
  expect(readAuthorization(`type A { a: Int }\n # Dgraph.Authorization ${json}`, problems)).toBeUndefined();
  expect(problems).toEqual([{ line: 2, column: 2, message: expect.stringMatching(message) }]);
});

it('the old form is accepted, and a second line refused', () => {
  const problems: SchemaProblem[] = [];
  const line = '# Dgraph.Authorization X-Test https://n HS256 "key"';
  expect(readAuthorization(line, problems)).toMatchObject({
    header: 'X-Test',
    algorithm: 'HS256',
    verificationKey: 'key',
  });
  expect(readAuthorization(`${line}\n${line}`, problems)).toBeUndefined();
  expect(problems).toHaveLength(1);
});
