/** Text with its position in points from the bottom left; 10 points high. F1 is Helvetica, F2 its bold. */
export type Placed = readonly [x: number, y: number, text: string, font?: 'F1' | 'F2'];

/** Creates a PDF with one page per text. */
export const samplePdf = (pages: readonly string[], title: string): Buffer =>
  pdfOf(
    pages.map((text) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
    title,
  );

/** Creates pages with texts drawn in their order. */
export const placedPdf = (...pages: readonly (readonly Placed[])[]): Buffer =>
  pdfOf(
    pages.map((texts) => {
      const drawn = texts.map(([x, y, text, font = 'F1']) => `/${font} 10 Tf 1 0 0 1 ${x} ${y} Tm (${text}) Tj`);
      return `BT ${drawn.join('\n')} ET`;
    }),
    '',
  );

/** Line of a page: its text, its size in points, and its font. */
export type Styled = readonly [text: string, size?: number, font?: 'F1' | 'F2'];

/**
 * Creates pages of lines from top to bottom; F1 is Helvetica, F2 its bold.
 *
 * @param outline titles with their pages, from 0
 */
export const styledPdf = (
  pages: readonly (readonly Styled[])[],
  outline: readonly (readonly [title: string, page: number])[] = [],
): Buffer =>
  pdfOf(
    pages.map((lines) => {
      let y = 760;
      const drawn = lines.map(([text, size = 10, font = 'F1']) => {
        y -= size * 1.4;
        return `/${font} ${size} Tf 1 0 0 1 72 ${y.toFixed(1)} Tm (${text}) Tj`;
      });
      return `BT ${drawn.join('\n')} ET`;
    }),
    '',
    outline,
  );

/** Prints PDF 1.4, uncompressed; one page per content stream. */
function pdfOf(
  pages: readonly string[],
  title: string,
  outline: readonly (readonly [title: string, page: number])[] = [],
): Buffer {
  const bold = 5 + pages.length * 2;
  const root = bold + 1;
  const objects: string[] = [
    `<< /Type /Catalog /Pages 2 0 R ${outline.length > 0 ? `/Outlines ${root} 0 R` : ''} >>`,
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
  ];
  for (const [i, stream] of pages.entries()) {
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R ' +
        `/F2 ${bold} 0 R >> >> /Contents ${6 + i * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
  }
  objects.push('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>');
  if (outline.length > 0) {
    const entry = (i: number): string => `${root + 1 + i} 0 R`;
    objects.push(
      `<< /Type /Outlines /First ${entry(0)} /Last ${entry(outline.length - 1)} /Count ${outline.length} >>`,
    );
    for (const [i, [name, page]] of outline.entries()) {
      const next = i + 1 < outline.length ? `/Next ${entry(i + 1)}` : '';
      objects.push(`<< /Title (${name}) /Parent ${root} 0 R ${next} /Dest [${5 + page * 2} 0 R /XYZ 72 700 null] >>`);
    }
  }
  let file = '%PDF-1.4\n';
  const places = objects.map((body, i) => {
    const place = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return place;
  });
  const table = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  file += places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}
