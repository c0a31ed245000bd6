import { queryOptions } from '@tanstack/react-query'

import { ask } from '../../lib/call-backend.ts'

/** How long visitors of the last 28 days waited for an agent's voice. */
export interface VoiceFigures {
  readonly parts: readonly { readonly part: string; readonly n: number; readonly p50: number; readonly p95: number }[]
  readonly failures: readonly { readonly failure: string; readonly n: number }[]
  /** Turns that were measured. */
  readonly turns: number
  /** The provider's cost, in millionths of a US cent. */
  readonly microCents: number
}

export function voiceFiguresQuery(agentId: string) {
  return queryOptions({
    queryKey: ['agent', agentId, 'voice-figures'],
    queryFn: async (): Promise<VoiceFigures> =>
      ask('agentsFailed', (client) => client.rpc('get_voice_figures', { p_agent_id: agentId })),
  })
}
