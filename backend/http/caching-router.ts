import type { Result, Router } from 'hono/router'
import { TrieRouter } from 'hono/router/trie-router'

/**
 * Hono's router with a cache of recent lookups by path, since most requests share a few. A flood of new paths only
 * empties the cache.
 */
export class CachingRouter<T> implements Router<T> {
  readonly name = 'CachingRouter'
  readonly #router = new TrieRouter<T>()
  readonly #found = new Map<string, Result<T>>()

  add(method: string, path: string, handler: T): void {
    this.#router.add(method, path, handler)
    this.#found.clear()
  }

  match(method: string, path: string): Result<T> {
    if (path.length > maxPathLength) return this.#router.match(method, path)
    const key = `${method} ${path}`
    const known = this.#found.get(key)
    if (known !== undefined) return known
    const found = this.#router.match(method, path)
    if (this.#found.size >= maxPaths) this.#found.clear()
    this.#found.set(key, found)
    return found
  }
}

const maxPaths = 1000
const maxPathLength = 100
