/** Ways to put a question, each with its neighbours: who is denied what, what is compared with what, what is counted. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { graph, post } from '../../support/engines/wire';
import { underGateway } from '../../support/engines/under-gateway';
import { documentsOf } from '../../support/retrieval/documents';

const FOLDER = path.join(__dirname, '../../../bench/retrieval/worlds/ward');
const read = (name: string): string => readFileSync(path.join(FOLDER, name), 'utf8');

/** Questions by what they are about, with their answers; a remark behind an answer aside. */
const FORMS: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  'a value of whoever is asked for': {
    'Who was born before 1960?': 'Alma Grieve, Dov Hartmann',
    'Who earns more than 8000?': 'Ines Calder, Tomas Reyl',
    'What costs more than 3000?': 'Vigil 3',
    'Who was hired between 2000 and 2010?': 'Petra Lang, Tomas Reyl',
    'Who has not been discharged?': 'Bert Lang, Dov Hartmann, Finn Okoro',
    'Wer wurde vor 1960 geboren?': 'Alma Grieve, Dov Hartmann',
    'Welche Patienten sind noch nicht entlassen worden?': 'Bert Lang, Dov Hartmann, Finn Okoro',
  },
  'what is denied beside what is said': {
    'Which patients take Paranol but not Doxal?': 'Bert Lang',
    'Which patients take Doxal but not Paranol?': null,
    'Which patients take neither Paranol nor Doxal?': 'Cleo Marsh, Dov Hartmann, Finn Okoro',
    'Which patients live neither in Pelham nor in Corrie?': 'Cleo Marsh',
    'Which employees of the North Ward live in Corrie but not in Pelham?': 'Mark Oduya, Yusuf Brandt',
    'Which nurses except Sana Wirth were hired after 2010?': 'Yusuf Brandt',
    'Who supervises nobody?': 'Mark Oduya, Petra Lang, Sana Wirth, Yusuf Brandt',
    'Welche Patienten nehmen Paranol, aber nicht Doxal?': 'Bert Lang',
    'Welche Patienten nehmen weder Paranol noch Doxal?': 'Cleo Marsh, Dov Hartmann, Finn Okoro',
  },
  'two values, two counts and places': {
    'Does Ines Calder earn more than Petra Lang?': 'Yes.',
    'Who earns more, Ines Calder or Tomas Reyl?': 'Ines Calder',
    'Do more patients take Paranol than Doxal?': 'Yes: Paranol 2, Doxal 1.',
    'Does Alma Grieve take more drugs than Bert Lang?': 'Yes: Alma Grieve 2, Bert Lang 1.',
    'Does Bert Lang take more drugs than Cleo Marsh?': null,
    'Who supervises more employees, Ines Calder or Tomas Reyl?': 'Ines Calder',
    'Do more employees live in Pelham than in Corrie?': 'Yes: Pelham 3, Corrie 2.',
    'Does Bert Lang take neither Paranol nor Doxal?': 'No: Paranol.',
    'Who supervises the second oldest employee?': null,
    'Who treats the second oldest patient?': 'Ines Calder, Tomas Reyl',
  },
  'two verbs': {
    'Who treats or cares for Bert Lang?': 'Ines Calder, Yusuf Brandt',
    'Who performed or assisted in Operation 18?': 'Mark Oduya, Yusuf Brandt',
    'Who performed and assisted in Operation 18?': null,
    'Who lives in Pelham and works on the North Ward?': 'Ines Calder',
    'Which nurses are married and live in Pelham?': 'Petra Lang',
    'Wer behandelt oder pflegt Bert Lang?': 'Ines Calder, Yusuf Brandt',
  },
  'adverbs and verbs of measures': {
    'Which nurse earns the most?': 'Petra Lang',
    'Which nurse earns least?': 'Sana Wirth',
    'Which device costs less than the Lumen?': 'Dripmate, Flowline',
    'Who earns more than Tomas Reyl?': 'Ines Calder',
    'Who earns more, Ines Calder or Mark Oduya?': 'Ines Calder',
    'How long did Operation 18 last?': '140 minutes',
    'How long did Operation 17 take?': '55 minutes',
    'Which operation took the longest?': 'Operation 18',
    'Welcher Pfleger verdient am wenigsten?': 'Sana Wirth',
  },
  units: {
    'Which operations took longer than an hour?': 'Operation 18, Operation 19',
    'Which operations took longer than 2 hours?': 'Operation 18',
    'Which operations took at least 90 minutes?': 'Operation 18, Operation 19',
    'Which operations took longer than 3 kilograms?': null,
    'Welche Operationen dauerten länger als eine Stunde?': 'Operation 18, Operation 19',
  },
  counts: {
    'Which nurse cares for the most patients?': 'Yusuf Brandt',
    'Which nurses care for more than two patients?': 'Yusuf Brandt',
    // Not the number of all.
    'How many patients does each nurse care for?': 'Petra Lang: 1, Sana Wirth: 1, Yusuf Brandt: 3',
    'Wie viele Patienten pflegt jeder Pfleger?': 'Petra Lang: 1, Sana Wirth: 1, Yusuf Brandt: 3',
  },
  sizes: {
    'Which has more beds, the Garden Ward or the North Ward?': 'North Ward',
    'Which ward has more beds, the Garden Ward or the North Ward?': 'North Ward',
  },
  'the most of all, not of those with an answer': {
    'Who performed the longest operation?': 'Mark Oduya',
    'Who performed the first operation?': 'Ines Calder',
    // Nobody: Operation 19.
    'Who assisted in the first operation?': null,
  },
  'what an answer is about': {
    'Who performed the longest operation and who assisted in it?': 'Mark Oduya; Yusuf Brandt',
  },
  prepositions: {
    'By whom was Operation 18 performed?': 'Mark Oduya',
    'On whom was Operation 18 performed?': 'Cleo Marsh',
    'Which room is Alma Grieve in?': 'Room 101',
    'Who works with Yusuf Brandt?': null,
    'Which patients were admitted in March 2023?': 'Alma Grieve, Bert Lang',
  },
  'what is shared with another': {
    'Who lives in the same town as Bert Lang?': 'Dov Hartmann, Finn Okoro, Ines Calder, Petra Lang, Tomas Reyl',
    'Which patients lie in the same room as Alma Grieve?': 'Cleo Marsh',
    'Which nurse has the same salary as Petra Lang?': null,
    'Does Cleo Marsh lie in the same room as Alma Grieve?': 'Yes.',
    'Wer wohnt in derselben Stadt wie Bert Lang?': 'Dov Hartmann, Finn Okoro, Ines Calder, Petra Lang, Tomas Reyl',
  },
  'figures of several values': {
    'What is the average salary of the nurses?': '3900',
    'What is the total price of the pumps?': '2600',
    'What is the average duration of the operations?': '95 minutes',
    'What is the average diagnosis of the patients?': null,
    'Was ist das durchschnittliche Gehalt der Pfleger?': '3900',
  },
  'values joined by or': {
    'Was Petra Lang hired in 2005 or in 2010?': '2005-05-02',
    'Was Petra Lang hired in 2004 or in 2010?': 'No: 2005-05-02.',
    'Who was hired in 2005 or 2018?': 'Petra Lang, Yusuf Brandt',
  },
  'facts between what the ontology links otherwise': {
    'Did Mark Oduya assist Ines Calder?': null,
    'Does Lumen care for Alma Grieve?': null,
  },
  'what stands for something of the question': {
    'Who takes Paranol but is not allergic to it?': 'Alma Grieve, Bert Lang',
    'What was the first operation?': 'Operation 19',
    'Who supervises no one?': 'Mark Oduya, Petra Lang, Sana Wirth, Yusuf Brandt',
  },
  clauses: {
    'Which doctors who treat Alma Grieve live in Pelham?': 'Ines Calder, Tomas Reyl',
    'Which drug that helps against pneumonia is cheaper than Cefrin?': 'Doxal',
    'Who was trained in the town where Sana Wirth lives?': 'Ines Calder, Tomas Reyl',
    'Who is allergic to a drug that they take?': null,
  },
};

underGateway((testbed) => {
  const client = documentsOf(() => testbed.url);

  beforeAll(async () => {
    await post(testbed.url, { path: '/ontology', type: 'text/turtle', body: read('ontology.ttl') });
    const { status } = await post(testbed.url, graph('text/turtle', read('facts.ttl')));
    expect(status).toBe(200);
  });

  describe.each(Object.entries(FORMS))('%s', (_, questions) => {
    it.each(Object.entries(questions))('%s %s', async (question, answer) => {
      const { body } = await client.retrieve(question, { module: 'owl' });
      expect((body.answer as string | null)?.replace(/ \([^()]*\)$/, '') ?? null).toBe(answer);
    });
  });
});
