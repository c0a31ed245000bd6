/** Saves in-memory data as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started reading by the next task.
  setTimeout(() => URL.revokeObjectURL(address))
}
