import { typeOfFile } from '../../../../ui/src/logic/files';

it.each([
  ['log.md', 'text/markdown'],
  ['A.B.TXT', 'text/plain'],
  ['page.htm', 'text/html'],
  ['folder/light.pdf', 'application/pdf'],
  ['picture.png', undefined],
  ['md', undefined],
  ['x.constructor', undefined],
  ['', undefined],
])('%s is %s', (name, type) => expect(typeOfFile(name)).toBe(type));
