/** Memory for audio that isn't stored yet. */
export interface SoundBudget {
  /** False when there is no more. */
  readonly take: (bytes: number) => boolean
  readonly release: (bytes: number) => void
}

/** A process's memory for audio; limits each workspace to its share. */
export function createSoundBudgets(limits: {
  readonly total: number
  readonly perWorkspace: number
}): (workspaceId: string) => SoundBudget {
  const taken = new Map<string, number>()
  let sum = 0
  return (workspaceId) => {
    const change = (bytes: number): void => {
      const own = (taken.get(workspaceId) ?? 0) + bytes
      sum += bytes
      if (own === 0) taken.delete(workspaceId)
      else taken.set(workspaceId, own)
    }
    return {
      take(bytes) {
        const own = taken.get(workspaceId) ?? 0
        if (sum + bytes > limits.total || own + bytes > limits.perWorkspace) return false
        change(bytes)
        return true
      },
      release: (bytes) => change(-bytes),
    }
  }
}
