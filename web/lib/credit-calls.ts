import { queryOptions } from '@tanstack/react-query'

import { startingCredits } from '#domain/sample-figures.ts'

import { ask } from './call-backend.ts'

export interface CreditBalance {
  readonly credits: number
  /** Answers of the workspace's agents, one credit each. */
  readonly replies: number
  /** Model use, one credit per cent. */
  readonly model_cents: number
}

export function creditBalanceQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'credits'],
    queryFn: async (): Promise<CreditBalance> => {
      const left = await ask('settingsFailed', (client) =>
        client.rpc('workspace_credits', { p_workspace_id: workspaceId }),
      )
      return (left as CreditBalance | null) ?? { credits: startingCredits, replies: 0, model_cents: 0 }
    },
  })
}

export interface CreditUse {
  /** The last 30 days in UTC, oldest first. */
  readonly days: readonly { readonly day: string; readonly credits: number }[]
  /** Most credits first. Null for use without an agent, such as drafts. */
  readonly agents: readonly { readonly id: string | null; readonly name: string | null; readonly credits: number }[]
}

export function creditUseQuery(workspaceId: string) {
  return queryOptions({
    queryKey: ['workspaces', workspaceId, 'credit-use'],
    queryFn: async (): Promise<CreditUse> => {
      const use = await ask('settingsFailed', (client) =>
        client.rpc('workspace_credit_use', { p_workspace_id: workspaceId, p_days: 30 }),
      )
      return (use as CreditUse | null) ?? { days: [], agents: [] }
    },
  })
}
