import { extractText, getDocumentProxy, getMeta } from 'unpdf'
import { expect, test } from 'vitest'

import { toPdf, type PdfPage } from './pdf-file.ts'

const page = (...texts: readonly string[]): PdfPage => ({
  jpeg: new Uint8Array([0xff, 0xd8, 0xff, 0xd9]),
  jpegWidth: 2,
  jpegHeight: 1,
  lines: texts.map((text, row) => ({ text, left: 40, top: 60 + row * 20, size: 12 })),
})

test('writes a file whose pages can be searched', async () => {
  const document = await getDocumentProxy(
    toPdf('Überblick – 概要', [page('Approve “invoices” (all) for 5 €'), page('日本語', 'Send\\it')]),
  )
  expect(document.numPages).toBe(2)
  expect((await getMeta(document)).info).toMatchObject({ Title: 'Überblick – 概要' })
  // A line that the standard fonts can't write is in the picture alone.
  expect((await extractText(document)).text).toEqual(['Approve “invoices” (all) for 5 €', 'Send\\it'])
})
