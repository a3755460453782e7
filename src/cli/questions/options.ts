/** The command lines of `owlgate retrieve` and `owlgate chat`. */
import { MODULES, TRACES } from '../../client';
import { STANDARD_INPUT } from '../command';
import { DATABASE_OPTION, GATEWAY_OPTIONS, GATEWAY_STATUS } from '../gateway/options';
import type { CommandSpecification } from '../specification';

const HOW = {
  module: {
    type: 'string',
    short: 'm',
    takes: 'MODULE',
    values: MODULES,
    meaning: `how to retrieve: ${MODULES.join(', ')} (default: the database's own way)`,
  },
  trace: {
    type: 'string',
    takes: 'TRACE',
    values: TRACES,
    default: 'summary',
    meaning: 'full: the steps, the whole results of tools, and proofs (default: summary)',
  },
  database: { ...DATABASE_OPTION, short: 'd' },
} as const;

export const RETRIEVE = {
  name: 'retrieve',
  summary: 'a question in words, answered with the passages and facts behind it',
  usage: ['[options] [DATABASE] QUESTION', '[options] [DATABASE] -'],
  text: `The answer is what documents and graph say, or that nobody has written it down. Each statement is marked asserted or inferred,
each passage has its source. ${STANDARD_INPUT} is standard input.`,
  options: {
    ...HOW,
    ...GATEWAY_OPTIONS,
    json: { ...GATEWAY_OPTIONS.json, meaning: "the result as JSON, in the fields of the SDKs' RetrievalResult" },
  },
  examples: [
    ['retrieve "Who sails the Aurora?"', ''],
    ['retrieve museum "Which ships are tankers?" --module owl --trace full', ''],
    ['retrieve --json - < question.txt | jq .answer', ''],
  ],
  status: `${GATEWAY_STATUS} That no answer is known is a result.`,
} as const satisfies CommandSpecification;

export const CHAT = {
  name: 'chat',
  summary: 'a conversation, in the terminal or a message at a time',
  usage: ['[options] [MESSAGE | -]', '--list | --history | --delete [--conversation NAME]'],
  text: `Without a message it goes on until Ctrl-D; Ctrl-C leaves an answer that is being given. What was said before counts. A
conversation is kept by the gateway, and goes on under its name whenever it is named again.`,
  options: {
    conversation: {
      type: 'string',
      short: 'c',
      takes: 'NAME',
      meaning: 'letters, digits and _.:@- (default: a new one)',
    },
    list: { type: 'boolean', default: false, meaning: 'lists the conversations' },
    history: { type: 'boolean', default: false, meaning: 'prints what was said' },
    delete: { type: 'boolean', default: false, meaning: 'deletes the conversation' },
    quiet: { type: 'boolean', short: 'q', default: false, meaning: 'the answer alone, without steps and sources' },
    ...HOW,
    ...GATEWAY_OPTIONS,
    timeout: {
      ...GATEWAY_OPTIONS.timeout,
      meaning: 'how long an answer may take (default: until the gateway ends it)',
    },
    json: { ...GATEWAY_OPTIONS.json, meaning: 'with a message: the result as JSON; else what is listed' },
  },
  examples: [
    ['chat', ''],
    ['chat -c voyage "Where did Rex come from?"', ''],
    ['chat -c voyage "And when?"', 'goes on'],
    ['chat --history -c voyage', ''],
  ],
  status: `${GATEWAY_STATUS} That no answer is known is a result.`,
} as const satisfies CommandSpecification;
