import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An undelivered message. */
export interface OutboxEntry {
  readonly channel: 'mail' | 'sms' | 'whatsapp'
  readonly sentAt: string
  readonly to: string
  readonly kind: string
  readonly subject: string
  readonly text: string
  readonly link: string | null
  readonly code: string | null
}

/** The folder for mails and text messages without a provider; keeps the newest. */
export interface Outbox {
  /** `eml` is stored beside the entry. */
  readonly add: (entry: Omit<OutboxEntry, 'sentAt'>, eml?: Uint8Array) => Promise<void>
  /** Newest first. */
  readonly list: () => Promise<readonly OutboxEntry[]>
  readonly removeWhere: (matches: (entry: OutboxEntry) => boolean) => Promise<void>
}

export function createOutbox(folder: string, now: () => number): Outbox {
  let count = 0
  return {
    add: async (entry, eml) => {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const sentAt = new Date(now()).toISOString()
      count += 1
      // The counter orders messages of one millisecond.
      const name = `${sentAt.replaceAll(':', '-')}-${String(count).padStart(6, '0')}-${randomUUID().slice(0, 8)}`
      if (eml !== undefined) await writeFile(join(folder, `${name}.eml`), eml, { mode: 0o600 })
      // Renamed once complete, because others read the folder meanwhile.
      const entryPath = join(folder, `${name}.json`)
      await writeFile(`${entryPath}.part`, JSON.stringify({ ...entry, sentAt }, null, 2), { mode: 0o600 })
      await rename(`${entryPath}.part`, entryPath)
      await removeOldest(folder)
    },
    list: async () => {
      const names = (await fileNames(folder)).filter((name) => name.endsWith('.json'))
      const entries = await Promise.all(
        names
          .toSorted()
          .toReversed()
          .map(async (name) => parseEntry(await readFile(join(folder, name), 'utf8').catch(() => ''))),
      )
      return entries.flatMap((entry) => entry ?? [])
    },
    removeWhere: async (matches) => {
      for (const name of await fileNames(folder)) {
        if (!name.endsWith('.json')) continue
        const entry = parseEntry(await readFile(join(folder, name), 'utf8').catch(() => ''))
        if (entry === null || !matches(entry)) continue
        // The entry last, so that a crash in between leaves it to be found.
        for (const each of [name.replace(/json$/, 'eml'), name]) await rm(join(folder, each), { force: true })
      }
    },
  }
}

const filesMax = 1_000

async function fileNames(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

async function removeOldest(folder: string): Promise<void> {
  const names = (await fileNames(folder)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - filesMax))) await rm(join(folder, name), { force: true })
}

/** Ignores incomplete and foreign files. */
function parseEntry(json: string): OutboxEntry | null {
  try {
    const value = JSON.parse(json) as Partial<OutboxEntry>
    const channel = value.channel
    if (channel !== 'mail' && channel !== 'sms' && channel !== 'whatsapp') return null
    return {
      channel,
      sentAt: String(value.sentAt),
      to: String(value.to),
      kind: String(value.kind),
      subject: String(value.subject),
      text: String(value.text),
      link: typeof value.link === 'string' ? value.link : null,
      code: typeof value.code === 'string' ? value.code : null,
    }
  } catch {
    return null
  }
}
