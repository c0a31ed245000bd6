import type { PlayerStep } from '#protocol/player-page.ts'

interface AgentBubbleProps {
  readonly demoId: string
  readonly steps: readonly PlayerStep[]
  /** Counted from 1. */
  readonly currentStep: number
  readonly onShowStep: (order: number) => void
  readonly subscribe: (listener: (order: number) => void) => () => void
}

export function AgentBubble(_props: AgentBubbleProps) {
  return null
}
