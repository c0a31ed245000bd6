import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'

import { createHoverRules } from './hover-rules.ts'

/* Runs in a real browser, because it needs a pointer and the browser's own selectors. */

afterEach(() => document.body.replaceChildren())

test.each([
  ['a child', '#o:hover #m{display:block}'],
  ['a sibling', '#s:hover + #m, .none:hover .x{visibility:visible;display:block}'],
  ['a list of openers', ':is(.none, #o):hover > #m{opacity:1}'],
  [
    'a group of utility classes',
    String.raw`.group-hover\:block{&:is(:where(.group):hover *){@media (min-width:0px){display:block}}}`,
  ],
  ['beside a rule the browser can’t read', '#o:hover #m:unknown(x){display:block} #o:hover #m{display:block}'],
  ['a layer', '@layer a{@media (min-width:0px){#o:hover #m{max-height:9rem}}}'],
])('finds the menu that hovering opens: %s', async (_kind, css) => {
  document.body.innerHTML = `<style>${css}</style><div id="o" class="group" style="padding:20px"><b id="s">Opener</b><div id="m" class="group-hover:block"><a id="a" href="#x">Entry</a></div></div>`
  const rules = createHoverRules()
  rules.refresh()
  const opener = document.querySelector(css.includes('#s') ? '#s' : '#o')!
  await userEvent.hover(css.includes('#s') ? opener : document.querySelector('#a')!)
  const found = rules.menuAround(document.querySelector('#a')!)
  expect([found?.menu.id, found?.opener.id]).toEqual(['m', opener.id])
})

test.each([
  ['a control that lights up', '#o:hover{opacity:1} #o:not(:hover) #m{opacity:1}'],
  ['a part that moves', '#o:hover #m{transform:scale(1.1)}'],
  ['a rule the browser can’t read', '#o:hover #m:unknown(x){display:block}'],
])('takes nothing else for a menu: %s', async (_kind, css) => {
  document.body.innerHTML = `<style>${css}</style><div id="o" style="padding:20px"><div id="m"><a id="a" href="#x">Entry</a></div></div>`
  const rules = createHoverRules()
  rules.refresh()
  await userEvent.hover(document.querySelector('#a')!)
  expect(rules.menuAround(document.querySelector('#a')!)).toBeNull()
})
