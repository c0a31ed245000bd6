import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { measureLanguage, type LanguageQuestions } from '#agent/testing/measure-language.ts'

import { root } from './tasks.ts'

/* npm run languages-measure: what the built-in responder does with buyers' questions in German, French and Spanish. */

const showsCases = process.argv.includes('--cases')

for (const language of ['de', 'fr', 'es']) {
  const file = join(root, 'agent', 'testing', 'languages', `${language}.json`)
  const measured = await measureLanguage(JSON.parse(readFileSync(file, 'utf8')) as LanguageQuestions)
  const { questions, right, led, offPoint, claimed, unanswerable, cases } = measured
  console.log(
    `${language}: right ${right}/${questions}, led ${led}/${questions}, off the point ${offPoint}, ` +
      `unanswerable answered ${claimed}/${unanswerable}`,
  )
  if (showsCases)
    for (const { as, said, got } of cases) console.log(`    ${as.padEnd(9)} ${said}\n              ${got}`)
}
