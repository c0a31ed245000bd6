import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { measureLanguage, type LanguageQuestions } from '#agent/testing/measure-language.ts'

import { root } from './tasks.ts'

/* `npm run languages-measure` prints the figures, and with `--cases` what isn't right. */

test.each(['de', 'fr', 'es'])('answers buyers’ questions in %s from notes in the same language', async (language) => {
  const file = join(root, 'agent/testing/languages', `${language}.json`)
  const measured = await measureLanguage(JSON.parse(readFileSync(file, 'utf8')) as LanguageQuestions)
  expect(measured.questions).toBe(30)
  expect(measured.right).toBeGreaterThanOrEqual(25)
  expect(measured.led).toBeGreaterThanOrEqual(28)
  expect(measured.offPoint).toBeLessThanOrEqual(1)
  expect(measured.claimed).toBe(0)
})
