/** Before the first stage: what people put around a question is taken off, and contractions are written out. */

const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]t\b/gi, 'can not'],
  [/\bwon['’]t\b/gi, 'will not'],
  [/\bcannot\b/gi, 'can not'],
  [/n['’]t\b/gi, ' not'],
  [/\b(who|what|where|when|how|that|there|it|he|she)['’]s\b/gi, '$1 is'],
  [/^(who|what|where)s\b/gi, '$1 is'],
  [/\b(who|what|where|they|we|you)['’]re\b/gi, '$1 are'],
  [/\b(who|what|that|they|we|i|you)['’]ve\b/gi, '$1 have'],
  [/\bI['’]d\b/gi, 'I would'],
  [/\bI['’]m\b/gi, 'I am'],
  [/\blet['’]s\b/gi, 'let us'],
];

const SAY =
  '(?:tell|show|give|name|list|find|say|explain|inform|help|look up|provide|identify|enumerate|check|let|get)';
/** Each is tried until none is there any more. */
const OPENERS: readonly (readonly [RegExp, string])[] = [
  [
    /^(?:please|kindly|hi|hello|hey|ok|okay|so|well|and|but|now|then|also|just|question|quick question)\b[\s,:!-]+/i,
    '',
  ],
  [
    new RegExp(
      '^(?:can|could|would|will|may|might) (?:you|i|we|someone|anyone|anybody|somebody)(?: please| kindly)? ' +
        `${SAY}(?: please)?(?: to)?(?: me| us)?(?: please)?(?: know| find| out)?\\b[\\s,:]+`,
      'i',
    ),
    'tell me ',
  ],
  [
    /^(?:do|does|would|did) (?:you|anyone|anybody|someone)(?: happen to| by any chance)? (?:know|remember|recall)\b[\s,:]+/i,
    'tell me ',
  ],
  [
    /^i (?:would |really )?(?:like|want|need|wish|love|have) to (?:know|see|find out|learn|hear|ask)\b[\s,:]+/i,
    'tell me ',
  ],
  [/^i (?:am |was )?(?:wonder|wondering|curious|interested in|looking for|searching for|asking)\b[\s,:]+/i, 'tell me '],
  [/^(?:is it (?:true|correct|right|so|the case)|is it known) (?:that\b)?\s*/i, 'whether '],
  [
    /^(?:please )?(?:let me know|tell us|tell me please|any idea|have you any idea|do you have any idea)\b[\s,:]+/i,
    'tell me ',
  ],
  [/^tell me (?:please |about |that |to know )/i, 'tell me '],
  [/^tell me tell me /i, 'tell me '],
  [
    /^(?:please )?(?:tell|show|give) (?:me|us) (?=(?:who|whom|whose|which|what|when|where|how|whether|if|in which|in what|on which|by whom|of which|to whom|from whom)\b)/i,
    '',
  ],
];
const QUESTION = '(?:(?:in|on|at|of|for|from|to|by|with) )?(?:who|whom|whose|which|what|when|where|how)\\b';
/** "Old Mill: what river runs past it?" */
const TOPIC = new RegExp(`^([^:?]{2,60}): (${QUESTION}.*)$`, 'i');
/** "The Bruno, whose property is she?" */
const TOPIC_ASIDE = new RegExp(
  `^((?:[Tt]he )?\\p{Lu}[^,:?]{1,50}), (${QUESTION}.*\\b(?:it|they|them|he|him|she|her)\\b.*)$`,
  'u',
);
const BARE = /^(?:what|which) ([\p{L}-]+(?: [\p{L}-]+)?)\??$/iu;
/** What it says that something belongs to a class. */
const COUNTED = '(?:counted|reckoned|ranked|listed|classed|classified|numbered|included)';
const COMMAND = '(?:name|list|give|show|tell|find)(?: me| us)?';
/** Ways to say what has a usual one. */
const TURNS: readonly (readonly [RegExp, string])[] = [
  [/^(?:does|do|did) (.+?) (?:count|rank|qualify) (?:as|among|amongst) (?:one of |an? )?(?:the )?(?=\S)/i, 'is $1 a '],
  [
    new RegExp(
      `^(is|are|was|were) (.+?) (?:${COUNTED} (?:as|among|amongst|with|under)|among|amongst|one of) (?:one ` +
        'of )?(?:the )?(?=\\S)',
      'i',
    ),
    '$1 $2 a ',
  ],
  [/^(?:count|number of|total number of|the number of)(?: all)?(?: of)?(?: the)? (?=\p{L})/iu, 'how many '],
  [
    new RegExp(
      `^(${COMMAND}) (?:the names? of )?(?:every|each|any|all of the|all)(?:(?:one|body| one| person)? ` +
        '(?:who|that) (?:is|are|was|were)(?: an?)?)? (?=\\S)',
      'i',
    ),
    '$1 all ',
  ],
  [
    new RegExp(`^(${COMMAND}) (?:all |the )?(?:those|people|everything) (?:who|that) (?:is|are)(?: an?)? (?=\\S)`, 'i'),
    '$1 all ',
  ],
  [/\b(?:is|are|was|were) on the (?:books|payroll|staff|crew) of\b/gi, 'works for'],
  [/\b(?:is|are|was|were) in charge at\b/gi, 'leads'],
  [/\b(come|comes|came|coming) out of\b/gi, '$1 from'],
  [/\b(?:carry|carries|carried|carrying) out\b/gi, 'performed'],
  [/\b(?:come|comes|came) into (?:being|existence)\b/gi, 'founded'],
  [/\b(?:come|comes|came) out(?! (?:of|on|in front)\b)/gi, 'published'],
  [/\b(work(?:s|ed|ing)?) together with\b/gi, 'collaborates with'],
  [/\bat the same time\b/gi, 'also'],
  [
    /, (?:(?:whether )?directly (?:or|and) [\p{L} ]{2,20}|both directly and indirectly|direct (?:or|and) indirect),(?= )/giu,
    '',
  ],
  [/\b(?:has|have|had) (?:its|their|his|her) (?:seat|headquarters|head office|base|offices?)\b/gi, 'based'],
  [/\b(?:keep|keeps|kept|keeping) up\b/gi, 'maintained'],
  [/\bdaughter (?:firms?|compan(?:y|ies))\b/gi, 'subsidiaries'],
  [/^(?:of|among|amongst|out of) (?:all )?((?:the|these) [^,?]+), (which|what|who)(?: ones?)?(?= )/i, '$2 of $1'],
  [
    /^(?:tell me|name|give me|state) (?:the )?(?:year|date|day|time)(?: in which| on which| at which| when| that)? (?=\S)/i,
    'when ',
  ],
  [/^(?:what|which) (?:is|was) the (?:year|date|day)(?: in which| on which| when| that) (?=\S)/i, 'when '],
  [/^(?:[Tt]he )?(?:[Yy]ear|[Dd]ate|[Dd]ay) of (?=the |\p{Lu})/u, 'when '],
  [/\bpass(?:ed|es)? away\b/gi, 'died'],
  [/\bset(?:s|ting)? up\b/gi, 'established'],
  [/\b(?:come|came|comes) into the world\b/gi, 'was born'],
  [/\b(?:saw|see) the light of day\b/gi, 'was born'],
  [/\b(?:birthday|birth date|date of birth|birthdate)\b/gi, 'birth'],
  [/\b(?:count|counts|counted|regarded|classed|classified|considered|seen) as (?=an? )/gi, ''],
  [/\b(?:bring|brings|brought|bringing) back\b/gi, 'revives'],
  [/\b(?:take|takes|took) part in\b/gi, 'participated in'],
  [/\b(?:put|puts|putting) (?:the )?money (?:into|in|behind)\b/gi, 'funded'],
  [/\b(?:pay|pays|paid) for\b/gi, 'funded'],
  [/\b(?:come|comes|came) from the (?:pen|hand) of\b/gi, 'written by'],
  [/\b(?:live|lives|lived|make|makes|made) (?:their|his|her|its|a) home in\b/gi, 'lives in'],
  [/\b(?:work|works|worked|working) as an? (\w+) (?:for|at|in)\b/gi, 'is $1 of'],
  [
    /^((?:in|on|at) (?:which|what) [^?]{1,40}?|where) (?:do|can|could|will|would|shall|should) (?:i|you|we|one|people|visitors) (?:find|see|visit|meet|look for) /i,
    '$1 is ',
  ],
  [/\b(?:is|are|was|were) to be found\b/gi, 'is located'],
  [/\b(?:can|could) (?:be found|be seen|one find|you find|i find|we find)\b/gi, 'is located'],
  [/\b(?:is|are|was|were) home to\b/gi, 'hosts'],
  [/\b(?:give|gave|gives|given) birth to\b/gi, 'is mother of'],
  [/\b(?:tie|tied|ties) the knot with\b/gi, 'married'],
  [/\b(?:take|takes|took|taking) over from\b/gi, 'succeeded'],
  [/\b(?:hand|handed|hands) over to\b/gi, 'preceded'],
  [/\b(?:give|gave|gives|given) money (?:to|for)\b/gi, 'funded'],
  [/\b(?:is|are|was|were) responsible for\b/gi, 'leads'],
  [/\b(?:is|are|was|were) in charge of\b/gi, 'leads'],
  [/\b(?:looks?|looked|looking|cares?|cared|caring) (?:after|for)\b/gi, 'keeps'],
  [/\b(?:takes?|took|taking|taken) care of\b/gi, 'keeps'],
];
const CLOSERS: readonly RegExp[] = [
  /(?<![\s,])[\s,]+(?:(?:that|which|do) )?(?:you|we) (?:know of|know about|know|have heard of)\s*[?.!]*$/i,
  /(?<![\s,])[\s,]+(?:that|which) (?:there are|exist)\s*[?.!]*$/i,
  /(?<![\s,])[\s,]+(?:all(?: the| of their)? names|all of (?:them|these|those)|(?:of )?(?:all|any) (?:sorts?|kinds?|types?)|in total|in all|altogether|at all)\s*[?.!]*$/i,
  /(?<![\s,])[\s,]+(?:(?:the )?indirect(?:ly)?(?: ones)?|directly or indirectly) (?:too|as well|included)\s*[?.!]*$/i,
  /(?<![\s,])[\s,]+(?:please|thanks|thank you|right|correct|is it|is that so|by the way)\s*[?.!]*$/i,
  /(?<![\s,])[\s,]+(?:do you know|can you tell me|could you tell me|i wonder)\s*[?.!]*$/i,
];

/**
 * Phrases in the usual words. One of which the ontology has a word itself is left as it is.
 *
 * @param isKnown whether the ontology names something so
 */
export function usually(question: string, isKnown: (phrase: string) => boolean): string {
  let text = question;
  for (const [pattern, written] of TURNS) {
    text = text.replace(pattern, (phrase: string, ...groups: string[]) =>
      isKnown(phrase) ? phrase : written.replace(/\$(\d)/g, (_, number: string) => groups[Number(number) - 1] ?? ''),
    );
  }
  return text;
}

/** A question whose topic stands before it, as one that names it. */
function aboutTopic(topic: string, asked: string): string {
  const bare = BARE.exec(asked);
  if (bare) return `what is the ${bare[1]!} of ${topic}?`;
  const told = asked.replace(/\b(?:it|they|them|he|him|she|her|this|that one)\b(?=[\s?.!]|$)/i, topic);
  return told === asked ? `${topic}: ${asked}` : told;
}

/** The question itself, in the words in which it was asked; never empty where the question is not. */
export function plainly(question: string): string {
  let text = question.replace(/\s+/g, ' ').trim();
  for (const [pattern, written] of CONTRACTIONS) text = text.replace(pattern, written);
  for (let i = 0; i < 6; i++) {
    const before = text;
    for (const [pattern, written] of OPENERS) text = text.replace(pattern, written);
    for (const pattern of CLOSERS) text = text.replace(pattern, '?');
    if (text === before) break;
  }
  for (const pattern of [TOPIC, TOPIC_ASIDE])
    text = text.replace(pattern, (_, topic: string, asked: string) => aboutTopic(topic, asked));
  return /\p{L}|\p{N}/u.test(text) ? text : question;
}
