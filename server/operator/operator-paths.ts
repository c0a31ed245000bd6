import { join } from 'node:path'

/** Where a running server listens for its operator. */
export function operatorSocketPath(dataDir: string): string {
  return join(dataDir, 'operator.sock')
}

/** Where database copies go; the requester deletes them. */
export function copiesFolder(dataDir: string): string {
  return join(dataDir, 'copies')
}

/** The limit on macOS; Linux allows a few bytes more. */
export const socketPathMax = 103
