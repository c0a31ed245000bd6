import type { Services } from '#server/services.ts'

import { createSignedTexts } from '#server/http/signed-text.ts'

/** The link where a visitor, or anyone they forward it to, sees, moves and cancels their meeting. */
export function meetingLink({ config }: Pick<Services, 'config'>, meetingId: string): string {
  return `${config.publicUrl}/meeting/${createSignedTexts(config.serviceRoleKey, purpose).sign(meetingId)}`
}

/** The meeting behind such a link; null if we never issued it. */
export function meetingOfLink({ config }: Pick<Services, 'config'>, token: string): string | null {
  return createSignedTexts(config.serviceRoleKey, purpose).read(token)
}

const purpose = 'meeting link'
