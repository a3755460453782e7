/** Command lines of `owlgate retrieve` and `owlgate chat`. */
import { MODULES, TRACES } from '../../client';
import { STANDARD_INPUT } from '../command';
import { DATABASE_OPTION, GATEWAY_OPTIONS, GATEWAY_STATUS } from '../gateway/options';
import type { CommandSpecification } from '../specification';

const RETRIEVAL_OPTIONS = {
  module: {
    type: 'string',
    short: 'm',
    takes: 'MODULE',
    values: MODULES,
    meaning: `retrieval module: ${MODULES.join(', ')} (default: the module of the database)`,
  },
  trace: {
    type: 'string',
    takes: 'TRACE',
    values: TRACES,
    default: 'summary',
    meaning: 'full: adds steps, complete results of tools, and proofs (default: summary)',
  },
  database: { ...DATABASE_OPTION, short: 'd' },
} as const;

export const RETRIEVE = {
  name: 'retrieve',
  summary: 'answer a question in words; print its passages and facts',
  usage: ['[options] [DATABASE] QUESTION', '[options] [DATABASE] -'],
  text: `Answers from documents and graph, or reports that no answer is known. Each statement is marked asserted or inferred; each passage
has its source. ${STANDARD_INPUT} is standard input.`,
  options: {
    ...RETRIEVAL_OPTIONS,
    ...GATEWAY_OPTIONS,
    json: {
      ...GATEWAY_OPTIONS.json,
      meaning: "prints the result as JSON, with the fields of the SDKs' RetrievalResult",
    },
  },
  examples: [
    ['retrieve "Who sails the Aurora?"', ''],
    ['retrieve museum "Which ships are tankers?" --module owl --trace full', ''],
    ['retrieve --json - < question.txt | jq .answer', ''],
  ],
  status: `${GATEWAY_STATUS} A missing answer is a result.`,
} as const satisfies CommandSpecification;

export const CHAT = {
  name: 'chat',
  summary: 'hold a conversation in the terminal, or send one message',
  usage: ['[options] [MESSAGE | -]', '--list | --history | --delete [--conversation NAME]'],
  text: `Without a message, the command runs until Ctrl-D; Ctrl-C leaves an answer in progress. Earlier messages are taken into account.
The gateway stores a conversation; its name continues it later.`,
  options: {
    conversation: {
      type: 'string',
      short: 'c',
      takes: 'NAME',
      meaning: 'letters, digits and _.:@- (default: a new one)',
    },
    list: { type: 'boolean', default: false, meaning: 'lists the conversations' },
    history: { type: 'boolean', default: false, meaning: 'prints the messages' },
    delete: { type: 'boolean', default: false, meaning: 'deletes the conversation' },
    quiet: {
      type: 'boolean',
      short: 'q',
      default: false,
      meaning: 'prints only the answer, without steps and sources',
    },
    ...RETRIEVAL_OPTIONS,
    ...GATEWAY_OPTIONS,
    timeout: {
      ...GATEWAY_OPTIONS.timeout,
      meaning: 'time limit of an answer (default: that of the gateway)',
    },
    json: { ...GATEWAY_OPTIONS.json, meaning: 'prints the result, or the list, as JSON' },
  },
  examples: [
    ['chat', ''],
    ['chat -c voyage "Where did Rex come from?"', ''],
    ['chat -c voyage "And when?"', 'continues'],
    ['chat --history -c voyage', ''],
  ],
  status: `${GATEWAY_STATUS} A missing answer is a result.`,
} as const satisfies CommandSpecification;
