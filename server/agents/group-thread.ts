import {
  groupAskedQuestions,
  groupQuestions,
  type AnsweredQuestion,
  type AskedGroup,
  type AskedQuestion,
  type QuestionGroup,
} from '#agent/group-questions.ts'
import { createFairQueue } from '#backend/http/fair-queue.ts'
import { BoundedThreads } from '#backend/threads/bounded-threads.ts'

/** Unanswered questions, without those dismissed; or all of them, if `answered` isn't null. */
export interface GroupJob {
  readonly asked: readonly AskedQuestion[]
  readonly dismissed: readonly string[]
  readonly answered: readonly AnsweredQuestion[] | null
}

const threads = new BoundedThreads<GroupJob, readonly (QuestionGroup | AskedGroup)[]>(
  new URL('group-worker.ts', import.meta.url),
  { ms: 10_000, memoryMb: 128, share: 'authors' },
)
/** Senders take turns, because maliciously chosen questions take a second to group. */
const queue = createFairQueue({ concurrent: 1, waiting: 48, waitingPerKey: 8 })

/** Groups questions by meaning, many of them in another thread. Rejects with a ThreadProblem or QueueFull. */
export async function groupUnanswered(
  sender: string,
  asked: readonly AskedQuestion[],
  dismissed: readonly string[],
): Promise<readonly QuestionGroup[]> {
  if (asked.length === 0) return []
  if (asked.length + dismissed.length <= questionsAtOnce) return groupQuestions(asked, dismissed)
  return queue.run(sender, () => threads.run({ asked, dismissed, answered: null }))
}

/** Groups all questions in the same way, whether answered or not. */
export async function groupAsked(
  sender: string,
  answered: readonly AnsweredQuestion[],
): Promise<readonly AskedGroup[]> {
  if (answered.length <= questionsAtOnce) return groupAskedQuestions(answered)
  return (await queue.run(sender, () => threads.run({ asked: [], dismissed: [], answered }))) as readonly AskedGroup[]
}

/** These take less time than starting a thread. */
const questionsAtOnce = 200
