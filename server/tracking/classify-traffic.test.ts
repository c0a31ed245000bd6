import { expect, test } from 'vitest'

import { cpuMs } from '#support/cpu-time.ts'
import { classifyTraffic } from './classify-traffic.ts'

test.each([
  ['user-agent', `Mozilla/5.0 (X11) ${'a'.repeat(15_000)}`],
  ['signature-agent', 'a'.repeat(15_000)],
])('matches a long %s without delay', (header, value) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (X11)', 'accept-language': 'en', [header]: value }
  const classify = () => classifyTraffic({ headers, isAutomated: false, viewportWidth: 1280, viewportHeight: 720 })
  expect(cpuMs(() => classify())).toBeLessThan(100)
})
