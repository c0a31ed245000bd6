import type { RecordingTerms } from '#domain/talk-recording.ts'
import type { AgentMode, ClientCapabilities } from '#protocol/agent-events.ts'
import type { HeardTalk } from '#server/hearing/hearings.ts'
import type { TalkHearing } from '#server/hearing/talk-hearing.ts'
import type { LiveTalks } from '#server/live/live-talks.ts'
import type { Services } from '#server/services.ts'
import type { WorkspaceSpeech } from '#server/speech/workspace-speech.ts'

import type { AgentDemo } from './agent-demo.ts'
import type { AgentLimits } from './agent-limits.ts'
import type { ConversationStore } from './conversation-store.ts'

/** The demo, agent and visitor of a conversation. */
export interface TalkSetup {
  readonly services: Services
  readonly limits: AgentLimits
  readonly store: ConversationStore
  readonly live: LiveTalks
  readonly demo: AgentDemo
  readonly caps: ClientCapabilities
  readonly mode: AgentMode
  /** The recording that the visitor has accepted, if any. */
  readonly recording?: RecordingTerms | undefined
  /** Null if the browser speaks. */
  readonly speech: WorkspaceSpeech | null
  /** The provider's voice if the visitor turns voice on; null if the browser speaks. Never rejects. */
  readonly findSpeech: () => Promise<WorkspaceSpeech | null>
  /** The visitor's network, as limits count it. */
  readonly network: string
  /** False when this visitor's network has booked too often. */
  readonly mayBook: () => boolean
  /** False when the visitor's network has used up its limit of searched sentences. */
  readonly mayAsk: (sentences: number) => boolean
  /** Null when browsers recognise speech themselves. */
  readonly openHearing: (talk: Omit<HeardTalk, 'address'>) => TalkHearing | null
}
