/** Removes built-ins of ES2024 that Node 20 lacks, from threads too: `node -r node20.cjs …`. */
for (const name of ['transfer', 'transferToFixedLength', 'detached']) delete ArrayBuffer.prototype[name];
for (const name of ['withResolvers', 'try']) delete Promise[name];
delete Array.fromAsync;
