/** Rights and disclosure when the gateway has a login. */
import { clientOf, EngineFailure, withGatewayLogin, type Credentials } from '../../../../src/dgraph';
import { NOBODY } from '../../../../src/dgraph/credentials';
import { isForeign, isGuardian, requireGuardian } from '../../../../src/materialize/write/access';

const tokenOf = (namespace: number): Credentials => ({
  'X-Dgraph-AccessToken': `a.${Buffer.from(JSON.stringify({ namespace })).toString('base64url')}.b`,
});

/** An engine that knows one guardian, one other user, and nobody else. */
function engine(identity: { userid: string; namespace: number } | undefined = { userid: 'groot', namespace: 0 }) {
  const query = jest.fn((_text: string, { credentials = {} }: { credentials?: Credentials } = {}) => {
    if (credentials === NOBODY)
      return Promise.reject(new EngineFailure([{ message: 'no accessJwt available' }], Buffer.from('')));
    const q = credentials['X-Auth-Token'] === 'guardian' ? [{ uid: '0x1' }] : [];
    return Promise.resolve({ data: { q }, extensions: {}, body: Buffer.from('') });
  });
  return { engine: { identity, query } as never, query };
}
const GUARDIAN = { 'X-Auth-Token': 'guardian' };
const OTHER = { 'X-Auth-Token': 'other' };

it('a guardian is recognized by a request that only guardians may send', async () => {
  const { engine: it_ } = engine();
  expect(await isGuardian(it_, GUARDIAN)).toBe(true);
  expect(await isGuardian(it_, OTHER)).toBe(false);
  expect(await isGuardian(it_, NOBODY)).toBe(false);
  await expect(requireGuardian(it_, NOBODY, 'load an ontology')).rejects.toMatchObject({
    code: 'AccessDenied',
    status: 403,
    message: expect.stringMatching(/only members of the group guardians load an ontology: no accessJwt available/),
  });
});

it('requests that need a guardian use the gateway’s login, also after its token expires', async () => {
  expect(await requireGuardian(engine().engine, GUARDIAN, 'load an ontology')).toEqual(withGatewayLogin(GUARDIAN));
  const plain = { query: jest.fn() } as never;
  expect(await requireGuardian(plain, GUARDIAN, 'load an ontology')).toBe(GUARDIAN);
  expect(await requireGuardian(plain, undefined, 'load an ontology')).toBeUndefined();
});

it('without a login of the gateway nothing is requested', async () => {
  const { engine: plain, query } = { ...engine(undefined), engine: { query: jest.fn() } as never };
  expect(await isGuardian(plain, undefined)).toBe(true);
  expect(isForeign(plain, tokenOf(5))).toBe(false);
  expect(query).not.toHaveBeenCalled();
  expect(clientOf({}, {})).toBeUndefined();
  expect(clientOf({}, { identity: { userid: 'groot', namespace: 0 } })).toBe(NOBODY);
});

it('clients of other namespaces are recognized', async () => {
  const { engine: it_, query } = engine();
  expect([isForeign(it_, tokenOf(0)), isForeign(it_, tokenOf(1)), isForeign(it_, NOBODY)]).toEqual([
    false,
    true,
    false,
  ]);
  expect(await isGuardian(it_, tokenOf(1))).toBe(false);
  expect(query).not.toHaveBeenCalled();
});
