import type { MiddlewareHandler } from 'hono'

import type { AppEnv } from '#backend/http/app-env.ts'

/* Clears this process's cached demos before an author's change is answered. */

export interface SharingChanges {
  /** Calls the listener after each change that may open or close a demo, before its author gets the answer. */
  readonly listen: (listener: () => void) => () => void
  /** Middleware for every route through which authors write. */
  readonly announce: MiddlewareHandler<AppEnv>
}

export function createSharingChanges(): SharingChanges {
  const listeners = new Set<() => void>()
  return {
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async announce(context, next) {
      await next()
      const { method, path } = context.req
      // A refused request changed nothing; an aborted one may have.
      const isRefused = context.res.status >= 400 && context.res.status < 500
      if (readMethods.has(method) || isRefused || !mayChangeSharing(context.get('caller')?.role, path)) return
      for (const listener of listeners) listener()
    },
  }
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Visitors can't change demos. The server's own key writes constantly, but only operators change demos with it. */
function mayChangeSharing(role: string | undefined, path: string): boolean {
  if (role === 'anon') return false
  return role !== 'service_role' || ownKeyPath.test(path)
}

const ownKeyPath =
  /\/(rest\/v1\/(demos|demo_steps|step_cards|share_links|workspaces|users|rpc\/set_share_link_password)|auth\/v1\/admin\/users)(\/|$)/
