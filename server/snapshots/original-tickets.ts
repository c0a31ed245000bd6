import { pageUrlHours } from '#protocol/page-edits.ts'
import { fileHash } from '#protocol/snapshots.ts'
import { uuid } from '#domain/uuid.ts'
import { createSignedTexts } from '#server/http/signed-text.ts'
import type { Services } from '#server/services.ts'

/** The content of a ticket. */
export interface OriginalPage {
  readonly workspaceId: string
  /** Hash of the page as captured. */
  readonly page: string
}

/** Tickets for pages as captured, because frames send no session and an id would be valid forever. */
export interface OriginalTickets {
  readonly issue: (page: OriginalPage) => string
  /** Null if forged or expired. */
  readonly read: (ticket: string) => OriginalPage | null
}

export function createOriginalTickets({ config, now }: Pick<Services, 'config' | 'now'>): OriginalTickets {
  const texts = createSignedTexts(config.serviceRoleKey, 'captured page for editing')
  return {
    issue: ({ workspaceId, page }) => {
      const until = now() + pageUrlHours * 60 * 60_000
      return texts.sign(`${workspaceId} ${page} ${until}`)
    },
    read: (ticket) => {
      if (config.serviceRoleKey === '' || ticket.length > 300) return null
      const [workspaceId = '', page = '', until = ''] = (texts.read(ticket) ?? '').split(' ')
      return uuid.test(workspaceId) && fileHash.test(page) && Number(until) > now() ? { workspaceId, page } : null
    },
  }
}
