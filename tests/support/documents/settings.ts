/** docs/settings.md, made from the table of settings. */
import { SETTINGS } from '../../../src/settings';
import { wrapped } from './wrap';

const INTRODUCTION = `# Settings

Every setting is an environment variable and a flag of \`owlgate serve\`; the flag takes precedence. \`npx owlgate serve
--help\` prints this list. It is made from \`src/settings.ts\` by \`npm run docs\`.
`;

/** Text of the page. */
export function settingsPage(): string {
  const entries = SETTINGS.map(({ name, flag, default: preset, meaning, accepts }) =>
    [
      `## \`${name}\``,
      '',
      ...wrapped(meaning),
      '',
      ...item(`Flag: \`${flag}\``),
      ...item(`Default: ${preset === '' ? 'none' : `\`${preset}\``}`),
      ...item(`Value: ${accepts}`),
    ].join('\n'),
  );
  return `${[INTRODUCTION.trimEnd(), ...entries].join('\n\n')}\n`;
}

const item = (text: string): string[] => wrapped(`- ${text}`).map((line, i) => (i === 0 ? line : `  ${line}`));
