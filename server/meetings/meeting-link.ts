import type { Services } from '#server/services.ts'

import { createSignedTexts } from './signed-text.ts'

/** The address by which a visitor, and whoever they pass it on to, sees, moves and cancels their meeting. */
export function meetingLink({ config }: Pick<Services, 'config'>, meetingId: string): string {
  return `${config.publicUrl}/meeting/${createSignedTexts(config.serviceRoleKey, purpose).sign(meetingId)}`
}

/** The meeting of such an address; null for an address that nobody was given. */
export function meetingOfLink({ config }: Pick<Services, 'config'>, token: string): string | null {
  return createSignedTexts(config.serviceRoleKey, purpose).read(token)
}

const purpose = 'meeting link'
