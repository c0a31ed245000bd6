import { deflateSync } from 'node:zlib'

import { strToU8, zipSync } from 'fflate'

/** A PDF with these lines on its pages; `stream` replaces a page's content. */
export function makePdf(
  pages: readonly (readonly string[])[],
  options: { readonly isEncrypted?: boolean; readonly stream?: Uint8Array } = {},
): Uint8Array<ArrayBuffer> {
  const objects: Buffer[] = [
    Buffer.from('<< /Type /Catalog /Pages 2 0 R >>'),
    Buffer.from(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${4 + index * 2} 0 R`).join(' ')}] >>`,
    ),
    Buffer.from('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
  ]
  for (const [index, lines] of pages.entries()) {
    const text = lines
      .map((line, at) => `1 0 0 1 50 ${750 - at * 14} Tm (${line.replace(/[()\\]/g, '\\$&')}) Tj`)
      .join('\n')
    const content = options.stream ?? deflateSync(`BT /F1 12 Tf\n${text}\nET`)
    objects.push(
      Buffer.from(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
      ),
      Buffer.concat([
        Buffer.from(`<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n`),
        content,
        Buffer.from('\nendstream'),
      ]),
    )
  }
  const parts = [Buffer.from('%PDF-1.4\n')]
  const offsets: number[] = []
  let at = parts[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')])
    offsets.push(at)
    at += part.length
    parts.push(part)
  }
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const locked =
    options.isEncrypted === true
      ? `/Encrypt << /Filter /Standard /V 1 /R 2 /P -44 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<00> <00>]`
      : ''
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${locked} >>\nstartxref\n${at}\n%%EOF`,
    ),
  )
  return new Uint8Array(Buffer.concat(parts))
}

/** A Word document of headings (starting with “# ”) and paragraphs. */
export function makeDocx(lines: readonly string[]): Uint8Array<ArrayBuffer> {
  const body = lines
    .map((line) => {
      const isHeading = line.startsWith('# ')
      const style = isHeading ? '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>' : ''
      return `<w:p>${style}<w:r><w:t>${isHeading ? line.slice(2) : line}</w:t></w:r></w:p>`
    })
    .join('')
  return packDocx(body)
}

/** A Word document of a few kilobytes that unpacks to `bytes`. */
export function makeDocxBomb(bytes: number): Uint8Array<ArrayBuffer> {
  return packDocx(`<w:p><w:r><w:t>${'a'.repeat(bytes)}</w:t></w:r></w:p>`, 1)
}

function packDocx(body: string, level: 1 | 6 = 6): Uint8Array<ArrayBuffer> {
  const types = 'application/vnd.openxmlformats-'
  return zipSync(
    {
      '[Content_Types].xml': strToU8(
        `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="${types}package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${types}officedocument.wordprocessingml.document.main+xml"/></Types>`,
      ),
      '_rels/.rels': strToU8(
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
      ),
      'word/document.xml': strToU8(
        `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
      ),
    },
    { level },
  )
}
