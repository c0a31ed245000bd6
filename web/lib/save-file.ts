/** Saves in-memory data as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A busy browser starts reading late, and without the address it would save nothing.
  setTimeout(() => URL.revokeObjectURL(address), readingMs)
}

const readingMs = 60_000
