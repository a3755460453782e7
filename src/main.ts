#!/usr/bin/env node
/** The program: serves, or runs a command; neither loads what only the other needs. */
import { dispatch } from './cli/dispatch';

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const status = await dispatch(argv, process);
  if (status !== undefined) {
    process.exitCode = status;
    return;
  }
  // What it does without a word for it.
  if (argv[0] === 'serve') process.argv.splice(2, 1);
  const { serve } = await import('./serve.js');
  await serve();
}

void main();
