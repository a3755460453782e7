/** The TypeScript client as the package exports it, against the program as users start it. */
import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { build, cleanUp, start } from '../support/program/program';

beforeAll(build);
afterEach(cleanUp);

const root = path.join(__dirname, '../..');

const CALLS = `
  const db = connect('default');
  const { answer, module_used } = await db.retrieve('Who sails the Aurora?', { module: 'naive' });
  const error = await connect('nowhere').retrieve('Who?').catch((error) => error);
  console.log(JSON.stringify({ answer, module_used, isOurs: error instanceof ServiceError, status: error.statusCode,
    code: error.body.errors[0].extensions.code }));
`;

it.each([
  ['imported', 'module', `import { connect, ServiceError } from 'owlgate/client'; ${CALLS}`],
  [
    'required',
    'commonjs',
    `const { connect, ServiceError } = require('owlgate/client'); (async () => { ${CALLS} })();`,
  ],
])('the client is %s and queries', async (_, type, script) => {
  const url = await start().url();
  const { stdout, stderr } = spawnSync(process.execPath, [`--input-type=${type}`, '-e', script], {
    cwd: root,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], SERVICE_PLATFORM_URL: url },
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual({
    answer: null,
    module_used: 'naive',
    isOurs: true,
    status: 404,
    code: 'UnknownDatabase',
  });
});
