import { describe, expect, test } from 'vitest'

import { cleanPage } from './clean-page.ts'
import { hostileCaptures } from './testing/hostile-captures.ts'
import { cleanCss } from './write-page.ts'

const canary = 'http://canary.test/'

describe('a captured page', () => {
  test('keeps its look', () => {
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

  test('keeps no address, handler or script of 600 hostile captures', () => {
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

  test('is refused when it would grow endlessly', () => {
    const formatting = Array.from({ length: 3_000 }, (_, at) => `<b class="c${at}">`).join('')
    expect(() => cleanPage(`<p>${formatting}${'<p>x'.repeat(3_000)}`)).toThrow('too many elements')
  })

  test('is refused when its frames would grow endlessly', () => {
    const formatting = Array.from({ length: 195 }, (_, at) => `<b id=${at}>`).join('')
    const frame = `<iframe srcdoc="<p>${formatting}${'<p>x'.repeat(190)}"></iframe>`
    expect(() => cleanPage(frame.repeat(5))).toThrow('too many elements')
  })

  describe('with drawings that repeat each other', () => {
    /** Levels that each draw the one before ten times. */
    const levels = (level: (at: number) => string) => Array.from({ length: 7 }, (_, at) => level(at + 1)).join('')

    test.each([
      [
        'use',
        levels((at) => `<g id="a${at}">${`<use href="#a${at - 1}"/>`.repeat(10)}</g>`) +
          '<path id="a0"/><use xlink:href="#%617"/>',
      ],
      [
        'patterns in attributes',
        levels((at) => `<pattern id="a${at}">${`<path fill="url(#a${at - 1})"/>`.repeat(10)}</pattern>`) +
          '<pattern id="a0"><path/></pattern><path fill="url(#a7)"/>',
      ],
      [
        'masks in styles',
        levels((at) => `<mask id="a${at}">${`<path style="mask:url('#a${at - 1}')"/>`.repeat(10)}</mask>`) +
          '<mask id="a0"><path/></mask><path mask="url(#a7)"/>',
      ],
      ['one large drawing', `<g id="a">${'<path/>'.repeat(500)}</g>${'<use href="#a"/>'.repeat(500)}`],
    ])('is refused: %s', (_kind, drawing) => {
      expect(() => cleanPage(`<svg>${drawing}</svg>`)).toThrow('repeat each other too often')
      const shadow = `<div><template shadowrootmode="open"><svg>${drawing}</svg></template></div>`
      expect(() => cleanPage(shadow)).toThrow('repeat each other too often')
    })

    test.each([
      ['blends', (at: number) => `<feBlend in="r${at - 1}" in2="r${at - 1}" result="r${at}"/>`],
      ['blends without names', () => '<feBlend in2=""/><feOffset/>'.repeat(200)],
      ['merges', (at: number) => `<feMerge result="r${at}">${`<feMergeNode in="r${at - 1}"/>`.repeat(9)}</feMerge>`],
    ])('is refused with a filter that repeats its steps: %s', (_kind, step) => {
      const steps = Array.from({ length: 30 }, (_, at) => step(at + 1)).join('')
      expect(() => cleanPage(`<svg><filter><feOffset result="r0"/>${steps}</filter></svg>`)).toThrow('too many steps')
    })

    test('is refused with a gradient of thousands of colours', () => {
      const gradient = (stops: number) =>
        `<svg><linearGradient id="g">${'<stop/> '.repeat(stops)}</linearGradient></svg>`
      expect(() => cleanPage(gradient(2_000))).toThrow('too many colours')
      expect(cleanPage(gradient(200))).toContain('stop')
    })

    test('is kept with the filters that design programs write', () => {
      const shadow = (at: number) =>
        `<feColorMatrix in="SourceAlpha" result="a"/><feOffset/><feGaussianBlur/><feComposite in2="a"/><feColorMatrix/>` +
        `<feBlend in2="s${at - 1}" result="s${at}"/>`
      const shadows = Array.from({ length: 10 }, (_, at) => shadow(at + 1)).join('')
      const html = `<svg><filter><feFlood result="s0"/>${shadows}<feComponentTransfer><feFuncA/></feComponentTransfer></filter></svg>`
      expect(cleanPage(html)).toContain('feFuncA')
    })

    test('is refused when they refer to themselves', () => {
      expect(() => cleanPage('<svg><g id="a"><use href="#a"/></g><use href="#a"/></svg>')).toThrow('in a circle')
    })

    test('is kept when it has as many icons and clipped shapes as a large application', () => {
      const icons = `<svg><symbol id="i">${'<path d="M0 0"/>'.repeat(6)}</symbol></svg>${'<svg><use href="#i"/></svg>'.repeat(3_000)}`
      const chart = `<svg><clipPath id="c"><rect/></clipPath><g id="c">${'<path clip-path="url(#c)"/>'.repeat(8_000)}</g></svg>`
      expect(cleanPage(icons + chart)).toContain('#i')
    })
  })

  test('is refused when copies of one element would grow endlessly', () => {
    const style = `/*${'x'.repeat(1_000_000)}*/`
    expect(() => cleanPage(`<p><b style="${style}">${'<p>x'.repeat(10)}`)).toThrow('too large')
  })
})
