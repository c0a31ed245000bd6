import type { Database, Role } from '#backend/database/database.ts'

import type { Bearer } from './realtime-token.ts'

/** The role, claims and headers for permission checks; equal viewers have the same `key`. */
export interface Viewer {
  readonly role: Role
  readonly claims: string
  readonly headers: string
  readonly key: string
}

export interface Permissions {
  readonly broadcast: Permission
  readonly presence: Permission
}

interface Permission {
  readonly read: boolean
  readonly write: boolean
}

export function toViewer({ role, claims }: Bearer, headers: Readonly<Record<string, string>>): Viewer {
  const viewer = { role, claims: JSON.stringify(claims), headers: JSON.stringify(headers) }
  return { ...viewer, key: `${role} ${viewer.claims} ${viewer.headers}` }
}

/** Sent to clients whose token outlives its session. */
export const sessionEnded = 'The session of this token has ended'

/** The client's permissions in a channel: all in a public one. Null when its session has ended. */
export async function permissionsIn(
  database: Database,
  bearer: Bearer,
  viewer: Viewer,
  channel: { readonly name: string; readonly config: { readonly isPrivate: boolean } },
): Promise<Permissions | null> {
  if (channel.config.isPrivate) return askPermissions(database, viewer, channel.name)
  return bearer.sessionId === null || (await isSessionAlive(database, viewer)) ? fullPermissions : null
}

const fullPermissions: Permissions = {
  broadcast: { read: true, write: true },
  presence: { read: true, write: true },
}

/** Evaluates the policies of realtime.messages; null when the session has ended. */
export async function askPermissions(database: Database, viewer: Viewer, topic: string): Promise<Permissions | null> {
  const [session, permissions] = await database.transaction('system', [
    isAliveStatement(viewer),
    {
      text: 'select realtime.permissions($1, $2, $3, $4) as permissions',
      values: [topic, viewer.role, viewer.claims, viewer.headers],
    },
  ])
  if (session?.rows[0]?.['alive'] !== true) return null
  return permissions?.rows[0]?.['permissions'] as Permissions
}

async function isSessionAlive(database: Database, viewer: Viewer): Promise<boolean> {
  const [result] = await database.transaction('system', [isAliveStatement(viewer)], { readOnly: true })
  return result?.rows[0]?.['alive'] === true
}

function isAliveStatement({ claims }: Viewer) {
  return { text: 'select realtime.is_session_alive($1::jsonb) as alive', values: [claims] }
}
