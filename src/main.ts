#!/usr/bin/env node
/** The program: serves, or runs a command; neither loads what only the other needs. */
const [command, ...args] = process.argv.slice(2);

if (command === 'reason') {
  void import('./cli/reason.js').then(async ({ reason }) => {
    process.exitCode = await reason(args, process);
  });
} else if (command === 'backup' || command === 'restore') {
  void import('./cli/storage.js').then(async (commands) => {
    process.exitCode = await commands[command](args, process);
  });
} else if (command === 'export') {
  void import('./cli/export.js').then(async ({ exportData }) => {
    process.exitCode = await exportData(args, process);
  });
} else if (command === 'keys') {
  void import('./cli/keys.js').then(async ({ keys }) => {
    process.exitCode = await keys(args, process);
  });
} else if (command === 'load') {
  void import('./cli/load.js').then(async ({ load }) => {
    process.exitCode = await load(args, process);
  });
} else {
  // What it does without a word for it.
  if (command === 'serve') process.argv.splice(2, 1);
  void import('./serve.js').then(({ serve }) => serve());
}
