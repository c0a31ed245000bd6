import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { cameraMotion, click, glideMotion, pictureMotion, progressOf, pulse, type Motion } from './motion.ts'

const css = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')
const inCss = ({ ms, curve }: Motion) => `${ms}ms cubic-bezier(${curve.join(', ')})`

test('the stylesheets move as the exported video does', () => {
  expect(css('step-stage.css')).toContain(`transition: transform ${inCss(cameraMotion)}`)
  expect(css('step-stage.css')).toContain(`us-appear ${pictureMotion.ms}ms ease-out`)
  expect(css('step-stage.css')).toContain(`us-pulse ${pulse.ms / 1_000}s ease-out`)
  expect(css('step-stage.css')).toContain(`opacity: ${pulse.opacity}`)
  expect(css('step-stage.css')).toContain(`scale(var(--us-grown, ${pulse.scale}))`)
  expect(css('callout-layout.css')).toContain(`transition: translate ${inCss(glideMotion)}`)
  expect(click.ms).toBe(120)
})

test('a motion starts at once and slows down', () => {
  expect(progressOf(glideMotion, -1)).toBe(0)
  expect(progressOf(glideMotion, 0)).toBe(0)
  expect(progressOf(glideMotion, 60)).toBeGreaterThan(0.5)
  expect(progressOf(glideMotion, 240)).toBe(1)
})
