import type { PlayerPageInput, RenderedPage, TextPageInput } from '#protocol/player-page.ts'
import { BoundedThreads } from '#backend/threads/bounded-threads.ts'

import type { SharedDemo } from './play-demo.ts'
import type { LoadedRenderer } from './play-renderer.ts'

/** A page to render, and what it needs besides the demo. */
export type DemoPage =
  | { readonly view: 'player'; readonly input: Omit<PlayerPageInput, 'demo'> }
  | { readonly view: 'text'; readonly input: Omit<TextPageInput, 'demo' | 'transcripts'> }

export type PageJob = DemoPage & {
  readonly rendererUrl: string
  /** The demo as JSON, from SharedDemo. */
  readonly content: string
}

const threads = new BoundedThreads<PageJob, RenderedPage>(new URL('render-worker.ts', import.meta.url), {
  ms: 10_000,
  memoryMb: 384,
  share: 'visitors',
})

/** Renders a page, of a large demo in another thread. Rejects with a ThreadProblem. */
export async function renderDemoPage(
  renderer: LoadedRenderer,
  { demo, transcripts, content }: SharedDemo,
  page: DemoPage,
): Promise<RenderedPage> {
  if (content.length >= largeDemo) {
    const job = { ...page, content, rendererUrl: renderer.url }
    return threads.run(job, neededMb(content.length))
  }
  return page.view === 'player'
    ? renderer.renderPlayerPage({ ...page.input, demo })
    : renderer.renderTextPage({ ...page.input, demo, transcripts })
}

function neededMb(characters: number): number {
  return 48 + characters / 10_000
}

/** In characters. Rendering its page takes about 10 ms; that of a demo of 3 million takes 300 ms. */
export const largeDemo = 100_000
