/** The script for fish. */
import type { OptionWords, Words } from './words';

export function fishScript(all: readonly Words[]): string {
  return `# fish completion for owlgate; made by: owlgate completion fish
function __owlgate_at
    # Whether these are the words before the one at the cursor, as far as they are commands.
    set -l words (commandline -opc)
    set -e words[1]
    set -l found
    for word in $words
        contains -- "$found $word" ${all
          .flatMap(({ path, next }) => next.map(({ name }) => quoted(` ${`${path} ${name}`.trim()}`)))
          .join(' ')}
        or break
        set found "$found $word"
    end
    test "$found" = "$argv[1]"
end
complete -c owlgate -f
${all.flatMap(linesOf).join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replace(/[\\']/g, (c) => `\\${c}`)}'`;

function linesOf({ path, next, options, operands }: Words): string[] {
  const at = path === '' ? '' : ` ${path}`;
  const begin = `complete -c owlgate -n ${quoted(`__owlgate_at "${at}"`)}`;
  const words = typeof operands === 'object' ? operands : [];
  return [
    ...next.map(({ name, summary }) => `${begin} -a ${quoted(name)} -d ${quoted(summary)}`),
    ...(next.length === 0 && words.length > 0 ? [`${begin} -a ${quoted(words.join(' '))}`] : []),
    ...(operands === 'file' ? [`${begin} -F`] : []),
    ...(operands === 'directory' ? [`${begin} -a ${quoted('(__fish_complete_directories)')}`] : []),
    ...options.map((option) => `${begin} ${optionOf(option)}`),
  ];
}

function optionOf({ name, short, takesValue, values, completes, meaning }: OptionWords): string {
  return [
    `-l ${name}`,
    ...(short === undefined ? [] : [`-s ${short}`]),
    // Files are offered where nobody says otherwise.
    ...(takesValue ? [completes === 'file' ? '-r' : '-x'] : []),
    ...(values ? [`-a ${quoted(values.join(' '))}`] : []),
    ...(completes === 'file' ? ['-F'] : []),
    ...(completes === 'directory' ? [`-a ${quoted('(__fish_complete_directories)')}`] : []),
    `-d ${quoted(meaning)}`,
  ].join(' ');
}
