/** The list in docs/cli.md is the table of commands, and the commands that documents show are accepted. */
import { parseCommandLine, UsageError } from '../../../src/cli/command';
import { COMMANDS } from '../../../src/cli/commands';
import { all } from '../../../src/cli/help';
import { PAGES, readPage } from '../../support/pages';

it('has every command and action, in their own words', async () => {
  const list = readPage('docs/cli.md').split('\n## Commands\n')[1]!.split('\n## ')[0]!;
  const items = [...list.matchAll(/^- `owlgate ([a-z ]+)`: (.+(?:\n {2}.+)*)$/gm)];
  const groups = COMMANDS.filter(({ actions }) => actions).map(({ name }) => name);
  expect(items.map(([, name, summary]) => ({ name, summary: summary!.replaceAll('\n  ', ' ') }))).toEqual(
    (await all()).filter(({ name }) => !groups.includes(name)).map(({ name, summary }) => ({ name, summary })),
  );
});

/** Words as a shell has them, up to a comment, a pipe or a redirection. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  const end = words.findIndex((word) => /^(?:[|<>#&;]|\|\||&&|\d?>)/.test(word));
  return words.slice(0, end < 0 ? words.length : end).map((word) => word.replace(/'([^']*)'|"([^"]*)"/g, '$1$2'));
}

/** Lines of shell blocks that run owlgate, with their quotes closed; and the examples of the help. */
async function shown(): Promise<[string, string[]][]> {
  const inDocuments = PAGES.flatMap((document) =>
    [...readPage(document).matchAll(/```sh(?:ell)?\n([^]*?)```/g)]
      .flatMap(([, block]) => block!.replace(/\\\n\s*/g, ' ').split('\n'))
      .filter((line) => !line.startsWith('docker '))
      .map((line) => /(?:^|\s)(?:npx )?owlgate( .*)$/.exec(line.replace(/\s#.*$/, ''))?.[1])
      .filter((line) => line !== undefined)
      .map((line): [string, string[]] => [`${document}:${line}`, wordsOf(line)]),
  );
  const examples = (await all()).flatMap(({ name, examples: lines = [] }) =>
    lines.map(([line]): [string, string[]] => [`help ${name}: ${line}`, wordsOf(line)]),
  );
  return [...inDocuments, ...examples];
}

it('every command line that is shown names a command and options that there are', async () => {
  const specifications = await all();
  const wrong: string[] = [];
  const lines = await shown();
  for (const [place, words] of lines) {
    const specification = specifications
      .filter(({ name }) => name.split(' ').every((part, i) => words[i] === part))
      .at(-1);
    if (!specification) {
      wrong.push(`${place}: no such command`);
      continue;
    }
    try {
      parseCommandLine(words.slice(specification.name.split(' ').length), specification.options);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      wrong.push(`${place}: ${error.message}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(lines.length).toBeGreaterThan(50);
});
