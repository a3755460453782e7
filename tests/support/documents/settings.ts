/** docs/settings.md, generated from the table of settings. */
import { SETTINGS } from '../../../src/settings';
import { wrapped } from './wrap';

const INTRODUCTION = `# Settings

Every setting is an environment variable and a flag of \`owlgate serve\`; the flag takes precedence. \`npx owlgate serve
--help\` prints this list. It is made from \`src/settings.ts\` by \`npm run docs\`.
`;

/** Text of the page. */
export function settingsPage(): string {
  const entries = SETTINGS.map(({ name, flag, default: preset, meaning, accepts }) => {
    const start = preset === '' ? 'no default' : `default \`${preset}\``;
    const [first, ...rest] = wrapped(`- **\`${name}\`** (\`${flag}\`, ${start}): ${meaning}. Value: ${accepts}.`);
    return [first, ...rest.map((line) => `  ${line}`)].join('\n');
  });
  return `${INTRODUCTION}\n${entries.join('\n')}\n`;
}
