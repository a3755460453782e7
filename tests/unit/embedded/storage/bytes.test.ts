import { ByteWriter } from '../../../../src/embedded/storage/bytes';

it('does not stay large after a large record', () => {
  const writer = new ByteWriter();
  writer.utf8('a'.repeat(1_000_000));
  expect(writer.reset().bytes.length).toBeLessThan(300_000);
  expect(writer.utf8('small').copy().toString()).toBe('small');
});

it('keeps the buffer of records of usual size', () => {
  const writer = new ByteWriter(16).utf8('a'.repeat(1_000));
  const { bytes } = writer;
  expect(writer.reset().bytes).toBe(bytes);
});
