import { describe, expect, test } from 'vitest'

import type { PageEdit } from '#domain/page-edits.ts'
import { findPlace, walkPlaces } from '#domain/page-path.ts'

import { burnEdits, openEdits } from './burn-edits.ts'
import { cleanPage } from './clean-page.ts'
import { fillPage } from './fill-page.ts'
import { textContentOf } from './page-targets.ts'
import { isElement, isTextNode, pageTree, parsePage, rootOf, type ChildNode, type ParentNode } from './parse-page.ts'

const file = (letter: string) => letter.repeat(43)

/** Paths by text, and of elements by id. */
function pathsOf(html: string): ReadonlyMap<string, string> {
  const page = parsePage(html)
  const paths = new Map<string, string>()
  for (const { path, place } of walkPlaces<ParentNode | ChildNode>(rootOf(page.document), pageTree(page))) {
    if (place.type === 'text') paths.set(place.nodes.map((node) => (isTextNode(node) ? node.value : '')).join(''), path)
    else if (isElement(place.node)) {
      const id = place.node.attrs.find(({ name }) => name === 'id')?.value
      if (id !== undefined) paths.set(`#${id}`, path)
    }
  }
  return paths
}

function burn(body: string, make: (at: (name: string) => string) => readonly PageEdit[], css: readonly string[] = []) {
  const html = cleanPage(`<!DOCTYPE html>${body}`)
  const paths = pathsOf(html)
  const at = (name: string) => paths.get(name) ?? `no ${name}`
  const sheets = new Map(css.map((sheet, at) => [file(String(at)), sheet]))
  return burnEdits(openEdits(html, make(at)), { standInFor: (_, kind) => file(kind === 'hide' ? 'H' : 'B'), sheets })
}

const text = (path: string, was: string, to: string): PageEdit => ({ kind: 'text', path, was, to })

describe('a text of a captured page', () => {
  test('is replaced together with attributes that repeat it', () => {
    const { html } = burn(
      `<table><tr><td data-name="Jane Roe">Jane Roe</td><td><img alt="Photo of Jane Roe"></table>`,
      (at) => [text(at('Jane Roe'), 'Jane Roe', 'Ada <i>')],
    )
    expect(html).toContain('<td data-name="Ada &lt;i&gt;">Ada &lt;i&gt;</td>')
    expect(html).toContain('alt="Photo of Ada &lt;i&gt;"')
    expect(html).not.toMatch(/Jane|Roe/)
  })

  test('is replaced in what style sheets write, but not in their addresses and names', () => {
    const css = ['.Jane::after{content:"by Jane Roe"}p{background:url(Jane)}', 'b::after{content:"new"}']
    const { sheets } = burn('<p>Jane Roe</p>', (at) => [text(at('Jane Roe'), 'Jane Roe', 'Ada')], css)
    expect([...sheets]).toEqual([[file('0'), '.Jane::after{content:"by Ada"}p{background:url("Jane")}']])
  })

  test('is found in shadow roots and frames', () => {
    const { html } = burn(
      `<x-card><template shadowrootmode="open"><p>Deep</p></template>Light</x-card><iframe srcdoc="<p>Framed <b>it</b></p>"></iframe>`,
      (at) => [
        text(at('Deep'), 'Deep', 'One'),
        text(at('Light'), 'Light', 'Two'),
        text(at('Framed '), 'Framed ', '"3" & '),
      ],
    )
    expect(html).toContain('<p>One</p></template>Two')
    expect(html).toContain('&lt;p&gt;&quot;3&quot; &amp;amp; &lt;b&gt;it')
  })

  test('keeps attributes that style sheets ask for', () => {
    const { html } = burn(
      `<p data-state="Open" data-name="Open">Open</p>`,
      (at) => [text(at('Open'), 'Open', 'Closed')],
      ['p[data-state=Open] { color: green }'],
    )
    expect(html).toContain('<p data-state="Open" data-name="Closed">Closed</p>')
  })

  test('is refused where it isn’t any more', () => {
    const other = (edit: (at: (name: string) => string) => PageEdit) => () =>
      burn('<p id="p">Now</p>', (at) => [edit(at)])
    expect(other((at) => text(at('Now'), 'Then', 'x'))).toThrow('“Then” isn’t where it was in the page.')
    expect(other(() => text('1.900.3', 'Gone', 'x'))).toThrow('“Gone” isn’t')
    expect(other((at) => text(at('#p'), 'Now', 'x'))).toThrow('“Now” isn’t')
    expect(other(() => ({ kind: 'remove', path: '1', was: 'Now' }))).toThrow('“Now” isn’t')
    expect(() => burn('<style>p{}</style>', (at) => [text(at('p{}'), 'p{}', '</style><script>')])).toThrow(
      'isn’t where',
    )
  })
})

describe('variables', () => {
  test('are filled in edited texts alone, as text', () => {
    const { html, variables } = burn(
      `<p data-tip="Hi">Hi</p><p>{{company}}</p><iframe srcdoc="<p>In</p>"></iframe>`,
      (at) => [text(at('Hi'), 'Hi', 'Hello {{Company|there}} & {{name}}'), text(at('In'), 'In', '{{company}}')],
    )
    expect(variables.toSorted()).toEqual(['company', 'name'])
    expect(fillPage(html, {}, { company: 'you', name: 'N' })).toContain(
      'data-tip="Hello there &amp;">Hello there &amp; N</p><p>{{company}}',
    )
    const hostile = fillPage(html, { company: '"><script>' }, {})
    expect(hostile).toContain('<p data-tip="Hello there &amp;">Hello &quot;&gt;&lt;script&gt; &amp; </p>')
    expect(hostile).toContain('srcdoc="&lt;!DOCTYPE html&gt;')
    expect(hostile).toContain('&lt;p&gt;&amp;quot;&amp;gt;&amp;lt;script&amp;gt;&lt;/p&gt;')
    expect(cleanPage(hostile)).not.toContain('<script')
  })

  test('make a word mark of an image, which fits its box', () => {
    const logo = {
      kind: 'image',
      was: file('a'),
      to: { text: '{{company|Acme}}', color: '#112233' },
      width: 100,
      height: 40,
    } as const
    const { html, named } = burn(
      `<img id="logo" class="brand" src="${file('a')}"><svg id="s"><path d="M0 0"></svg>`,
      (at) => [
        { ...logo, path: at('#logo') },
        { ...logo, path: at('#s'), was: '' },
      ],
    )
    expect([...named]).toEqual([])
    const size = (company: string) => Number(/font-size="([\d.]+)"/.exec(fillPage(html, { company }, {}))?.[1])
    expect(size('Bo')).toBeGreaterThan(size('A company with a long name'))
    expect(fillPage(html, {}, {}).match(/>Acme<\/text>/g)).toHaveLength(2)
    expect(html).toContain('<svg viewBox="0 0 100 40"')
    expect(html).toContain('class="brand"')
    expect(html).not.toContain('<path')
  })
})

test('a replaced background no longer names the old file', () => {
  const swap = { kind: 'image', was: file('a'), to: { file: file('n') }, width: 32, height: 32 } as const
  const { html, named } = burn(
    `<span id="face" style="border-radius:50%;background-image:url(${file('a')})"></span>`,
    (at) => [{ ...swap, path: at('#face') }],
  )
  expect([...named]).toEqual([file('n')])
  expect(html).toContain('border-radius:50%')
})

describe('a covered element', () => {
  const secret = `<div id="d" data-tip="Secret plan"><b data-owner="Jane Roe">Jane Roe 4711</b><img src="${file('a')}" alt="Jane">
    <span style="background: url('${file('b')}')">x</span><svg viewBox="0 0 9 9"><path d="M1 2"></path><text>Roe</text></svg>
    <input type="button" value="Call Jane"><iframe srcdoc="<p>Framed Jane</p>"></iframe>
    <x-y><template shadowrootmode="open"><p>Shadow Jane</p></template></x-y></div><p data-tip="Ask Jane Roe 4711">Rest</p>`

  test.each(['hide', 'blur', 'remove'] as const)('is gone from the markup: %s', (kind) => {
    const { html, named } = burn(secret, (at) => {
      const page = parsePage(cleanPage(`<!DOCTYPE html>${secret}`))
      const place = findPlace<ParentNode | ChildNode>(rootOf(page.document), at('#d'), pageTree(page))
      const was = place?.type === 'element' && isElement(place.node) ? textContentOf(place.node).slice(0, 200) : ''
      return [{ kind, path: at('#d'), was }]
    })
    expect(html).not.toMatch(/Jane|Roe|4711|Secret|M1 2/)
    expect([...named]).toEqual(kind === 'remove' ? [] : [file(kind === 'hide' ? 'H' : 'B')])
    expect(html).toContain(kind === 'hide' ? 'opacity:0' : kind === 'blur' ? 'blur(6px)' : '<body><p')
    expect(cleanPage(html)).toBe(html)
  })

  test('also loses symbols that nothing else draws', () => {
    const { html } = burn(
      `<svg style="display:none"><symbol id="logo"><path d="M1"></path></symbol><symbol id="star"><path d="M2"></path></symbol></svg>
       <svg id="s"><use href="#logo"></use><use href="#star"></use></svg><svg><use href="#star"></use></svg>`,
      (at) => [{ kind: 'hide', path: at('#s'), was: '' }],
    )
    expect(html).not.toContain('M1')
    expect(html).toContain('M2')
  })
})
