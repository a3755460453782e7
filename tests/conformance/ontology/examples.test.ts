/** The project's example ontologies, loaded with the strict profile, with their sample data. */
import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { dump } from '../../support/engines/graph';
import { loadOntology } from '../../support/engines/ontology';
import { underGateway } from '../../support/engines/under-gateway';
import { alterJson, ask, query, type Answer } from '../../support/engines/wire';

const folder = path.join(__dirname, '../../../ontologies');
const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const TYPES: Readonly<Record<string, string>> = {
  json: 'application/json',
  rdf: 'application/rdf',
  ttl: 'text/turtle',
};

underGateway(
  (testbed) => {
    const write = (file: string): Promise<Answer> =>
      ask(testbed.url, { path: '/mutate?commitNow=true', type: TYPES[file.split('.').at(-1)!]!, body: read(file) });
    const types = async (key: string, value: string): Promise<string[]> => {
      const { data } = await ask(
        testbed.url,
        query(`{ q(func: eq(${key}, ${JSON.stringify(value)})) { graph.type } }`),
      );
      return ((data.q[0]?.['graph.type'] ?? []) as string[]).sort();
    };
    const names = async (text: string): Promise<string[]> =>
      ((await ask(testbed.url, query(text))).data.q as Answer[]).flatMap((node) =>
        Object.values(node).flat(),
      ) as string[];

    afterEach(() => ask(testbed.url, alterJson({ drop_all: true })));

    it('animals is loaded, and its data are completed', async () => {
      expect((await loadOntology(testbed.url, read('animals.ttl'))).warnings).toEqual([]);
      await write('animals.data.json');
      await write('animals.data.rdf');
      expect(await types('name', 'Ada')).toEqual(['Animal', 'Mammal', 'Person']);
      expect(await types('name', 'Rex')).toEqual(['Animal', 'Dog', 'Mammal']);
      expect(await types('name', 'Bo')).toEqual(['Animal', 'Mammal', 'Person']);
      expect(await types('name', 'Cleo')).toEqual(['Animal', 'Mammal', 'Person']);
      expect(await names('{ q(func: eq(name, "Tom")) @normalize { petOf { n: name } } }')).toEqual(['Cleo']);
      expect(await names('{ q(func: eq(name, "Bo")) @normalize { friendOf { n: name } } }')).toEqual(['Ada']);
    });

    it('institute is loaded, and writing its data again changes nothing', async () => {
      await loadOntology(testbed.url, read('institute.ttl'));
      await write('institute.data.ttl');
      expect(await types('name', 'Jon')).toEqual(expect.arrayContaining(['Agent', 'Author', 'Human', 'Person']));
      expect(await types('name', 'Floods')).toEqual(expect.arrayContaining(['Agent', 'Group', 'Unit']));
      expect((await names('{ q(func: eq(name, "Floods")) @normalize { employs { n: name } } }')).sort()).toEqual([
        'Ines',
        'Jon',
      ]);
      expect(await names('{ q(func: eq(name, "Hydrology")) @normalize { employs { n: name } } }')).toEqual(['Kim']);
      expect(await names('{ q(func: eq(name, "Ines")) @normalize { leads { n: name } } }')).toEqual(['Dam']);
      expect(await names('{ q(func: eq(mail, "kim@institute.example")) { name } }')).toEqual(['Kim']);
      const before = await dump(testbed.engine.url);
      await write('institute.data.ttl');
      expect(await dump(testbed.engine.url)).toBe(before);
    });

    it('museum is loaded, and its data are completed', async () => {
      await loadOntology(testbed.url, read('museum.ttl'));
      await write('museum.data.rdf');
      expect(await types('title', 'Roof in Rain')).toEqual(expect.arrayContaining(['Painting', 'Work']));
      expect(await types('title', 'Otto')).toEqual(expect.arrayContaining(['Maker']));
      expect(await names('{ q(func: eq(title, "Otto")) @normalize { made { n: title } } }')).toEqual(['Roof in Rain']);
      expect(await types('title', 'Torso')).toEqual(
        expect.arrayContaining(['HouseWork', 'InsuredWork', 'Sculpture', 'Work']),
      );
    });
  },
  { OWLGATE_GRAPHQL: 'on' },
);
