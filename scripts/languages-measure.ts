import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { measureLanguage, type LanguageMeasure, type LanguageQuestions } from '#agent/testing/measure-language.ts'

import { root } from './tasks.ts'

/* npm run languages-measure: measures the built-in responder on buyers' questions in German, French and Spanish. */

const showsCases = process.argv.includes('--cases')

for (const language of ['de', 'fr', 'es']) {
  const file = join(root, 'agent', 'testing', 'languages', `${language}.json`)
  const asked = JSON.parse(readFileSync(file, 'utf8')) as LanguageQuestions
  const measured = await measureLanguage(asked)
  console.log(`${language} tuned: ${toLine(measured)}`)
  if (showsCases) {
    for (const { as, said, got } of measured.cases) console.log(`    ${as.padEnd(9)} ${said}\n              ${got}`)
  }
  const untouched = await measureLanguage({ ...asked, questions: asked.untouched, unanswerable: [] })
  console.log(`${language} untouched: ${toLine(untouched)}`)
}

function toLine({ questions, right, led, offPoint, claimed, unanswerable }: LanguageMeasure): string {
  const answered = unanswerable === 0 ? '' : `, unanswerable answered ${claimed}/${unanswerable}`
  return `right ${right}/${questions}, led ${led}/${questions}, off the point ${offPoint}${answered}`
}
