import { join } from 'node:path'

/** Where a running server listens to its operator. */
export function operatorSocketPath(dataDir: string): string {
  return join(dataDir, 'operator.sock')
}

/** Where copies of the database are put for whoever asked for them, who removes them. */
export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'copies')
}

/** What macOS takes, and Linux a few bytes more. */
export const socketPathMax = 103
