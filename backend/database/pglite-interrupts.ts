import type { PGlite } from '@electric-sql/pglite'

export interface PgliteInterrupts {
  /** Makes PostgreSQL end the running statement with SQLSTATE 57014, as pg_cancel_backend does. */
  readonly cancel: () => true
  /** Clears a late cancellation, so that it doesn't hit the next statement. */
  readonly clear: () => void
  readonly memoryBytes: () => number
}

/**
 * PostgreSQL's interrupt flags in PGlite's memory, where no signal can set them. Calls `onTrap` when WebAssembly aborts
 * (stack overflow, invalid address): PGlite would ignore that and continue in a broken state.
 */
export function pgliteInterrupts(database: PGlite, onTrap: (error: unknown) => never): PgliteInterrupts {
  const program = database.Module as unknown as PgliteProgram
  const runOnce = program._PostgresMainLoopOnce
  program._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if (isPostgresJump(error)) throw error
      onTrap(error)
    }
  }
  // Fetched each time, because growing memory replaces the buffer.
  const words = () => new Int32Array(program.HEAPU8.buffer)
  return {
    cancel: () => {
      const memory = words()
      memory[program._QueryCancelPending >> 2] = 1
      memory[program._InterruptPending >> 2] = 1
      // Waits such as pg_sleep only check the latch.
      const latch = memory[program._MyLatch >> 2] ?? 0
      if (latch !== 0) memory[latch >> 2] = 1
      return true
    },
    clear: () => {
      words()[program._QueryCancelPending >> 2] = 0
    },
    memoryBytes: () => program.HEAPU8.length,
  }
}

/** PostgreSQL's longjmp after an error, recognised by PGlite's status code. */
function isPostgresJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100
}

/** Exports of the Emscripten module: variable addresses and the message loop's step. */
interface PgliteProgram {
  readonly HEAPU8: Uint8Array
  readonly _InterruptPending: number
  readonly _QueryCancelPending: number
  readonly _MyLatch: number
  _PostgresMainLoopOnce: () => void
}
