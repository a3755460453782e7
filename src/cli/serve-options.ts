/** Command line of `owlgate serve`: one flag per setting. */
import { SETTINGS } from '../settings';
import { HELP_OPTION, type CommandSpecification, type OptionSpecification } from './specification';

/** Settings whose values are or may be file names. */
const FILES: Readonly<Record<string, 'file' | 'directory'>> = {
  OWLGATE_DATA: 'directory',
  OWLGATE_IMPORTS: 'file',
  OWLGATE_DATABASES: 'file',
  OWLGATE_API_KEYS: 'file',
};

const options = SETTINGS.map(({ name, flag, default: preset, meaning, schema }): [string, OptionSpecification] => {
  const values: unknown = schema['enum'];
  const completes = FILES[name];
  return [
    flag.replace(/^--/, ''),
    {
      type: 'string',
      takes: '…',
      ...(Array.isArray(values) && { values: values.map(String) }),
      ...(completes && { completes }),
      meaning: `${meaning} (${name}${preset === '' ? '' : `; default: ${preset}`})`,
    },
  ];
});

export const SERVE: CommandSpecification = {
  name: 'serve',
  summary: 'run the gateway until SIGTERM or SIGINT; the default command',
  usage: ['[options]'],
  text: 'Each option is also an environment variable; the option takes precedence.',
  options: {
    ...Object.fromEntries(options),
    help: HELP_OPTION,
    version: { type: 'boolean', short: 'v', default: false, meaning: 'prints the version' },
  },
  examples: [
    ['serve --port 8080 --data ./data', 'on the embedded engine'],
    ['serve --port 8081 --dgraph-url http://alpha:8080', 'in front of a cluster'],
  ],
  status: '0 after SIGTERM or SIGINT; 1, it cannot start or continue; 2, a setting is not accepted.',
};
