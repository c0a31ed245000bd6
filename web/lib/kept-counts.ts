export type Counted = 'demos' | 'leads' | 'meetings'
export type Counts = Readonly<Record<Counted, number>>

/** The user and the workspace that the counts belong to. */
export interface CountsPlace {
  readonly userId: string
  readonly workspaceId: string
}

interface KeptCounts extends CountsPlace {
  readonly counts: Counts
}

const key = 'understudy-navigation-counts'

/** The last counts of this tab, so that a reload shows them at once. */
export function recallCounts({ userId, workspaceId }: CountsPlace): Counts | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as KeptCounts | null
    return kept?.userId === userId && kept.workspaceId === workspaceId ? kept.counts : undefined
  } catch {
    return undefined
  }
}

export function keepCounts({ userId, workspaceId }: CountsPlace, counts: Counts): void {
  try {
    sessionStorage.setItem(key, JSON.stringify({ userId, workspaceId, counts } satisfies KeptCounts))
  } catch {
    // Without storage they load again.
  }
}

export function forgetCounts(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing to forget without storage.
  }
}
