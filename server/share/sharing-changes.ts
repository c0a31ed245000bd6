import type { MiddlewareHandler } from 'hono'

import type { AppEnv, Services } from '#server/services.ts'

/* What this process remembers of shared demos must not outlive an author's change that it has just answered. */

const listeners = new WeakMap<Services, Set<() => void>>()

/** Calls the listener after each change that may open or close a demo, before its author gets the answer. */
export function onSharingChange(services: Services, listener: () => void): () => void {
  const all = listeners.get(services) ?? new Set()
  listeners.set(services, all.add(listener))
  return () => all.delete(listener)
}

/** Stands before whatever writes for authors. */
export function tellSharingChanges(services: Services): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next()
    const { method, path } = context.req
    // A refused request has changed nothing; one that broke off may have.
    const isRefused = context.res.status >= 400 && context.res.status < 500
    if (readMethods.has(method) || isRefused || !mayChangeSharing(context.get('caller')?.role, path)) return
    for (const listener of listeners.get(services) ?? []) listener()
  }
}

const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Visitors change no demo. The server's own key writes all the time, but demos only where somebody else holds it. */
function mayChangeSharing(role: string | undefined, path: string): boolean {
  if (role === 'anon') return false
  return role !== 'service_role' || ownKeyPath.test(path)
}

const ownKeyPath =
  /\/(rest\/v1\/(demos|demo_steps|step_cards|share_links|workspaces|users|rpc\/set_share_link_password)|auth\/v1\/admin\/users)(\/|$)/
