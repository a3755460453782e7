/** Specification of a command as data: the source of its help, its parser and shell completion. */

export interface OptionSpecification {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  readonly default?: string | boolean | string[];
  /** Name of the value in the help, such as FILE. */
  readonly takes?: string;
  /** Accepted values. */
  readonly values?: readonly string[];
  /** Kind of values that shells complete. */
  readonly completes?: 'file' | 'directory';
  /** Description in the help; may have several lines. */
  readonly meaning: string;
}

export type OptionSpecifications = Readonly<Record<string, OptionSpecification>>;

export interface CommandSpecification<T extends OptionSpecifications = OptionSpecifications> {
  /** Full name, such as `ontology load`. */
  readonly name: string;
  /** Imperative, one line, without a full stop. */
  readonly summary: string;
  /** Arguments after the name, one line per form. */
  readonly usage: readonly string[];
  /** Description in paragraphs. */
  readonly text?: string;
  readonly options: T;
  /** Operands that shells complete. */
  readonly operands?: 'file' | 'directory' | readonly string[];
  /** Command lines without `owlgate`, each with a remark or ''. */
  readonly examples?: readonly (readonly [line: string, remark: string])[];
  readonly status: string;
}

export const HELP_OPTION = { type: 'boolean', short: 'h', default: false, meaning: 'this text' } as const;
export const JSON_OPTION = { type: 'boolean', default: false, meaning: 'prints one JSON value' } as const;

const MAX_COLUMNS = 120;

/** Returns the text of `owlgate NAME --help`. */
export function helpOf(specification: CommandSpecification): string {
  const { name, summary, usage, text, options, examples = [], status } = specification;
  const usages = usage.map((rest, i) => `${i === 0 ? 'Usage:' : '      '} owlgate ${`${name} ${rest}`.trim()}`);
  const rows = Object.entries(options).map(([flag, option]) => [spelled(flag, option), option.meaning] as const);
  return [
    `owlgate ${name}: ${summary}.`,
    usages.join('\n'),
    ...(text === undefined ? [] : [paragraphs(text)]),
    list(rows),
    ...(examples.length === 0 ? [] : [`Examples:\n${exampleLines(examples)}`]),
    `${wrapped(`Exit status: ${status}`, 0)}\n`,
  ].join('\n\n');
}

/** Prints an option: `--url ADDRESS`, `--help, -h`. */
function spelled(flag: string, { type, short, takes = 'VALUE' }: OptionSpecification): string {
  return `--${flag}${short === undefined ? '' : `, -${short}`}${type === 'boolean' ? '' : ` ${takes}`}`;
}

/** Prints two columns; wraps the second. */
export function list(rows: readonly (readonly [string, string])[]): string {
  const column = Math.max(...rows.map(([first]) => first.length)) + 4;
  return rows.map(([first, second]) => `  ${first.padEnd(column - 2)}${wrapped(second, column)}`).join('\n');
}

function exampleLines(examples: NonNullable<CommandSpecification['examples']>): string {
  const width = Math.min(70, Math.max(...examples.map(([line]) => line.length)) + 10);
  return examples
    .map(([line, remark]) => {
      const isBare = remark === '';
      return `  ${`owlgate ${line}`.padEnd(isBare ? 0 : width)}${isBare ? '' : `  ${remark}`}`;
    })
    .join('\n');
}

const paragraphs = (text: string): string =>
  text
    .split('\n\n')
    .map((paragraph) => (paragraph.startsWith(' ') ? paragraph : wrapped(paragraph.replaceAll('\n', ' '), 0)))
    .join('\n\n');

/** @param indent indentation of all lines after the first, and width of the text before the first */
function wrapped(text: string, indent: number): string {
  const lines: string[] = [];
  for (const part of text.split('\n')) {
    let line = '';
    for (const word of part.split(' ')) {
      if (line !== '' && indent + line.length + 1 + word.length > MAX_COLUMNS) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}
