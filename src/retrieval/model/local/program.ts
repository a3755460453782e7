/**
 * Program of a model's thread. Inference blocks its thread, so it has one of its own. Messages:
 *
 *   to the thread    { id, texts, pairs? }: texts, or pairs of `texts[i]` and `pairs[i]`; { cancel: id }
 *   from the thread  { ready: size of a result } or { failure } once; then { id, values, size } or { id, failure }
 *
 * Texts of about the same length run together, within a limit of tokens, which bounds the memory.
 */
export const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { folder, kind, runtime, tokenizers, threads, maxBatchTokens, maxBatchTexts } = workerData;
const INPUTS = ['input_ids', 'attention_mask', 'token_type_ids', 'position_ids'];
const OUTPUTS =
  kind === 'rerank' ? ['logits'] : ['sentence_embedding', 'last_hidden_state', 'token_embeddings'];
const reasonOf = (error) => String(error?.message ?? error);
const cancelled = new Set();

async function open() {
  const ort = require(runtime);
  const { Tokenizer } = require(tokenizers);
  let tokenizer;
  try { tokenizer = new Tokenizer(folder.tokenizer, folder.tokenizerConfig); }
  catch (error) { throw new Error('tokenizer.json is not a tokenizer: ' + reasonOf(error)); }
  const session = await ort.InferenceSession.create(folder.modelFile, {
    intraOpNumThreads: threads, interOpNumThreads: 1, enableCpuMemArena: false, enableMemPattern: false, logSeverityLevel: 3,
  });
  const { inputNames, outputNames, inputMetadata = [] } = session;
  const unknown = inputNames.find((name) => !INPUTS.includes(name));
  if (unknown !== undefined) throw new Error('the model has the input ' + unknown + '; ' + INPUTS.join(', ') + ' are known');
  if (!inputNames.includes('input_ids')) throw new Error('the model has no input input_ids');
  const output = OUTPUTS.find((name) => outputNames.includes(name)) ?? outputNames[0];
  const typeOf = new Map(inputMetadata.map(({ name, type }) => [name, type]));

  const encode = (text, pair) => {
    const encoded = tokenizer.encode(text, { text_pair: pair, return_token_type_ids: true });
    const cut = (values) =>
      values.length <= folder.maxTokens ? values : [...values.slice(0, folder.maxTokens - 1), values.at(-1)];
    const ids = cut(encoded.ids);
    if (ids.length === 0) throw new Error('the tokenizer gives no token');
    const types = encoded.token_type_ids ?? [];
    return { ids, types: types.length === encoded.ids.length ? cut(types) : ids.map(() => 0) };
  };

  const tensor = (name, rows, length) => {
    const isShort = typeOf.get(name) === 'int32';
    const data = isShort ? new Int32Array(rows.length * length) : new BigInt64Array(rows.length * length);
    rows.forEach(({ ids, types }, row) => {
      for (let i = 0; i < ids.length; i++) {
        const value = name === 'input_ids' ? ids[i] : name === 'token_type_ids' ? types[i] : name === 'position_ids' ? i : 1;
        data[row * length + i] = isShort ? value : BigInt(value);
      }
    });
    return new ort.Tensor(isShort ? 'int32' : 'int64', data, [rows.length, length]);
  };

  /** Returns one result per row, each of the same size. */
  const infer = async (rows) => {
    const length = Math.max(...rows.map(({ ids }) => ids.length));
    const feeds = Object.fromEntries(inputNames.map((name) => [name, tensor(name, rows, length)]));
    const { dims, data, type } = (await session.run(feeds, [output]))[output];
    const shape = '[' + dims.join(', ') + ']';
    if (type !== 'float32') throw new Error('the model gives numbers of type ' + type + '; float32 is needed');
    if (dims[0] !== rows.length) throw new Error('the model gives the shape ' + shape + ' for ' + rows.length + ' texts');
    if (kind === 'rerank') {
      const columns = data.length / rows.length;
      if (columns !== 1 && columns !== 2) throw new Error('the model gives the shape ' + shape + '; one score a pair is needed');
      return rows.map((_, row) => data.slice((row + 1) * columns - 1, (row + 1) * columns));
    }
    if (dims.length !== 2 && (dims.length !== 3 || dims[1] !== length)) {
      throw new Error('the model gives the shape ' + shape + '; a vector for each text, or for each of its tokens, is needed');
    }
    return rows.map(({ ids }, row) => pooled(data, dims.length === 2 ? 1 : ids.length, dims.at(-1), data.length / rows.length * row));
  };

  const pooled = (data, tokens, size, from) => {
    const count = folder.pooling === 'cls' ? 1 : tokens;
    const sum = new Float64Array(size);
    for (let t = 0; t < count; t++) for (let i = 0; i < size; i++) sum[i] += data[from + t * size + i];
    let square = 0;
    for (let i = 0; i < size; i++) { sum[i] /= count; square += sum[i] ** 2; }
    const scale = folder.normalizes && square > 0 ? 1 / Math.sqrt(square) : 1;
    return Float32Array.from(sum, (value) => value * scale);
  };

  return async ({ id, texts, pairs }) => {
    const rows = texts.map((text, i) => ({ ...encode(text, pairs?.[i]), place: i }));
    rows.sort((a, b) => a.ids.length - b.ids.length);
    let values, size = 0;
    for (let from = 0, to; from < rows.length; from = to) {
      to = from + 1;
      while (to < rows.length && to - from < maxBatchTexts && rows[to].ids.length * (to - from + 1) <= maxBatchTokens) to++;
      const batch = rows.slice(from, to);
      const results = await infer(batch);
      size = results[0].length;
      values ??= new Float32Array(texts.length * size);
      results.forEach((result, i) => {
        if (!result.every(Number.isFinite)) throw new Error('the model gives numbers that are not finite');
        values.set(result, batch[i].place * size);
      });
      // Cancellations arrive between batches.
      await new Promise((resolve) => setImmediate(resolve));
      if (cancelled.has(id)) throw new Error('cancelled');
    }
    return { values: values ?? new Float32Array(0), size };
  };
}

open().then(async (run) => {
  const { size } = await run({ id: 0, texts: ['owlgate'], pairs: kind === 'rerank' ? ['owlgate'] : undefined });
  let last = Promise.resolve();
  parentPort.on('message', (request) => {
    if (request.cancel !== undefined) return void cancelled.add(request.cancel);
    const { id } = request;
    last = last.then(async () => {
      try {
        if (cancelled.has(id)) return;
        const result = await run(request);
        parentPort.postMessage({ id, ...result }, [result.values.buffer]);
      } catch (error) {
        parentPort.postMessage({ id, failure: reasonOf(error) });
      } finally {
        cancelled.delete(id);
      }
    });
  });
  parentPort.postMessage({ ready: size });
}).catch((error) => parentPort.postMessage({ failure: reasonOf(error) }));
`;
