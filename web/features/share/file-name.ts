/** A file name from a demo's name, without characters that file systems reject. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
  return Array.from(plain).slice(0, 60).join('').replace(/-+$/, '') || 'demo'
}
