import type { Caller } from '#backend/database/database.ts'

/** Why a bearer token or product API key was refused; each service words it differently. */
export type TokenProblem = 'expired' | 'invalid' | 'unknown-key'

/** Set by requestContext and the gateway. */
interface RequestVariables {
  readonly requestId: string
  /**
   * Set by the gateway, so only under auth/v1, rest/v1, storage/v1 and realtime/v1. Anonymous when there is a token
   * problem.
   */
  readonly caller: Caller
  /** Set by the gateway. Handlers that serve anonymous callers may ignore it; all others refuse. */
  readonly tokenProblem: TokenProblem | null
}

/** Hono's environment for every route; `incoming` is missing for in-process calls. */
export interface AppEnv {
  Variables: RequestVariables
  Bindings: { readonly incoming?: { readonly socket: { readonly remoteAddress?: string | undefined } } }
}
