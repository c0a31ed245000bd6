import type { PGlite } from '@electric-sql/pglite'

export interface PgliteInterrupts {
  /** Has PostgreSQL end the running statement with SQLSTATE 57014, as pg_cancel_backend would. */
  readonly cancel: () => true
  /** Forgets a cancellation that came too late, so that it does not hit the next statement. */
  readonly clear: () => void
  readonly memoryBytes: () => number
}

/**
 * PostgreSQL's own flags for interrupts, in the memory of PGlite, where no signal sets them. `onTrap` is called when
 * WebAssembly itself ends PostgreSQL's code (its thread's stack is full, an address is wrong): PGlite would swallow that
 * and run on with what was left half done.
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
  // A growing memory gets a new buffer, so this one is asked for each time.
  const words = () => new Int32Array(program.HEAPU8.buffer)
  return {
    cancel: () => {
      const memory = words()
      memory[program._QueryCancelPending >> 2] = 1
      memory[program._InterruptPending >> 2] = 1
      // Whatever waits, as pg_sleep does, looks at its latch only.
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

/** PostgreSQL's way out of a refused statement, by the status that PGlite gives it. */
function isPostgresJump(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 100
}

/** Of Emscripten's module: addresses of PostgreSQL's variables, and the call that works through one message. */
interface PgliteProgram {
  readonly HEAPU8: Uint8Array
  readonly _InterruptPending: number
  readonly _QueryCancelPending: number
  readonly _MyLatch: number
  _PostgresMainLoopOnce: () => void
}
