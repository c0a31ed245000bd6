import type { ImportPorts } from '../../lib/import/run-import.ts'

/**
 * Uploads each picture once and copies it on the server for steps that share it. If a copy fails, uploads the picture.
 */
export function uploadOnce(
  upload: ImportPorts['upload'],
  copy: (from: string, to: string) => Promise<void>,
): ImportPorts['upload'] {
  const uploads = new Map<string, { readonly path: string; readonly done: Promise<void> }>()

  return async (path, image, signal) => {
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await image.arrayBuffer())).join()
    const first = uploads.get(digest)
    if (first !== undefined && first.path !== path) {
      const isCopied = await first.done
        .then(() => copy(first.path, path))
        .then(
          () => true,
          () => false,
        )
      if (isCopied) return
    }
    const done = upload(path, image, signal)
    uploads.set(digest, { path, done })
    await done
  }
}
