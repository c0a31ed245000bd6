import { join, text, type Piece } from './file-bytes.ts'

/** A line of a page that can be searched and copied; positions in points from the top left. */
export interface PdfLine {
  readonly text: string
  readonly left: number
  /** The position of the baseline. */
  readonly top: number
  readonly size: number
}

export interface PdfPage {
  /** The page as it looks. */
  readonly jpeg: Piece
  readonly jpegWidth: number
  readonly jpegHeight: number
  readonly lines: readonly PdfLine[]
}

/** A4, landscape, in points. */
export const pdfSize = { width: 842, height: 595 }

/** A PDF 1.4 file: each page is a picture with its text, invisible, over it. */
export function toPdf(title: string, pages: readonly PdfPage[]): Piece {
  const pageNumber = (index: number) => firstPage + index * 3
  const objects: Piece[] = [
    text('<< /Type /Catalog /Pages 2 0 R >>'),
    text(
      `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] >>`,
    ),
    text('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'),
    text(`<< /Title <${toUtf16Hex(title)}> /Producer (Understudy) >>`),
  ]
  for (const [index, page] of pages.entries()) {
    const at = pageNumber(index)
    objects.push(
      text(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${pdfSize.width} ${pdfSize.height}] /Contents ${at + 1} 0 R ` +
          `/Resources << /Font << /F 3 0 R >> /XObject << /P ${at + 2} 0 R >> >> >>`,
      ),
      stream('', toContent(page)),
      stream(
        `/Type /XObject /Subtype /Image /Width ${page.jpegWidth} /Height ${page.jpegHeight} /ColorSpace /DeviceRGB ` +
          '/BitsPerComponent 8 /Filter /DCTDecode ',
        page.jpeg,
      ),
    )
  }
  return assemble(objects)
}

const firstPage = 5

function toContent({ lines }: PdfPage): Piece {
  const drawn = `q ${pdfSize.width} 0 0 ${pdfSize.height} 0 0 cm /P Do Q`
  const written = lines.flatMap(({ text: line, left, top, size }) => {
    const hex = toWinAnsiHex(line)
    // A line in another script can be read, but not searched.
    if (hex === null) return []
    return [`BT 3 Tr /F ${size} Tf 1 0 0 1 ${left.toFixed(1)} ${(pdfSize.height - top).toFixed(1)} Tm <${hex}> Tj ET`]
  })
  return text([drawn, ...written].join('\n'))
}

function stream(entries: string, content: Piece): Piece {
  return join(text(`<< ${entries}/Length ${content.length} >>\nstream\n`), content, text('\nendstream'))
}

function assemble(objects: readonly Piece[]): Piece {
  const pieces: Piece[] = [text('%PDF-1.4\n%\u00E2\u00E3\u00CF\u00D3\n')]
  const places: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [index, object] of objects.entries()) {
    const whole = join(text(`${index + 1} 0 obj\n`), object, text('\nendobj\n'))
    places.push(length)
    length += whole.length
    pieces.push(whole)
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`)
  pieces.push(
    text(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}` +
        `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  )
  return join(...pieces)
}

function toUtf16Hex(value: string): string {
  let hex = 'feff'
  for (let at = 0; at < value.length; at += 1) hex += value.charCodeAt(at).toString(16).padStart(4, '0')
  return hex
}

/** Null if a character isn't in the encoding. */
function toWinAnsiHex(value: string): string | null {
  let hex = ''
  for (const sign of value) {
    const code = sign.codePointAt(0) ?? 0
    const byte = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) ? code : winAnsi.get(sign)
    if (byte === undefined) return null
    hex += byte.toString(16).padStart(2, '0')
  }
  return hex
}

const winAnsi: ReadonlyMap<string, number> = new Map([
  ['€', 0x80],
  ['…', 0x85],
  ['‘', 0x91],
  ['’', 0x92],
  ['“', 0x93],
  ['”', 0x94],
  ['•', 0x95],
  ['–', 0x96],
  ['—', 0x97],
  ['™', 0x99],
])
