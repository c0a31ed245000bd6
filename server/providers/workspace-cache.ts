/** Caches workspaces' settings for half a minute. */
export interface WorkspaceCache<Value> {
  readonly find: (workspaceId: string) => Promise<Value>
  /** Call after a change of settings. */
  readonly forget: (workspaceId: string) => void
}

export function cacheByWorkspace<Value>(
  now: () => number,
  load: (workspaceId: string) => Promise<Value>,
): WorkspaceCache<Value> {
  const known = new Map<string, { readonly value: Promise<Value>; readonly until: number }>()
  return {
    find(workspaceId) {
      const before = known.get(workspaceId)
      if (before !== undefined && before.until > now()) return before.value
      const value = load(workspaceId)
      value.catch(() => known.delete(workspaceId))
      if (known.size >= knownMax) known.clear()
      known.set(workspaceId, { value, until: now() + knownMs })
      return value
    },
    forget: (workspaceId) => void known.delete(workspaceId),
  }
}

const knownMs = 30_000
const knownMax = 10_000
