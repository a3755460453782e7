import { readDryRun, readParameters } from '../../../../src/materialize/write/parameters';

const read = (text: string): ReturnType<typeof readParameters> => readParameters(new URLSearchParams(text));

it.each([
  ['', { commitNow: false, parameters: {} }],
  ['commitNow=true', { commitNow: true, parameters: {} }],
  ['commitNow=T&startTs=0', { commitNow: true, parameters: {} }],
  ['commitNow=0&startTs=42', { commitNow: false, startTs: 42, parameters: {} }],
  ['startTs=42&hash=abc&debug=true', { commitNow: false, startTs: 42, hash: 'abc', parameters: { debug: 'true' } }],
  ['dryRun=true&commitNow=true', { dryRun: true, commitNow: true, parameters: {} }],
  ['dryRun=0', { commitNow: false, parameters: {} }],
  ['hash=&startTs=', { commitNow: false, parameters: {} }],
])('%j', (text, expected) => expect(read(text)).toEqual({ dryRun: false, ...expected }));

it.each(['commitNow=yes', 'commitNow=tRUE', 'startTs=-1', 'startTs=1.5', 'startTs=soon', 'startTs=99999999999999999'])(
  '%s is refused with the expected values',
  (text) => expect(() => read(text)).toThrow(/^(commitNow|startTs)=.*: .* is expected$/),
);

it.each(['dryRun=yes', 'dryrun=true', 'dry-run=true', 'dry_run=1', 'DryRun=false', 'dryRun=false&dryRun=true'])(
  '%s is refused, since it may be a misspelled dry run',
  (text) => expect(() => readDryRun(new URLSearchParams(text))).toThrow(/dryRun/),
);
