import { answerJobs } from '#backend/threads/answer-jobs.ts'

import { burnEdits, openEdits } from './burn-edits.ts'
import { cleanPage } from './clean-page.ts'
import { fillPage } from './fill-page.ts'
import { readPageSentences } from './page-sentences.ts'
import { EditProblem } from './page-targets.ts'
import { readPageTexts } from './page-texts.ts'
import type { PageJob, PageJobAnswers } from './page-thread.ts'
import { SnapshotProblem } from './parse-page.ts'
import { cleanCss } from './write-page.ts'

/* Processes pages and style sheets one at a time. See page-thread.ts. */

answerJobs(
  (job) => work(job as PageJob),
  (error) => error instanceof SnapshotProblem || error instanceof EditProblem,
)

function work(job: PageJob): PageJobAnswers[PageJob['kind']] {
  switch (job.kind) {
    case 'page': {
      const html = cleanPage(job.text, new Set(), job.sheets)
      return { html, sentences: readPageSentences(html) }
    }
    case 'css': {
      const named = new Set<string>()
      return { css: cleanCss(job.text, named), named }
    }
    case 'covered':
      return openEdits(job.html, job.edits).coveredFiles
    case 'burn': {
      const { standIns, sheets } = job
      const burnt = burnEdits(openEdits(job.html, job.edits), {
        standInFor: (file, kind) => standIns.get(file)?.[kind] ?? null,
        sheets,
      })
      return { ...burnt, sentences: readPageSentences(fillPage(burnt.html, {}, {})) }
    }
    case 'sentences':
      return readPageSentences(job.html)
    case 'texts':
      return readPageTexts(job.html, job.edits)
  }
}
