import { createHash } from 'node:crypto'

import { z } from 'zod'

import type { OutboxEntry } from '#backend/mail/outbox.ts'
import { procedureCaller } from '#server/backend-access/call-procedure.ts'
import type { Services } from '#server/services.ts'

/**
 * Removes mails and messages to or about erased people from the outbox folder: at start, on each erasure, and every few
 * minutes where the database can't notify. Returns a stop function.
 */
export function startErasingFromOutbox(services: Services): () => void {
  const erase = (): void => void eraseFromOutbox(services)
  const timer = setInterval(erase, everyMs)
  timer.unref()
  erase()
  let endListening = (): void => undefined
  let isEnded = false
  if (services.config.embedded !== null) {
    services.database.listen('erased_addresses', erase).then(
      (end) => {
        if (isEnded) end()
        else endListening = end
      },
      (error: unknown) => services.log.warn({ err: error }, 'Erased people are only checked every few minutes'),
    )
  }
  return () => {
    isEnded = true
    clearInterval(timer)
    endListening()
  }
}

const everyMs = 5 * 60_000

/** Never rejects; the next run picks up what was missed. */
async function eraseFromOutbox(services: Services): Promise<void> {
  const { outbox } = services.delivery
  try {
    if ((await outbox.list()).length === 0) return
    const erased = erasedShape.parse(await procedureCaller(services)('erased_addresses', {}))
    if (Object.keys(erased).length === 0) return
    await outbox.removeWhere((entry) => isAboutErased(entry, erased))
  } catch (error) {
    services.log.warn({ err: error }, 'Could not remove mails of erased people from the outbox; will retry')
  }
}

const erasedShape = z.record(z.string(), z.string())

/** Later messages belong to someone who signed up again. */
function isAboutErased({ to, text, sentAt }: OutboxEntry, erased: Readonly<Record<string, string>>): boolean {
  return [to, ...(text.match(address) ?? [])].some((each) => {
    const erasedAt = erased[createHash('sha256').update(each.toLowerCase()).digest('hex')]
    return erasedAt !== undefined && Date.parse(sentAt) <= Date.parse(erasedAt)
  })
}

const address = /[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+[^\s@<>()[\],;:".]/g
