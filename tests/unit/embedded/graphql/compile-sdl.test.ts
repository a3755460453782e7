/** A long GraphQL schema is checked by a thread, and comes to what a short one comes to. */
import { Engine } from '../../../../src/embedded/engine';
import { generatedSchema, updateSdl } from '../../../../src/embedded/graphql/schemas';
import { storedSdl } from '../../../../src/embedded/graphql/stored';
import { compileSdl } from '../../../../src/embedded/graphql/compile-sdl';
import { removeTemporaryDirectories, temporaryDirectory } from '../../../support/embedded/store';
import { threadEntry } from '../../../support/embedded/thread-entry';

const SDL = Array.from({ length: 1_500 }, (_, i) => `type A${i} { id: ID! name: String @search }`).join('\n');

let engine: Engine;
let sidePoolCheck: jest.SpyInstance;
beforeAll(async () => {
  engine = await Engine.open(temporaryDirectory(), undefined, undefined, threadEntry());
  sidePoolCheck = jest.spyOn(engine, 'checkSdlInSidePool');
});
beforeEach(() => sidePoolCheck.mockClear());
afterAll(async () => {
  await engine.close();
  removeTemporaryDirectories();
});

it('a long schema compiles to the same API in a thread', async () => {
  expect(await generatedSchema(engine, SDL)).toBe(compileSdl({ sdl: SDL, wants: 'generated' }).generated);
  expect(sidePoolCheck).toHaveBeenCalledTimes(1);
});

it('a long schema is put in force', async () => {
  await updateSdl(engine, SDL);
  expect(storedSdl((request) => engine.query(request))?.sdl).toBe(SDL);
  expect(engine.predicates).toContain('A1499.name');
  expect(sidePoolCheck).toHaveBeenCalledTimes(1);
});

it('problems of a long schema have their lines', async () => {
  await expect(updateSdl(engine, `${SDL}\ntype B { x: Nope }`)).rejects.toMatchObject({
    problems: [{ message: 'Undefined type Nope.', line: 1501 }],
  });
  await expect(updateSdl(engine, `${SDL}\ntype {`)).rejects.toMatchObject({ problems: [{ line: 1501 }] });
});

it('a short schema is compiled on the engine’s thread', async () => {
  await updateSdl(engine, 'type A0 { id: ID! name: String }');
  expect(sidePoolCheck).not.toHaveBeenCalled();
});
