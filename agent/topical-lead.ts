import type { ConversationRun } from './conversation-run.ts'
import type { RemarkLabel } from './remark-model.ts'
import { guessTopic, type RemarkTopic } from './remark-topic.ts'
import { countWords } from './sentences.ts'
import { topicReplies } from './topic-replies.ts'
import type { Line } from './turn.ts'

/** The topic of a remark in English, when the agent speaks English, too; otherwise null. */
export function topicOf(run: ConversationRun, text: string, meanings: readonly RemarkLabel[]): RemarkTopic | null {
  const mayHaveTopic = meanings.length > 0 && run.language === 'en' && countWords(text) >= wordsMin
  return mayHaveTopic ? guessTopic(text, meanings) : null
}

/** “Maybe later” has no topic. */
const wordsMin = 4

/** The first sentence of a reply: on the remark's topic if it is clear, otherwise one of the general ones. */
export function leadOn(
  run: ConversationRun,
  text: string,
  general: readonly string[],
  meanings: readonly RemarkLabel[],
): Line {
  const topic = topicOf(run, text, meanings)
  const lead = run.optionalLine(topic === null ? [] : topicReplies[topic])
  return lead.text === '' ? run.worded(general) : lead
}
