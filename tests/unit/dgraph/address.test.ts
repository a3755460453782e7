import { parseAddress, serverName } from '../../../src/dgraph/address';

describe('the address of an engine', () => {
  it.each([
    ['http://alpha:8080', { host: 'alpha', port: 8080, tls: false, authority: 'alpha:8080', basePath: '' }],
    ['http://alpha/', { port: 80, basePath: '', url: 'http://alpha' }],
    ['https://d.example.org', { port: 443, tls: true, authority: 'd.example.org' }],
    ['http://[::1]:8080', { host: '::1', port: 8080, authority: '[::1]:8080', url: 'http://[::1]:8080' }],
    ['http://h:8080/dgraph/', { basePath: '/dgraph', url: 'http://h:8080/dgraph' }],
    ['http://h:8080/a/b', { basePath: '/a/b' }],
    [' http://h ', { host: 'h' }],
  ])('%s', (text, parts) => {
    expect(parseAddress(text)).toMatchObject(parts);
  });

  it.each([
    ['http://us%65r:p%40ss@h:1', 'user:p@ss'],
    ['http://user:50%@h:1', 'user:50%'],
    ['http://user@h:1', 'user:'],
  ])('makes an Authorization header of the user in %s, and hides the password', (text, pair) => {
    const { authorization, url, authority, host } = parseAddress(text);
    expect(authorization).toBe(`Basic ${Buffer.from(pair).toString('base64')}`);
    expect([url, authority, host]).toEqual(['http://h:1', 'h:1', 'h']);
  });

  it.each([
    ['alpha:8080', 'it must begin with http:// or https://'],
    ['ftp://user:secret@alpha', 'it must begin with http:// or https://'],
    ['http://user:secret@:8080', 'it is not a URL'],
    ['', 'it is not a URL'],
    ['http://h:99999', 'it is not a URL'],
    ['http://u:secret@h/?x=1', 'it must not have a query'],
  ])('refuses %j without repeating it', (text, message) => {
    let refused: Error | undefined;
    try {
      parseAddress(text);
    } catch (error) {
      refused = error as Error;
    }
    expect(refused).toMatchObject({ name: 'OwlgateError', code: 'InvalidRequest' });
    expect(refused!.message).toContain(message);
    expect(refused!.message).not.toContain('secret');
  });

  it('returns a server name for certificates only for host names', () => {
    expect(serverName(parseAddress('https://d.example.org'))).toBe('d.example.org');
    expect(serverName(parseAddress('https://10.0.0.1'))).toBeUndefined();
    expect(serverName(parseAddress('https://[::1]'))).toBeUndefined();
  });
});
