import type { Present } from './process-bus.ts'

/** Phoenix's presence state: by key, each with the metas of its tabs. */
export type PresenceState = Readonly<Record<string, { readonly metas: readonly Readonly<Record<string, unknown>>[] }>>

export interface PresenceDiff {
  readonly joins: PresenceState
  readonly leaves: PresenceState
}

/** Who is present in which room, by process. */
export class PresenceStore {
  readonly #rooms = new Map<string, Map<string, Entry>>()
  readonly #encoded = new Map<string, Uint8Array>()

  /** A room's state as JSON, encoded once until the room changes. */
  encodedState(room: string): Uint8Array {
    const entries = this.#rooms.get(room)
    if (entries === undefined) return emptyState
    const known = this.#encoded.get(room) ?? Buffer.from(JSON.stringify(toState([...entries.values()])))
    this.#encoded.set(room, known)
    return known
  }

  /** Applies joins and leaves; null when nothing changes. */
  apply(room: string, processId: string, joins: readonly Present[], leaves: readonly string[]): PresenceDiff | null {
    const entries = this.#rooms.get(room) ?? new Map<string, Entry>()
    const left = leaves.flatMap((ref) => entries.get(ref) ?? [])
    const joined = joins.filter(({ ref }) => !entries.has(ref))
    if (left.length === 0 && joined.length === 0) return null
    this.#encoded.delete(room)
    for (const { ref } of left) entries.delete(ref)
    for (const present of joined) entries.set(present.ref, { ...present, processId })
    if (entries.size === 0) this.#rooms.delete(room)
    else this.#rooms.set(room, entries)
    return { joins: toState(joined), leaves: toState(left) }
  }

  ofProcess(processId: string): Record<string, Present[]> {
    const rooms: Record<string, Present[]> = {}
    for (const [room, entries] of this.#rooms) {
      const present = [...entries.values()].filter((entry) => entry.processId === processId)
      if (present.length > 0) rooms[room] = present.map(({ ref, key, meta }) => ({ ref, key, meta }))
    }
    return rooms
  }
}

const emptyState = Buffer.from('{}')

interface Entry extends Present {
  readonly processId: string
}

function toState(entries: readonly Present[]): PresenceState {
  // A Map, because a key may be a built-in property name.
  const state = new Map<string, { metas: Record<string, unknown>[] }>()
  for (const { key, ref, meta } of entries) {
    const known = state.get(key) ?? { metas: [] }
    known.metas.push({ ...meta, phx_ref: ref })
    state.set(key, known)
  }
  return Object.fromEntries(state)
}
