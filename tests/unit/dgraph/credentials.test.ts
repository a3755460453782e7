import { credentialsOf } from '../../../src/dgraph/credentials';

describe('credentials', () => {
  it('are the headers that Dgraph knows, and no others', () => {
    const headers = {
      'x-dgraph-accesstoken': 'a',
      'x-dgraph-authtoken': 'b',
      'x-auth-token': 'c',
      authorization: 'Bearer d',
      cookie: 'e',
      'set-cookie': ['f'],
    };
    expect(credentialsOf(headers)).toEqual({
      'X-Dgraph-AccessToken': 'a',
      'X-Dgraph-AuthToken': 'b',
      'X-Auth-Token': 'c',
      Authorization: 'Bearer d',
    });
  });

  it('are undefined without such headers', () => {
    expect(credentialsOf({})).toBeUndefined();
    expect(credentialsOf({ 'x-auth-token': '', host: 'h' })).toBeUndefined();
  });
});
