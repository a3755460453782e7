/** `npm run fuzz`: see options.ts. Exit status: 0 where nothing failed, 1 where something did, 2 for a wrong option. */
import { readOptions, USAGE, type Options } from './options';
import { generatorNames, runAll } from './run/all';

async function main(): Promise<number> {
  if (process.argv.some((argument) => argument === '--help' || argument === '-h')) {
    console.log(USAGE);
    return 0;
  }
  let options: Options;
  try {
    options = readOptions(process.argv.slice(2));
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
  if (options.list) {
    console.log(generatorNames().join('\n'));
    return 0;
  }
  return (await runAll(options)) ? 0 : 1;
}

main().then(
  (status) => process.exit(status),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
