/** Settings of the models that answer and embed. */
import { integer, type Setting } from './settings-types';

export const MODELS: readonly Setting[] = [
  {
    name: 'OWLGATE_MODEL_URL',
    flag: '--model-url',
    default: '',
    meaning:
      'base URL of an OpenAI-compatible API for questions in words (https://api.openai.com/v1, ' +
      'http://localhost:11434/v1); without it no model is used',
    accepts: 'the http(s) address of an API such as https://api.openai.com/v1',
    schema: { type: 'string', format: 'api' },
    secret: true,
  },
  {
    name: 'OWLGATE_MODEL_KEY',
    flag: '--model-key',
    default: '',
    meaning:
      'API key for OWLGATE_MODEL_URL, if it needs one; set it in the environment, where other users of the machine ' +
      'cannot see it',
    accepts: 'a key',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]*$' },
    secret: true,
  },
  {
    name: 'OWLGATE_MODEL',
    flag: '--model',
    default: '',
    meaning: 'name of the model at OWLGATE_MODEL_URL; it must support tool calls',
    accepts: "a model's name",
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_MODEL_PRICES',
    flag: '--model-prices',
    default: '0,0',
    meaning: 'US dollars per million tokens sent and received; used for cost_usd and the budget of a question',
    accepts: 'two numbers such as 2.50,10',
    schema: { type: 'string', pattern: '^\\s*\\d+(\\.\\d+)?\\s*,\\s*\\d+(\\.\\d+)?\\s*$' },
  },
  {
    name: 'OWLGATE_MODEL_TIMEOUT_MS',
    flag: '--model-timeout-ms',
    default: '30000',
    meaning: 'milliseconds for one request to the model, with its retries; then the answer is given without the model',
    accepts: 'an integer from 100 to 600000',
    schema: integer(100, 600_000),
  },
  {
    name: 'OWLGATE_MODEL_LINKS',
    flag: '--model-links',
    default: 'on',
    meaning:
      'on: the model, if set, resolves ambiguous names and pronouns in documents when they are stored; off: labels ' +
      'alone link documents, at no cost',
    accepts: 'on or off',
    schema: { enum: ['on', 'off'] },
  },
  {
    name: 'OWLGATE_EMBEDDING_MODEL',
    flag: '--embedding-model',
    default: '',
    meaning: 'embedding model; enables semantic search of passages',
    accepts: "a model's name",
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_EMBEDDING_URL',
    flag: '--embedding-url',
    default: '',
    meaning: 'API of the embedding model (default: OWLGATE_MODEL_URL with its key)',
    accepts: 'the http(s) address of an API such as http://localhost:11434/v1',
    schema: { type: 'string', format: 'api' },
    secret: true,
  },
  {
    name: 'OWLGATE_EMBEDDING_KEY',
    flag: '--embedding-key',
    default: '',
    meaning: 'API key for OWLGATE_EMBEDDING_URL, if it needs one',
    accepts: 'a key',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]*$' },
    secret: true,
  },
  {
    name: 'OWLGATE_EMBEDDING_MODEL_PATH',
    flag: '--embedding-model-path',
    default: '',
    meaning:
      'folder of an ONNX embedding model that owlgate runs itself, instead of OWLGATE_EMBEDDING_MODEL; needs the package ' +
      'onnxruntime-node',
    accepts: 'a folder with model.onnx, tokenizer.json and config.json',
    schema: { type: 'string' },
  },
  {
    name: 'OWLGATE_RERANKING_MODEL_PATH',
    flag: '--reranking-model-path',
    default: '',
    meaning: 'folder of an ONNX cross-encoder, which orders the passages found; needs the package onnxruntime-node',
    accepts: 'a folder with model.onnx, tokenizer.json and config.json',
    schema: { type: 'string' },
  },
];
