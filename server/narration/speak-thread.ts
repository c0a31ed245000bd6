import { noAgentKnowledge } from '#agent/agent-knowledge.ts'
import { createFairQueue } from '#backend/http/fair-queue.ts'
import type { AgentDemo } from '#server/agent/agent-demo.ts'
import { BoundedThreads } from '#backend/threads/bounded-threads.ts'

import { speakSteps, type RecordedWords, type SpeakingDemo, type SpokenSteps } from './speak-steps.ts'

export interface SpeakJob {
  readonly demo: SpeakingDemo
  readonly recordings: readonly RecordedWords[]
}

/** What a demo's narration says, with the words of its recordings. */
interface Spoken {
  readonly words: string
  readonly steps: Promise<SpokenSteps>
}

const threads = new BoundedThreads<SpeakJob, SpokenSteps>(new URL('speak-worker.ts', import.meta.url), {
  ms: 10_000,
  memoryMb: 256,
  share: 'visitors',
})
/** Networks take turns, so that one that opens many large demos delays only itself. */
const queue = createFairQueue({ concurrent: 1, waiting: 48, waitingPerKey: 8 })
const spoken = new WeakMap<AgentDemo, Spoken>()

/**
 * What the narration of a demo says: worded once for each version of the demo, and in another thread if that takes long,
 * so that the server keeps answering. Null for recordings accepts those of the last call. Rejects with a ThreadProblem,
 * or with QueueFull if the visitor's network asks for too many.
 */
export async function findSpokenSteps(
  demo: AgentDemo,
  { address, recordings }: { readonly address: string; readonly recordings: readonly RecordedWords[] | null },
): Promise<SpokenSteps> {
  const words = recordings === null ? null : JSON.stringify(recordings.map(({ stepId, text }) => [stepId, text]))
  const known = findKnown()
  if (known !== undefined) return known
  const job = { demo: toSpeakingDemo(demo), recordings: recordings ?? [] }
  const characters = (words?.length ?? 0) + JSON.stringify(job.demo).length
  if (characters <= charactersAtOnce) return begin(async () => speakSteps(job.demo, job.recordings))
  return queue.run(address, () => findKnown() ?? begin(() => threads.run(job, neededMb(characters))))

  function findKnown(): Promise<SpokenSteps> | undefined {
    const last = spoken.get(demo)
    return words === null || last?.words === words ? last?.steps : undefined
  }

  function begin(speak: () => Promise<SpokenSteps>): Promise<SpokenSteps> {
    const steps = speak()
    const entry = { words: words ?? '[]', steps }
    spoken.set(demo, entry)
    steps.catch(() => spoken.get(demo) === entry && spoken.delete(demo))
    return steps
  }
}

/** 500,000 take about 50 MB. */
function neededMb(characters: number): number {
  return 48 + characters / 10_000
}

/** Wording these takes about 30 ms, and starting a thread longer. */
const charactersAtOnce = 30_000

/** Without the knowledge, which narration doesn't use, and which can be large. */
function toSpeakingDemo({ template, agent, voice, pronunciations }: AgentDemo): SpeakingDemo {
  const knowledge = { ...noAgentKnowledge, neverSay: agent.knowledge?.neverSay ?? [] }
  return { template, agent: { ...agent, knowledge }, lang: voice.lang, pronunciations }
}
