/**
 * @auth across types: interfaces, passwords, inverse edges, nested input. The schema is one of Dgraph's own, so that
 *   the engine under test answers alone: a real Dgraph confirms the expectations on the embedded engine.
 */
import { SignJWT } from 'jose';
import { forEachEngine } from '../../support/engines';
import { serveSdl } from '../../support/engines/sdl';
import type { Answer } from '../../support/engines/wire';

const SECRET = 'a secret that is long enough for a signature';
const SDL = `
interface Post @auth(query: { rule: "query($USER: String!) { queryPost { author(filter: { name: { eq: $USER } }) { name } } }" }) {
  id: ID!
  text: String @search(by: [hash])
  author: Author @hasInverse(field: posts)
}
type Question implements Post @auth(query: { rule: "{$LEVEL: { in: [1, 2] } }" }) {
  answered: Boolean
}
type Answer implements Post {
  to: Question
}
type Author @secret(field: "pwd") @auth(
  password: { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
  update: { rule: "query($USER: String!) { queryAuthor(filter: { name: { eq: $USER } }) { id } }" }
) {
  id: ID!
  name: String! @id
  posts: [Post]
}
type Board @auth(add: { not: { rule: "query { queryBoard(filter: { closed: true }) { id } }" } }) {
  id: ID!
  name: String! @id
  closed: Boolean @search
  head: Member @hasInverse(field: board)
}
type Member @auth(
  add: { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
  update: { rule: "{$ROLE: { eq: \\"ADMIN\\" } }" }
) {
  id: ID!
  name: String! @id
  board: Board
}
# Dgraph.Authorization {"VerificationKey":"${SECRET}","Header":"X-Auth","Namespace":"claims","Algo":"HS256"}
`;

const as = (claims: object): Promise<string> =>
  new SignJWT({ claims }).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(SECRET));

forEachEngine((engine) => {
  const graphql = async (text: string, claims?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json', ...(claims && { 'x-auth': await as(claims) }) };
    const response = await fetch(`${engine.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query: text }),
    });
    return response.json();
  };
  beforeAll(async () => {
    await engine.reset();
    await serveSdl(engine.url, SDL);
    const added = await graphql(
      `
        mutation {
          addAuthor(input: [{ name: "ann", pwd: "secret" }, { name: "ben", pwd: "secret" }]) {
            numUids
          }
          addQuestion(input: [{ text: "q1", author: { name: "ann" } }, { text: "q2", author: { name: "ben" } }]) {
            numUids
          }
          addAnswer(input: [{ text: "a1", author: { name: "ann" } }, { text: "a2", author: { name: "ben" } }]) {
            numUids
          }
          addBoard(input: [{ name: "b1", head: { name: "m1" } }, { name: "b2", head: { name: "m2" } }]) {
            numUids
          }
        }
      `,
      { USER: 'root', ROLE: 'ADMIN' },
    );
    expect(added.errors).toBeUndefined();
  });

  it.each<[string, object | undefined, string[]]>([
    ['of nobody', undefined, []],
    ['of one without a level', { USER: 'ann' }, ['a1']],
    ['of one with another level', { USER: 'ann', LEVEL: 3 }, ['a1']],
    ['of one with a level', { USER: 'ann', LEVEL: 2 }, ['a1', 'q1']],
    ['of one with several', { USER: 'ben', LEVEL: [7, 1] }, ['a2', 'q2']],
  ])('rules of an interface and of its types apply together: %s', async (_, claims, texts) => {
    const { data, errors } = await graphql(
      '{ queryPost { text } queryQuestion { text } queryAnswer { text } }',
      claims,
    );
    expect(errors).toBeUndefined();
    expect(data.queryPost.map((each: Answer) => each.text).sort()).toEqual(texts);
    expect(data.queryQuestion.map((each: Answer) => each.text)).toEqual(texts.filter((text) => text.startsWith('q')));
    expect(data.queryAnswer.map((each: Answer) => each.text)).toEqual(texts.filter((text) => text.startsWith('a')));
  });

  it('rules of an interface apply to nodes behind an edge', async () => {
    const text = '{ getAuthor(name: "ann") { name posts { text __typename } } }';
    const { data } = await graphql(text, { USER: 'ann', LEVEL: 1 });
    expect(data.getAuthor.posts.map((each: Answer) => each.text).sort()).toEqual(['a1', 'q1']);
    // Dgraph ignores rules of interfaces behind edges, and of unions: there they can be bypassed.
    const posts = engine.name === 'dgraph' ? data.getAuthor.posts : [];
    expect((await graphql(text, { USER: 'ben', LEVEL: 1 })).data.getAuthor).toEqual({ name: 'ann', posts });
  });

  it('a password is checked for permitted clients only', async () => {
    const { id } = (await graphql('{ getAuthor(name: "ann") { id } }')).data.getAuthor;
    const check = async (pwd: string, claims: object): Promise<Answer> =>
      (await graphql(`{ checkAuthorPassword(id: "${id}", pwd: "${pwd}") { name } }`, claims)).data.checkAuthorPassword;
    expect(await check('secret', { ROLE: 'ADMIN' })).toEqual({ name: 'ann' });
    expect(await check('secret', { ROLE: 'x' })).toBeNull();
    expect(await check('secrets', { ROLE: 'ADMIN' })).toBeNull();
  });

  it('an edge is removed from a node only with permission to update that node', async () => {
    // q1 would move from ann to ben: ann must permit updates.
    const text =
      'mutation { updateQuestion(input: { filter: { text: { eq: "q1" } }, set: { author: { name: "ben" } } ' +
      '}) { numUids } }';
    const authors = async () =>
      (await graphql('{ queryQuestion { author { name } } }', { USER: 'ann', LEVEL: 1 })).data;
    expect((await graphql(text, { USER: 'ben', LEVEL: 1 })).data).toEqual({ updateQuestion: null });
    expect(await authors()).toEqual({ queryQuestion: [{ author: { name: 'ann' } }] });
    expect((await graphql(text, { USER: 'ann', LEVEL: 1 })).data).toEqual({ updateQuestion: { numUids: 1 } });
    expect(await authors()).toEqual({ queryQuestion: [] });
  });

  it('nested new nodes are checked by their own rules', async () => {
    const nested = 'mutation { addBoard(input: [{ name: "b3", head: { name: "m3" } }]) { numUids } }';
    expect((await graphql(nested, { ROLE: 'x' })).data).toEqual({ addBoard: null });
    expect((await graphql('{ queryBoard(filter: { name: { eq: "b3" } }) { name } }')).data).toEqual({ queryBoard: [] });
    expect((await graphql(nested, { ROLE: 'ADMIN' })).data).toEqual({ addBoard: { numUids: 2 } });
    // The negation of a rule: closed boards cannot be added.
    const closed = 'mutation { addBoard(input: [{ name: "b4", closed: true }]) { numUids } }';
    expect((await graphql(closed, { ROLE: 'ADMIN' })).data).toEqual({ addBoard: null });
    const open = 'mutation { addBoard(input: [{ name: "b5", closed: false }]) { numUids } }';
    expect((await graphql(open, { ROLE: 'x' })).data).toEqual({ addBoard: { numUids: 1 } });
    // m1 would move from b1 to b6, which updates no board; existing members are not new ones.
    const taking =
      'mutation { addBoard(input: [{ name: "b6", head: { name: "m1" } }]) { numUids board { head { name } } } }';
    expect((await graphql(taking, { ROLE: 'x' })).data).toEqual({
      addBoard: { numUids: 1, board: [{ head: { name: 'm1' } }] },
    });
  });
});
