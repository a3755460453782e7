/** docs/settings.md, generated from the table of settings. */
import { SETTINGS } from '../../../src/settings';
import { wrapped } from './wrap';

const INTRODUCTION = `# Settings

Every setting is an environment variable and a flag of \`owlgate serve\`; the flag takes precedence. \`npx owlgate serve
--help\` prints this list. A secret may stand in a file instead: \`DGRAPH_PASSWORD_FILE=/run/secrets/dgraph\`. It
is read at the start. The page is made from \`src/settings.ts\` by \`npm run docs\`.
`;

/** Text of the page. */
export function settingsPage(): string {
  const entries = SETTINGS.map(({ name, flag, default: preset, meaning, accepts, secret }) => {
    const start = preset === '' ? 'no default' : `default \`${preset}\``;
    const [first, ...rest] = wrapped(
      `- **\`${name}\`** (\`${flag}\`, ${start}): ${meaning}. Value: ${accepts}${secret ? '; or a file: `' + name + '_FILE`' : ''}.`,
    );
    return [first, ...rest.map((line) => `  ${line}`)].join('\n');
  });
  return `${INTRODUCTION}\n${entries.join('\n')}\n`;
}
