import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { forFirefox } from '../extension/build.ts'

test('the package for Firefox has an event page, and asks for nothing that Firefox lacks', () => {
  const manifest = new Uint8Array(readFileSync(new URL('../extension/manifest.json', import.meta.url)))
  const script = new Uint8Array([1])
  const files = forFirefox({ 'manifest.json': manifest, 'frame-stream.html': script, 'recorder.js': script })
  expect(Object.keys(files).toSorted()).toEqual(['manifest.json', 'recorder.js'])
  const { background, permissions, optional_permissions, optional_host_permissions } = JSON.parse(
    new TextDecoder().decode(files['manifest.json']),
  ) as Record<string, unknown>
  expect(background).toEqual({ scripts: ['service-worker.js'], type: 'module' })
  expect([permissions, optional_permissions].flat()).not.toContain('offscreen')
  expect(optional_permissions).toEqual(['webNavigation'])
  // Asked for when a recording starts.
  expect(optional_host_permissions).toEqual(['<all_urls>'])
})
