import type { Context } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import { uuid } from '#domain/uuid.ts'
import { callerClient } from '#server/http/caller-client.ts'
import { refuse, refuseFailed, refuseStranger } from '#server/http/refusal.ts'
import { sendMeetingNotices } from '#server/meetings/meeting-notices.ts'
import type { Services } from '#server/services.ts'

/** POST /meetings/{id}/cancel: cancels a meeting in the caller's workspace and emails the visitor. */
export function cancelMeeting(services: Services) {
  return async (context: Context<AppEnv>): Promise<Response> => {
    const client = callerClient(services, context)
    if (client === null) return refuseStranger(context)
    const id = context.req.param('id') ?? ''
    if (!uuid.test(id)) return refuse(context, 404, 'no_such_meeting', 'This meeting does not exist.')
    const { error, status } = await client.rpc('cancel_meeting', { p_meeting_id: id })
    if (status === 404) return refuse(context, 404, 'no_such_meeting', 'This meeting does not exist.')
    if (error?.code === '42501' && status === 403) {
      return refuse(context, 403, 'not_allowed', 'Only editors of the workspace can cancel meetings.')
    }
    if (error !== null) return refuseFailed(context, status)
    void sendMeetingNotices(services)
    return context.body(null, 204)
  }
}
