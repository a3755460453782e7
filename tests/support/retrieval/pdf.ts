/** Text with its position in points from the bottom left; 10 points high. */
export type Placed = readonly [x: number, y: number, text: string];

/** Creates a PDF with one page per text. */
export const samplePdf = (pages: readonly string[], title: string): Buffer =>
  pdfOf(
    pages.map((text) => `BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
    title,
  );

/** Creates a page with texts drawn in their order. */
export const placedPdf = (texts: readonly Placed[]): Buffer =>
  pdfOf([`BT /F1 10 Tf ${texts.map(([x, y, text]) => `1 0 0 1 ${x} ${y} Tm (${text}) Tj`).join('\n')} ET`], '');

/** Prints PDF 1.4, uncompressed; one page per content stream. */
function pdfOf(pages: readonly string[], title: string): Buffer {
  const objects: string[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${5 + i * 2} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Title (${title}) >>`,
  ];
  for (const [i, stream] of pages.entries()) {
    objects.push(
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ' +
        `${6 + i * 2} 0 R >>`,
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    );
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
