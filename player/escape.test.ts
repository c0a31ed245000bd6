import { expect, test } from 'vitest'

import { escapeHtml, escapeJson } from './escape.ts'

const hostile = `</script><script>alert(1)</script><!-- & "'\u2028`

test('text cannot leave its element or its attribute', () => {
  expect(escapeHtml(hostile)).not.toMatch(/[<>"']/)
})

test('data cannot end its script element, and reads back as it was', () => {
  const escaped = escapeJson({ name: hostile })
  expect(escaped).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(escaped)).toEqual({ name: hostile })
})
