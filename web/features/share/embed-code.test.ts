import { expect, test } from 'vitest'

import { embedCode } from '../../lib/share-text.ts'
import { embedCodeOf, plainEmbed } from './embed-code.ts'

const origin = 'https://understudy.example'

test('is the specification’s snippet by default', () => {
  expect(embedCodeOf(origin, 'abc', plainEmbed)).toBe(embedCode(origin, 'abc'))
})

test('contains the chosen options', () => {
  expect(embedCodeOf(origin, 'abc', { ...plainEmbed, widthMax: 800, startsOnClick: true })).toBe(
    `<div data-demo-id="abc"
     data-facade
     style="max-width: 800px; margin: 0 auto"></div>
<script async src="https://understudy.example/js/demo-player.js"></script>`,
  )
  expect(embedCodeOf(origin, 'abc', { ...plainEmbed, widthMax: 800, isRound: true })).toContain(
    'style="max-width: 800px; margin: 0 auto; border-radius: 12px"',
  )
})

test('escapes the button’s label', () => {
  const code = embedCodeOf(origin, 'abc', { ...plainEmbed, mode: 'popup', label: ' "><script>alert(1)</script> $& ' })
  expect(code).toContain('data-label="&quot;>&lt;script>alert(1)&lt;/script> $&amp;"')
  expect(code).toContain('data-mode="popup"')
})
