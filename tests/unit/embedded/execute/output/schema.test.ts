/** Schema queries. The answers were recorded from Dgraph v25.4. */
import { holdTo } from '../../../../support/embedded/ask';

holdTo([
  [
    'some predicates',
    `schema(pred: [name, knows, age, nick, taste]) {}`,
    {
      schema: [
        { predicate: 'age', type: 'int', index: true, tokenizer: ['int'] },
        { predicate: 'knows', type: 'uid', reverse: true, count: true, list: true },
        {
          predicate: 'name',
          type: 'string',
          index: true,
          tokenizer: ['exact', 'term', 'trigram', 'fulltext'],
          count: true,
          lang: true,
        },
        { predicate: 'nick', type: 'string', index: true, tokenizer: ['exact'], count: true, list: true },
        {
          predicate: 'taste',
          type: 'float32vector',
          tokenizer: ['hnsw("metric":"euclidean")'],
          index_specs: [{ name: 'hnsw', options: [{ key: 'metric', value: 'euclidean' }] }],
        },
      ],
    },
  ],
  [
    'some properties',
    `schema(pred: [name, knows]) { type index reverse }`,
    {
      schema: [
        { predicate: 'knows', type: 'uid', reverse: true },
        { predicate: 'name', type: 'string', index: true },
      ],
    },
  ],
  [
    'one type',
    `schema(type: Film) {}`,
    {
      types: [
        { fields: [{ name: 'name' }, { name: 'released' }, { name: 'rating' }, { name: '~acted_in' }], name: 'Film' },
      ],
    },
  ],
  [
    'types that are not there',
    `schema(type: [Film, Nothing]) {}`,
    {
      types: [
        { fields: [{ name: 'name' }, { name: 'released' }, { name: 'rating' }, { name: '~acted_in' }], name: 'Film' },
      ],
    },
  ],
]);
