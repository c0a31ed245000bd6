import { createClient } from '@supabase/supabase-js'

import { DatabaseError } from '#backend/database/database.ts'
import type { ServerBase } from '#server/services.ts'

/** Calls a procedure of `public` as the service role; objects and arrays are passed as JSON. */
export type CallProcedure = (name: string, values: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Works on our own database and on Supabase. */
export function procedureCaller(services: ServerBase): CallProcedure {
  return services.config.embedded === null ? callOverRest(services) : inDatabase(services)
}

/** Whether the database refused the values, so retrying won't help. */
export function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null
  const known = error instanceof DatabaseError ? error.sqlstate : null
  const causeCode = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return /^(?:22|23|42)/.test(known ?? causeCode)
}

/** Skips rest/v1, which would parse and plan each batch again. */
function inDatabase({ database }: ServerBase): CallProcedure {
  return async (name, values) => {
    const given = Object.entries(values)
    const places = given.map(([parameter], index) => `${parameter} => $${index + 1}`)
    const [result] = await database.transaction('system', [
      {
        text: `select public.${name}(${places.join(', ')}) as answer`,
        values: given.map(([, value]) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)),
      },
    ])
    return result?.rows[0]?.['answer']
  }
}

function callOverRest(services: ServerBase): CallProcedure {
  const { backendUrl, serviceRoleKey } = services.config
  const client = createClient(backendUrl, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  })
  return async (name, values) => {
    const { data, error } = await client.rpc(name, values)
    if (error !== null) throw new Error(`${name}: ${error.message}`, { cause: error })
    return data as unknown
  }
}
