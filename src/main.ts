#!/usr/bin/env node
/** Program: serves, or runs another command. Each loads only its own modules. */
import { continueWithAsyncContextFrame } from './async-context';
import { dispatch } from './cli';

async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const status = await dispatch(argv, process);
  if (status !== undefined) {
    process.exitCode = status;
    return;
  }
  continueWithAsyncContextFrame();
  // `serve` is the default command; its settings follow without the command's name.
  if (argv[0] === 'serve') process.argv.splice(2, 1);
  const { serve } = await import('./serve.js');
  await serve();
}

void main();
