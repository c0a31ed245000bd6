import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createDeflate, deflateSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import { makeDocx, makeDocxBomb, makePdf } from '#server/agents/testing/make-documents.ts'

import { parseSource } from './parse-source.ts'
import type { ReadSource } from './read-source.ts'

function parse(name: string, content: string | Uint8Array, mediaType = ''): Promise<ReadSource> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  return parseSource('pages', { bytes, name, mediaType })
}

describe('a document', () => {
  it('keeps the page number of each paragraph: PDF', async () => {
    const bytes = makePdf([['Exports are kept for', '90 days.'], ['A seat costs $29.']])
    expect(await parse('prices.pdf', bytes)).toMatchObject({
      pages: 2,
      passages: [
        { place: 'p. 1', text: 'Exports are kept for 90 days.' },
        { place: 'p. 2', text: 'A seat costs $29.' },
      ],
    })
  })

  it('keeps its headings: Word', async () => {
    const { passages } = await parse(
      'handbook.docx',
      makeDocx(['# Exports', 'They are kept for 90 days.', '# Seats', 'A seat costs $29.']),
    )
    expect(passages).toEqual([
      { place: 'Exports', text: 'They are kept for 90 days.' },
      { place: 'Seats', text: 'A seat costs $29.' },
    ])
  })

  it('keeps its headings and table rows: Markdown', async () => {
    const { passages } = await parse(
      'prices.md',
      '---\nkind: note\n---\n# Prices\n\n| Plan | Price |\n|---|---|\n| **Team** | $29 |\n\nExports\n-------\nKept for [90 days](https://x.example).\n- Zipped\n',
    )
    expect(passages).toEqual([
      { place: 'Prices', text: 'Plan: Price\nTeam: $29' },
      { place: 'Exports', text: 'Kept for 90 days.\nZipped' },
    ])
  })

  it('keeps column names in tables with several columns', async () => {
    const rows = [{ place: 'Plans', text: 'Starter: Price $79; Users 3\nGrowth: Price $249; Users 10' }]
    const markdown =
      '# Plans\n\n| Plan | Price | Users |\n|---|---:|---|\n| Starter | $79 | 3 |\n| **Growth** | $249 | 10 |\n'
    expect((await parse('plans.md', markdown)).passages).toEqual(rows)
    const html = `<body><h1>Plans</h1><table><tr><th>Plan</th><th>Price</th><th>Users</th></tr>
      <tr><td>Starter</td><td>$79</td><td>3</td></tr><tr><td>Growth</td><td>$249</td><td>10</td></tr></table>`
    expect((await parse('plans', html, 'text/html')).passages).toEqual(rows)
  })

  it('becomes questions with their answers: text', async () => {
    const faq =
      'FAQ\n\nHow long is setup?\nTwo days.\n\nQ: Do you sign a DPA?\nA: Yes.\n\nWhere is data?\n\nIn Frankfurt.\n'
    expect((await parse('faq.txt', faq)).passages).toEqual([
      { place: '', text: 'FAQ' },
      { place: 'How long is setup?', text: 'Two days.' },
      { place: 'Do you sign a DPA?', text: 'Yes.' },
      { place: 'Where is data?', text: 'In Frankfurt.' },
    ])
  })

  it('loses navigation and scripts: HTML', async () => {
    const html = `<!doctype html><title>Prices – Ledgerline</title><body><nav><a href="/about">About</a></nav>
      <h1>Prices</h1><p>Every plan has <b>unlimited</b> exports.</p>
      <table><tr><th>Team</th><td>$29</td><td>per seat</td></tr></table><script>alert(1)</script><footer>© us</footer>`
    expect(await parse('page', html, 'text/html')).toMatchObject({
      title: 'Prices – Ledgerline',
      links: ['/about'],
      passages: [{ place: 'Prices', text: 'Every plan has unlimited exports.\nTeam: $29, per seat' }],
    })
  })

  it('is decoded from the encodings of older editors', async () => {
    const { passages } = await parse('note.txt', Uint8Array.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x80, 0x35]))
    expect(passages).toEqual([{ place: '', text: 'Café €5' }])
  })

  it('is cut into passages of a few paragraphs, without losing a word', async () => {
    const text = Array.from({ length: 400 }, (_, index) => `Sentence number ${index} says something.`).join(' ')
    const { passages } = await parse('long.txt', text)
    expect(Math.max(...passages.map((each) => each.text.length))).toBeLessThan(1_000)
    expect(passages.map((each) => each.text).join(' ')).toBe(text)
  })
})

describe('an unreadable document is refused with a reason', () => {
  const nested = deflateSync(deflateSync(Buffer.alloc(1)))
  it.each<[string, string, string | Uint8Array, RegExp]>([
    ['an empty file', 'a.txt', '', /empty/],
    ['a text of spaces', 'a.txt', ' \n \n', /no text/],
    ['a program', 'a.txt', Uint8Array.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1]), /not text/],
    ['an old Word document', 'a.doc', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /old Word/],
    ['a ZIP file', 'a.docx', Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0]), /Word document/],
    ['a broken PDF', 'a.pdf', '%PDF-1.4 nothing follows', /PDF/],
    ['an encrypted PDF', 'a.pdf', makePdf([['Secret']], { isEncrypted: true }), /password/],
    ['a PDF of pictures', 'a.pdf', makePdf([[]]), /no text/],
    ['a PDF with a nonsense stream', 'a.pdf', makePdf([['x']], { stream: nested }), /no text/],
    ['too many pages', 'a.pdf', makePdf(Array.from({ length: 501 }, () => ['x'])), /501 pages/],
    ['too much text', 'a.txt', 'word '.repeat(450_000), /2 MB of text/],
    ['a document that unpacks to far more', 'a.docx', makeDocxBomb(60 * 1024 * 1024), /too large once unpacked/],
  ])('%s', async (_, name, content, sentence) => {
    await expect(parse(name, content)).rejects.toThrow(sentence)
  })

  it('a PDF whose page unpacks to gigabytes, before it takes the memory', async () => {
    const deflate = createDeflate({ level: 1 })
    const spaces = Buffer.alloc(1024 * 1024, ' ')
    Readable.from(Array.from({ length: 900 }, () => spaces)).pipe(deflate)
    const stream = await buffer(deflate)
    await expect(parse('bomb.pdf', makePdf([['x']], { stream }))).rejects.toThrow(/memory|too long|no text/)
  }, 40_000)

  it('one endless line is read in time', async () => {
    const { passages } = await parse('line.txt', 'word '.repeat(390_000))
    expect(passages.length).toBeGreaterThan(2_000)
  })

  it.each([
    ['an answer that is mostly spaces', 'faq.txt', `A${' \t'.repeat(400_000)}b`],
    ['a question that is mostly spaces', 'faq.txt', `Q${' \t'.repeat(400_000)}b`],
    ['a heading that is mostly spaces', 'faq.md', `#${' \t'.repeat(400_000)}b`],
  ])('%s is read in time', async (_, name, text) => {
    expect((await parse(name, text)).passages).toHaveLength(1)
  })

  it.each([
    ['tags nested 300,000 deep', `${'<div>'.repeat(300_000)}Deep words${'</div>'.repeat(300_000)}`],
    ['lists nested 100,000 deep', `${'<ul><li>'.repeat(100_000)}Deep words${'</li></ul>'.repeat(100_000)}`],
    ['comments that never end', `Deep words${'<!--'.repeat(300_000)}`],
    ['tags that never end', `Deep words${'<div '.repeat(300_000)}`],
  ])('%s are read in time', async (_, html) => {
    expect((await parse('deep.html', `<p>Before.</p>${html}`)).passages).toEqual([
      { place: '', text: expect.stringMatching(/^Before\.\s+Deep words/) },
    ])
  })
})
