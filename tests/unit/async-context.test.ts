import { continueWithAsyncContextFrame, type NodeProcess } from '../../src/async-context';

const OPTION = '--experimental-async-context-frame';

/** Arguments with which the program is replaced; undefined if it is not. */
function replaced(node: Partial<NodeProcess>): readonly string[] | undefined {
  const execve = jest.fn() as unknown as NonNullable<NodeProcess['execve']>;
  const { execPath } = process;
  const usual = { execPath, execArgv: [], argv: [execPath, 'main.js', 'serve'], env: {}, execve };
  continueWithAsyncContextFrame({ ...usual, allowedNodeEnvironmentFlags: new Set([OPTION]), ...node });
  return jest.mocked(execve).mock.calls[0]?.[1];
}

test('adds the option before those of Node and of the program', () => {
  expect(replaced({ execArgv: ['--max-old-space-size=512'] })).toEqual([
    process.execPath,
    OPTION,
    '--max-old-space-size=512',
    'main.js',
    'serve',
  ]);
});

test.each([
  ['has the option', { execArgv: [OPTION] }],
  ['has it from the environment', { env: { NODE_OPTIONS: `--no-warnings ${OPTION}` } }],
  ['is told to go without', { execArgv: ['--no-experimental-async-context-frame'] }],
  ['is of a version without it', { allowedNodeEnvironmentFlags: new Set<string>() }],
  ['talks to a parent process', { channel: {} }],
  ['cannot be replaced', { execve: undefined }],
  ['has no file any more', { execPath: '/nowhere/node' }],
] as [string, Partial<NodeProcess>][])('leaves a program that %s', (_, node) => {
  expect(replaced(node)).toBeUndefined();
});
