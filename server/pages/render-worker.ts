import type { PageRenderer, PlayerDemo } from '#protocol/player-page.ts'
import { answerJobs } from '#backend/threads/answer-jobs.ts'

import type { PageJob } from './render-thread.ts'

/* Renders the pages of large demos, one after the other. See render-thread.ts. */

answerJobs(
  async (job) => {
    const { rendererUrl, content, ...page } = job as PageJob
    const renderer = (await import(rendererUrl)) as PageRenderer
    const { demo, transcripts } = JSON.parse(content) as {
      readonly demo: PlayerDemo
      readonly transcripts: Readonly<Record<string, string>>
    }
    return page.view === 'player'
      ? renderer.renderPlayerPage({ ...page.input, demo })
      : renderer.renderTextPage({ ...page.input, demo, transcripts })
  },
  (_error): _error is Error => false,
)
