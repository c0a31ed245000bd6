/** A demo's name as a file's, without characters that a file system refuses. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
  return Array.from(plain).slice(0, 60).join('').replace(/-+$/, '') || 'demo'
}
