/** A sentence for the operator about a failed file operation; null for other errors. */
export function describeDiskTrouble(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return null
  const code = String(error.code)
  const reason = reasons[code]
  if (reason === undefined) return null
  const path = 'path' in error ? `"${String(error.path)}"` : 'A file'
  return `${path} cannot be used: ${reason} (${code}).`
}

const noPermission = 'this user has no permission. It must belong to the user that runs this'
const reasons: Readonly<Record<string, string>> = {
  EACCES: noPermission,
  EPERM: noPermission,
  EROFS: 'its disk is read-only, or closed to this service',
  ENOSPC: 'there is no space left on its disk',
  EDQUOT: 'this user has no space left on its disk',
  EFBIG: 'it is larger than the file system or a limit allows',
  ENOTDIR: 'a file is where a folder should be',
  EISDIR: 'it is a folder',
  EMFILE: 'this process has too many open files; raise the limit (ulimit -n, LimitNOFILE)',
}
