import { Hono } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'
import type { Services } from '#server/services.ts'

import { cancelMeeting } from './cancel-meeting.ts'
import { deleteAccount } from './delete-account.ts'
import { exportAccount } from './export-account.ts'
import { inviteToWorkspace } from './invite-to-workspace.ts'
import { sendFeedback } from './send-feedback.ts'
import { serverNotices } from './server-notices.ts'

/**
 * Routes under /account/v1: account and workspace actions the database can't do alone because they send mail, delete
 * files or build an archive. All run with the caller's own rights, both on the embedded backend and on Supabase.
 */
export function accountRoutes(services: Services): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.post('/invitations', inviteToWorkspace(services))
  app.post('/feedback', sendFeedback(services))
  app.post('/meetings/:id/cancel', cancelMeeting(services))
  app.get('/export', exportAccount(services))
  app.get('/notices', serverNotices(services))
  app.delete('/account', deleteAccount(services))
  return app
}
