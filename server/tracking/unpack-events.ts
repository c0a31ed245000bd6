import type { PackedEvents } from '#protocol/tracking-events.ts'

import { EventProblem } from './parse-event.ts'

/** Whether a body is PackedEvents: its first item is a number, which no event is. */
export function isPackedEvents(body: unknown): body is PackedEvents {
  return Array.isArray(body) && typeof body[0] === 'number'
}

/**
 * Unpacks PackedEvents into a JSON list. Throws EventProblem if a length doesn't fit or the list exceeds `charsMax`: a
 * few bytes may expand into many.
 */
export function unpackEvents(items: readonly unknown[], charsMax: number): string {
  const texts: string[] = []
  let before = ''
  let chars = 0
  for (let at = 0; at < items.length; at += 2) {
    const [shared, rest] = [items[at], items[at + 1]]
    const fits = typeof shared === 'number' && Number.isInteger(shared) && shared >= 0 && shared <= before.length
    if (!fits || typeof rest !== 'string') {
      throw new EventProblem('22023', 'Packed events must be pairs: a length within the event before, and a text.')
    }
    chars += shared + rest.length + 1
    if (chars > charsMax) throw new EventProblem('PGRST102', 'The packed events are larger than 512 KiB', 413)
    before = before.slice(0, shared) + rest
    texts.push(before)
  }
  return `[${texts.join()}]`
}
