import { describe, expect, test } from 'vitest'

import { stillness } from '#domain/snapshot-markup.ts'

import { cleanPage } from './clean-page.ts'
import { cleanCss } from './write-page.ts'

/** A page of 600 elements in shadow roots, frames and the document, with a style sheet. */
const page = (css: string, inline = '') =>
  `<style>${css}</style><div class="few">x</div><section><template shadowrootmode="open">${`<p class="Many md:x" ${inline}></p>`.repeat(300)}` +
  `</template></section><iframe srcdoc="${`<i class='many md:x' ${inline}></i>`.repeat(300)}"></iframe>`

const own = 'drawn on their own'
const behind = 'blurs its background'

describe('a captured page with costly styles', () => {
  test.each([
    ['layers', '.many{will-change:transform}', own],
    ['escaped names', String.raw`.m\61 ny{will\2d change:Transform!important}`, own],
    ['escaped class names', String.raw`.md\:x{will-change:opacity}`, own],
    ['escapes beside a space', String.raw`.none\\62 .many,.many:h\6f ver{will-change:transform}`, own],
    ['brackets in strings', '.few[title="]"] .many:not([id="(,"]){will-change:transform}', own],
    ['comments', '.few,.many/*,*/{will-change/**/:/**/transform}', own],
    ['anything', '*{translate:0 0 1px}', own],
    ['3D in a variable', '.many{--t:translateZ(0)} .many{transform:var(--t)}', own],
    ['3D in a registered variable', '@property --t{initial-value:rotateX(0)} .many{transform:var(--t)}', own],
    ['turned around an axis', '.many{rotate:1deg x}', own],
    ['hidden backs', '@media all{@layer a{.many{backface-visibility:hidden}}}', own],
    ['animations', '.many{animation:a 1s infinite} @keyframes a{to{width:9px}}', own],
    ['filters', '.many{filter:blur(99px)}', own],
    ['inherited ones', '.few{will-change:transform} *{will-change:inherit}', own],
    ['everything inherited', '.few{will-change:transform} *{all:inherit}', behind],
    ['nested rules', '.none,.many{color:red;&:hover,&:not(.a,.b){&{will-change:transform}}}', own],
    ['attributes and functions', 'i:is(.a,.b)[class~="few,"]:not(#x),p:where(#few){will-change:transform}', own],
    ['hosts and slots', ':host(.few){will-change:transform}', own],
    ['parts', '.few::part(x){will-change:transform}', own],
    ['braces in brackets', '.none{.many{color:(});will-change:transform}}', own],
    ['a semicolon in brackets', '.few{a:(;} .many{will-change:transform}', own],
    ['backdrops', '.many{backdrop-filter:blur(9px)}', behind],
    ['backdrops in a variable', '.many{-webkit-backdrop-filter:var(--b)}', behind],
  ])('is refused: %s', (_kind, css, problem) => {
    expect(() => cleanPage(page(css))).toThrow(problem)
    expect(() => cleanPage(page(''), new Set(), [cleanCss(css)])).toThrow(problem)
  })

  test.each([
    ['will-change:transform', own],
    ['transform:translate3d(0,0,0)', own],
    ['backdrop-filter:blur(1px)', behind],
  ])('is refused with style attributes: %s', (style, problem) => {
    expect(() => cleanPage(page('', `style='${style}'`))).toThrow(problem)
  })

  test.each([
    ['rules for few elements', '.few,.none .few>.few:hover::before{will-change:transform;backdrop-filter:blur(9px)}'],
    ['rules that do nothing', '*{will-change:auto;transform:none;animation:none;filter:none;backdrop-filter:none}'],
    [
      'what ends animations',
      '*{animation-delay:-1ms!important;animation-duration:1ms!important;transition:none!important}',
    ],
    ['flat moves', '*{transform:translate(1px,2px) scale(2);rotate:9deg;transition:all 1s}'],
    ['variables of flat moves', '.few{--t:scale(2)} .many{transform:var(--t)}'],
    ['3D for few', '.few{transform:rotateX(9deg);--x:1} .many{transform:scale(var(--x))}'],
    ['keyframes', '@keyframes many{from{transform:translateZ(0)}to{will-change:transform}}'],
    ['a variable with braces', '.few{--x:{a:b};will-change:transform}'],
  ])('is kept: %s', (_kind, css) => {
    expect(cleanPage(page(css))).toContain('few')
  })

  const rows = `<p class="many"></p>`.repeat(600)
  const still = `<style>${stillness}</style>`

  test('is kept with rows that have faded in', () => {
    const css = '.many{animation:in 1s 20ms both} @keyframes in{from{opacity:0}}'
    const calm =
      '*{animation-duration:.01ms!important;animation-delay:0s!important;animation-iteration-count:1!important}'
    expect(cleanPage(`<style>${css}${calm}</style>${rows}${still}`)).toContain('many')
    const nested = `<section><template shadowrootmode="open"><style>${css}</style>${rows}${still}</template></section>`
    expect(
      cleanPage(`${nested}<iframe srcdoc="${`${rows}${still}`.replaceAll('"', '&quot;')}"></iframe>${still}`),
    ).toContain('many')
  })

  test.each([
    ['more important', '.many{animation:in 1s infinite!important}', still],
    ['longer', '.many{animation-duration:9s ! important}', still],
    ['endless', String.raw`.many{animation-iteration-count:\69nfinite!important}`, still],
    ['of unknown length', '.many{animation-duration:var(--t)!important}', still],
    ['tied to scrolling', '.many{animation-timeline:scroll()}', still],
    ['in a document that doesn’t end them', '.many{animation:in 1s}', ''],
    ['ended for another medium', '.many{animation:in 1s}', still.replace('>', ' type="x">')],
    ['ended as text', '.many{animation:in 1s}', `<textarea>${still}</textarea>`],
    [
      'ended in another tree',
      '.many{animation:in 1s}',
      `<section><template shadowrootmode="open">${still}</template></section>`,
    ],
  ])('is refused with animations %s', (_kind, css, ending) => {
    expect(() => cleanPage(`<style>${css}</style>${rows}${ending}`)).toThrow(own)
  })

  test('takes no time that grows with nesting or rules', () => {
    const nested = `.few,.none${'{&,&:hover'.repeat(200)}{will-change:transform}${'}'.repeat(200)}`
    const rules = '.few{will-change:transform}'.repeat(20_000)
    expect(cleanPage(page(nested + rules))).toContain('few')
  })
})
