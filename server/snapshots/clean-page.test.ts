import { describe, expect, test } from 'vitest'

import { cleanPage } from './clean-page.ts'
import { hostileCaptures } from './testing/hostile-captures.ts'
import { cleanCss } from './write-page.ts'

const canary = 'http://canary.test/'

describe('a captured page', () => {
  test('keeps what it looks like', () => {
    const hash = 'a'.repeat(43)
    const html =
      `<!DOCTYPE html><html lang="en" class="dark"><head><link rel="stylesheet" href="${hash}" media="print"></head>` +
      `<body data-state="open"><my-card><template shadowrootmode="open"><style>p{color:red}</style><slot></slot></template>` +
      `<p aria-expanded="true">1 &lt; 2</p></my-card><img src="${hash}" alt=""><svg viewBox="0 0 1 1"><use href="#a"></use>` +
      `<path d="M0 0" fill="url(&quot;#g&quot;)"></path></svg><a href="#">Link</a><pre>\n\n x</pre></body></html>`
    expect(cleanPage(html)).toBe(html)
  })

  test.each([
    '<input type="password" value="x">',
    '<input value="x">',
    '<meta name="csrf-token" content="x">',
    '<!-- x -->',
  ])('loses what was typed or hidden: %s', (html) => {
    expect(cleanPage(html)).not.toContain('x')
  })

  test('has no address, handler or script left of 600 hostile ones', () => {
    for (const html of hostileCaptures(600, canary)) {
      const cleaned = cleanPage(html)
      // Text may say anything.
      const tags = cleaned.match(/<[a-z][^>]*>/gi)?.join('\n') ?? ''
      expect(tags).not.toMatch(/canary|<script|javascript:|\son\w+=|<meta|<base|<object|<embed|formaction/i)
      for (const [, css = ''] of cleaned.matchAll(/<style>([^]*?)<\/style>/g)) {
        expect(cleanCss(css)).toBe(css)
      }
    }
  })

  test('is refused when it would grow without end', () => {
    const formatting = Array.from({ length: 3_000 }, (_, at) => `<b class="c${at}">`).join('')
    expect(() => cleanPage(`<p>${formatting}${'<p>x'.repeat(3_000)}`)).toThrow('too many elements')
  })

  test('is refused when its frames would grow without end', () => {
    const formatting = Array.from({ length: 195 }, (_, at) => `<b id=${at}>`).join('')
    const frame = `<iframe srcdoc="<p>${formatting}${'<p>x'.repeat(190)}"></iframe>`
    expect(() => cleanPage(frame.repeat(5))).toThrow('too many elements')
  })

  test('is refused when copies of one element would grow without end', () => {
    const style = `/*${'x'.repeat(1_000_000)}*/`
    expect(() => cleanPage(`<p><b style="${style}">${'<p>x'.repeat(10)}`)).toThrow('too large')
  })
})
