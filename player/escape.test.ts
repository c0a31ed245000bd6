import { expect, test } from 'vitest'

import { escapeHtml, escapeJson } from './escape.ts'

const hostile = `</script><script>alert(1)</script><!-- & "'\u2028`

test('escapes text for elements and attributes', () => {
  expect(escapeHtml(hostile)).not.toMatch(/[<>"']/)
})

test('escapes data for script elements and round-trips it', () => {
  const escaped = escapeJson({ name: hostile })
  expect(escaped).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(escaped)).toEqual({ name: hostile })
})
